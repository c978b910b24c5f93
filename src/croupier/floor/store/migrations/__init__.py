"""How a file of any age becomes one of today: Alembic's environment and its versions, carried inside the package."""
