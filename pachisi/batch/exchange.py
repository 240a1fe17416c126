"""Arrays of a GPU for other libraries, without a copy: DLPack and the CUDA array interface."""

from __future__ import annotations

import ctypes
from typing import Any

import numpy as np

CPU, GPU = 1, 2  # kinds of device
KINDS = {"i": 0, "u": 1, "f": 2, "b": 6}  # of numbers
NAME = b"dltensor"
OUR_STREAM = 1  # the default one of CUDA, as DLPack numbers it


class Tensor(ctypes.Structure):
    """DLTensor, and what DLManagedTensor adds to it."""

    _fields_ = (
        ("data", ctypes.c_void_p), ("device_type", ctypes.c_int32), ("device_id", ctypes.c_int32), ("ndim", ctypes.c_int32),
        ("code", ctypes.c_uint8), ("bits", ctypes.c_uint8), ("lanes", ctypes.c_uint16),
        ("shape", ctypes.POINTER(ctypes.c_int64)), ("strides", ctypes.POINTER(ctypes.c_int64)), ("byte_offset", ctypes.c_uint64),
        ("manager", ctypes.c_void_p), ("deleter", ctypes.c_void_p),
    )  # fmt: skip


LENT: dict[int, Any] = {}  # tensors that others hold, by address, with what keeps their memory alive
Release = ctypes.CFUNCTYPE(None, ctypes.c_void_p)
make_capsule = ctypes.pythonapi.PyCapsule_New
make_capsule.restype, make_capsule.argtypes = ctypes.py_object, [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p]
is_unused = ctypes.pythonapi.PyCapsule_IsValid
is_unused.argtypes = [ctypes.c_void_p, ctypes.c_char_p]
address_in = ctypes.pythonapi.PyCapsule_GetPointer
address_in.restype, address_in.argtypes = ctypes.c_void_p, [ctypes.c_void_p, ctypes.c_char_p]


def give_back(tensor: int) -> None:
    """Nobody needs a tensor any more."""
    LENT.pop(tensor, None)


def discard(capsule: int) -> None:
    """The end of a capsule that nobody has taken its tensor from."""
    if is_unused(capsule, NAME):
        give_back(address_in(capsule, NAME))


GIVE_BACK, DISCARD = Release(give_back), Release(discard)  # as C calls them


class DeviceArray:
    """An array in the memory of a GPU: `torch.from_dlpack(it)`, `jax.dlpack.from_dlpack(it)`, `cupy.asarray(it)` share it.

    `numpy.asarray(it)` copies it to the host.

    :ivar array: the same as Numba knows it
    :ivar shape: as NumPy has it
    :ivar dtype: as NumPy has it
    """

    def __init__(self, array: Any, cuda: Any, simulated: bool = False) -> None:
        self.array, self.dtype = array, array.dtype
        self.shape: tuple[int, ...] = tuple(array.shape)
        self._cuda, self._kind = cuda, CPU if simulated else GPU
        self._data = array.ctypes.data if simulated else array.device_ctypes_pointer.value or 0

    def __repr__(self) -> str:
        return f"DeviceArray(shape={self.shape}, dtype={self.dtype})"

    def __len__(self) -> int:
        return self.shape[0]

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> np.ndarray[Any, Any]:
        host: np.ndarray[Any, Any] = self.array.copy_to_host()
        return host if dtype is None else host.astype(dtype)

    @property
    def __cuda_array_interface__(self) -> dict[str, Any]:
        if self._kind == CPU:
            raise AttributeError("CUDA's simulator has no CUDA arrays")
        return {"shape": self.shape, "typestr": self.dtype.str, "data": (self._data, False), "strides": None, "version": 3}

    def __dlpack_device__(self) -> tuple[int, int]:
        return self._kind, 0 if self._kind == CPU else int(self._cuda.get_current_device().id)

    def __dlpack__(self, *, stream: int | None = None, copy: bool | None = None, **_: Any) -> Any:
        if copy:
            raise BufferError("A batch hands out its memory itself; copy what you have received.")
        if stream not in (None, -1, OUR_STREAM):
            self._cuda.synchronize()
        sizes = (ctypes.c_int64 * len(self.shape))(*self.shape)
        kind, number = self.__dlpack_device__()
        tensor = Tensor(
            self._data, kind, number, len(self.shape), KINDS[self.dtype.kind], 8 * self.dtype.itemsize, 1, sizes, None, 0,
            None, ctypes.cast(GIVE_BACK, ctypes.c_void_p),
        )  # fmt: skip
        address = ctypes.addressof(tensor)
        LENT[address] = tensor, sizes, self.array
        return make_capsule(address, NAME, ctypes.cast(DISCARD, ctypes.c_void_p))
