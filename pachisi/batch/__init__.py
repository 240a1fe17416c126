"""Many games in arrays, stepped together by somebody else's policy: `Batch`."""

from .actions import BatchAction
from .batch import Batch
from .planes import Plane

__all__ = ["Batch", "BatchAction", "Plane"]
