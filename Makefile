# Every target is one call of tools/dev.py, which also works where there is no make:  python3 tools/dev.py play
# Pass arguments with ARGS:  make play ARGS='--port 9000'   make test ARGS='-k exchange'

PYTHON ?= python3
TARGETS := play check quick test reliability lint format web kernel docs lock clean help

.DEFAULT_GOAL := help
.PHONY: $(TARGETS)

$(TARGETS):
	@$(PYTHON) tools/dev.py $@ $(ARGS)
