"""How a table is shown to people: views, events and refusals, in their language."""
