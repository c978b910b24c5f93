"""HTTP, WebSocket and OpenAPI over the floor."""
