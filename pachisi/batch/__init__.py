"""Many games in arrays, stepped together by somebody else's policy: `Batch`."""

from .actions import BatchAction
from .batch import Batch
from .encoder import Encoder
from .planes import Plane

__all__ = ["Batch", "BatchAction", "Encoder", "Plane"]
