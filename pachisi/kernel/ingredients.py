"""Other ways through Numba's compiler: a shorter one for functions that only compiled functions call, a longer one for the whole.

Numba optimizes every function together with all that it calls, and makes machine code of it, at each level of calls anew.
What only goes into other functions needs neither: here it is kept as it is, and optimized in the whole alone. That is half
the time of compiling the rules. The whole is optimized twice: what it is made of has become simple by then, and more of it
is worth compiling into its callers (but for a `Game`, which spends its time in Python, that would only be a longer wait).
Both rely on the inside of Numba, so they are taken with TESTED versions alone.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

numba: Any = import_module("numba")  # its type stubs do not know its inside
codegen: Any = import_module("numba.core.codegen")
compiler: Any = import_module("numba.core.compiler")
llvm: Any = import_module("llvmlite.binding")

TESTED = {(0, 68)}  # versions of Numba


class Ingredient(codegen.JITCodeLibrary):  # type: ignore[misc]
    """What is compiled from such a function, for linking."""

    def _optimize_final_module(self) -> None:
        """Left to the whole that it goes into."""

    def _finalize_final_module(self) -> None:
        """Make no machine code: a copy of it that others would call, unoptimized, instead of their own."""
        self._finalized = True
        whole = self._get_module_for_linking()
        environments = [part.name for part in whole.global_variables if "NumbaEnv" in part.name]
        room = "\n".join(f'@"{name}" = common global ptr null' for name in environments)  # Numba writes an address there
        self._final_module = llvm.parse_assembly(room)
        super()._finalize_final_module()


class Whole(codegen.JITCodeLibrary):  # type: ignore[misc]
    """A function that Python calls, with all that goes into it."""

    def __init__(self, *arguments: Any) -> None:
        super().__init__(*arguments)
        self.enable_object_caching()

    def _optimize_final_module(self) -> None:
        self._optimize_functions(self._final_module)
        super()._optimize_final_module()
        super()._optimize_final_module()


class IngredientCompiler(compiler.Compiler):  # type: ignore[misc]
    """Numba's own, but for the library."""

    library = Ingredient

    def compile_extra(self, function: Any) -> Any:
        self.state.library = self.library(self.state.targetctx.codegen(), function.__qualname__)
        return super().compile_extra(function)


class WholeCompiler(IngredientCompiler):
    library = Whole


KNOWN = numba.version_info[:2] in TESTED
SHORTER = {"pipeline_class": IngredientCompiler} if KNOWN else {}  # options for njit
LONGER = {"pipeline_class": WholeCompiler} if KNOWN else {}
