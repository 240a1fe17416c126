"""How notes travel between servers: through PostgreSQL, through Redis or Valkey, or by sockets beside a file of SQLite."""

from .line import Bus, BusError, open_bus

__all__ = ["Bus", "BusError", "open_bus"]
