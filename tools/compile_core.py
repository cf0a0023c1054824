"""Compiles the kernel's core: its parts to one C file by Cython, that to one extension for CPython 3.11 and later.

Usage: python tools/compile_core.py FOLDER [--source FILE] [--only-c] [--sanitize]
       python tools/compile_core.py --ask

It needs Cython and setuptools, and works only inside FOLDER. The last line that it prints is the path of what it made;
with `--ask` it is the reason why this machine cannot compile for this Python, or nothing. CC and CFLAGS are obeyed.
`--sanitize` builds in address and undefined-behaviour checks, for tests only.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import sys
import sysconfig
import tempfile
import zlib
from importlib import import_module
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
SOURCE = ROOT / "src" / "saudagar" / "kernel" / "_core.py"
PARTS = tuple(
    SOURCE.with_name(name)
    for name in (
        *("_core.py", "_value.py", "_ending.py", "_search.py", "_rivals.py", "_sighted.py", "_frozen.py"),
        "_selfplay.py",
    )
)
"""The files of the one module, as core.py lists them (a test holds the two together)."""
MODULE = "saudagar.kernel._core"
REQUIRES = ["cython>=3.3,<4", "setuptools>=80"]
LIMITED_API = "0x030b0000"
WIDE = ("_stem", "_branch", "_crown")
"""Functions of the network that are compiled twice where the compiler can: for every processor, and for AVX2.

The system's loader takes one or the other by what the processor can do; they compute on whole numbers, so that both say
the same.
"""
TWICE = """
#if defined(SAUDAGAR_TWICE)
#define SAUDAGAR_WIDE __attribute__((target_clones("avx2", "default")))
#else
#define SAUDAGAR_WIDE
#endif
"""


def unsuitable() -> str:
    """Why this Python can have no extension by the limited API; empty if it can."""
    if sys.implementation.name != "cpython":
        return f"{sys.implementation.name} has no stable binary interface"
    if sysconfig.get_config_var("Py_GIL_DISABLED"):
        return "free-threaded Python has no stable binary interface yet"
    return ""


def compiler_name() -> str:
    """What would be called to compile C."""
    return os.environ.get("CC") or sysconfig.get_config_var("CC") or "the system's own"


def no_compiler() -> str:
    """Why C cannot be compiled here, found by compiling three lines; empty if it can."""
    import_module("setuptools")  # puts its own distutils in place
    compiler = import_module("distutils.ccompiler").new_compiler()
    errors = import_module("distutils.errors")
    trouble = (errors.CCompilerError, errors.DistutilsError, OSError)
    with tempfile.TemporaryDirectory() as folder:
        probe = Path(folder) / "probe.c"
        probe.write_text("int saudagar(void) { return 0; }\n", encoding="ascii")
        try:
            import_module("distutils.sysconfig").customize_compiler(compiler)
            compiler.compile([str(probe)], output_dir=folder)
        except trouble:
            return f"there is no C compiler that works ({compiler_name()})"
        probe.write_text("#include <Python.h>\n", encoding="ascii")
        try:
            compiler.compile([str(probe)], output_dir=folder, include_dirs=[sysconfig.get_path("include")])
        except trouble:
            version = f"{sys.version_info.major}.{sys.version_info.minor}"
            return f"the headers of Python {version} are missing (Debian, Ubuntu: apt-get install python{version}-dev)"
    return ""


def twice() -> list[tuple[str, str | None]]:
    """The macro that lets WIDE be compiled twice; nothing where this compiler or this system cannot, found by trying.

    It needs indirect functions: Linux on x86-64 with the GNU C library, and GCC, or Clang 14 and later.
    """
    if sys.platform != "linux":
        return []
    import_module("setuptools")
    compiler = import_module("distutils.ccompiler").new_compiler()
    errors = import_module("distutils.errors")
    with tempfile.TemporaryDirectory() as folder:
        probe = Path(folder) / "probe.c"
        wide = TWICE.replace("defined(SAUDAGAR_TWICE)", "defined(__x86_64__)")
        probe.write_text(
            f"{wide}\n#if !defined(__x86_64__)\n#error one form is enough\n#endif\n"
            "static SAUDAGAR_WIDE int sum(const int *a, int n) { int s = 0; while (n) s += a[--n]; return s; }\n"
            "int saudagar(const int *a, int n) { return sum(a, n); }\n",
            encoding="ascii",
        )
        quiet = os.dup(2)  # what a compiler says that cannot do it is of no interest
        null = os.open(os.devnull, os.O_WRONLY)
        os.dup2(null, 2)
        try:
            import_module("distutils.sysconfig").customize_compiler(compiler)
            objects = compiler.compile([str(probe)], output_dir=folder, extra_postargs=["-fPIC"])
            compiler.link_shared_object(objects, str(Path(folder) / "probe.so"))
        except (errors.CCompilerError, errors.DistutilsError, OSError):
            return []
        finally:
            os.dup2(quiet, 2)
            os.close(quiet)
            os.close(null)
    return [("SAUDAGAR_TWICE", None)]


def widened(c: str) -> str:
    """The C text with the macro before every declaration of WIDE. ValueError where one of them is missing."""
    for name in WIDE:
        sign = re.compile(rf"^static (?:CYTHON_INLINE )?(void __pyx_f_\w+_core_{name}\()", re.MULTILINE)
        c, count = sign.subn(r"static SAUDAGAR_WIDE \1", c)
        if count != 2:
            raise ValueError(f"{name} is declared {count} times in the C that Cython made, not twice")
    return TWICE + c


def flags(*, sanitize: bool) -> tuple[list[str], list[str]]:
    """What the compiler and the linker are told."""
    if os.name == "nt":
        return ["/O2"], []
    if sanitize:
        checks = ["-fsanitize=address,undefined", "-fno-sanitize-recover=undefined"]
        return [*checks, "-O1", "-g", "-fno-omit-frame-pointer"], checks
    return ["-O3", "-g0"], ["-Wl,-s"] if sys.platform == "linux" else []


def compile_core(into: Path, source: Path, *, only_c: bool, sanitize: bool) -> Path:
    """Compile in `into`, which is a folder that nobody else uses; returns the extension, or the C file."""
    cythonize = import_module("Cython.Build").cythonize
    setuptools = import_module("setuptools")
    build_ext = import_module("setuptools.command.build_ext").build_ext

    # A copy under its package's name, so that the C speaks of `saudagar/kernel/_core.py` wherever it was made. The
    # number of the source goes with it: core.py does not load an extension that was made of another text.
    place = Path(*MODULE.split(".")).with_suffix(".py")
    copy = into / "copy" / place
    copy.parent.mkdir(parents=True)
    beside = [source.with_name(part.name) for part in PARTS[1:]]
    rest = [near if near.exists() else part for near, part in zip(beside, PARTS[1:], strict=True)]
    text = b"\n".join(part.read_bytes() for part in (source, *rest))
    copy.write_bytes(text + f"\nSOURCE = {zlib.crc32(text)}\n".encode())
    os.chdir(into / "copy")
    compiled, linked = flags(sanitize=sanitize)
    extension = setuptools.Extension(
        MODULE,
        [str(place)],
        extra_compile_args=compiled,
        extra_link_args=linked,
        define_macros=[("Py_LIMITED_API", LIMITED_API), *([] if sanitize or only_c else twice())],
        py_limited_api=True,
    )
    modules = cythonize([extension], force=True, quiet=True)
    made_c = copy.with_suffix(".c")
    if only_c:
        return made_c
    made_c.write_text(widened(made_c.read_text(encoding="utf-8")), encoding="utf-8")
    command = build_ext(setuptools.Distribution({"name": "saudagar", "ext_modules": modules}))
    command.build_lib, command.build_temp = str(into / "lib"), str(into / "objects")
    command.ensure_finalized()
    command.run()
    (made,) = (into / "lib").rglob("_core.*")
    return made


def main(arguments: list[str]) -> int:
    """Compile and print where the result is."""
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("folder", type=Path, nargs="?")
    parser.add_argument("--source", type=Path, default=SOURCE)
    parser.add_argument("--only-c", action="store_true")
    parser.add_argument("--sanitize", action="store_true")
    parser.add_argument("--ask", action="store_true")
    options = parser.parse_args(arguments)
    if options.ask:
        print(unsuitable() or no_compiler())
        return 0
    if options.folder is None:
        parser.error("name a folder")
    into, source = options.folder.resolve(), options.source.resolve()
    for old in ("copy", "lib", "objects"):
        shutil.rmtree(into / old, ignore_errors=True)
    print(compile_core(into, source, only_c=options.only_c, sanitize=options.sanitize))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
