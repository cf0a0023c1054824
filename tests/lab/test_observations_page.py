"""docs/observations.md says what the encoders are."""

from tools.observations import PAGE, page


def test_the_page_is_up_to_date() -> None:
    """It is what `python tools/observations.py` writes."""
    assert PAGE.read_text(encoding="utf-8") == page()
