"""What goes over the wire: messages, sockets, exact figures, the OpenAPI document."""
