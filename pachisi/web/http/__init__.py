"""Requests and sockets: the application and its routes."""
