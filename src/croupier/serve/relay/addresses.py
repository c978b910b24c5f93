"""Where the workers of a house reach each other."""

from __future__ import annotations

import ipaddress
import ssl
from pathlib import Path

from msgspec import Struct

from croupier.floor.store.port import StoreFailed


class PeerAddress(Struct, frozen=True):
    """Where the other workers of a house reach this one, and with which certificate."""

    host: str = "127.0.0.1"
    certificate: Path | None = None
    private_key: Path | None = None

    def own_side(self) -> ssl.SSLContext | None:
        if self.certificate is None:
            return None
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(self.certificate, self.private_key)
        return context

    def other_side(self) -> ssl.SSLContext | None:
        """All workers have one certificate, or one authority's: who they are is proved by the house key."""
        if self.certificate is None:
            return None
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        context.check_hostname = False
        context.load_verify_locations(self.certificate)
        return context


def peer_address(host: str, certificate: str | None, private_key: str | None) -> PeerAddress:
    """Raises `StoreFailed`, in one line, where the files are no certificate and its key, or where they are needed."""
    if certificate is None and private_key is None:
        if not _is_loopback(host):
            # The greeting is proved by the house key, but what is passed on has people's session tokens in it.
            raise StoreFailed(
                f"workers reach each other at {host} with TLS only: set --peer-certificate and --peer-key"
            )
        return PeerAddress(host)
    if certificate is None or private_key is None:
        raise StoreFailed("a certificate for other workers goes with its key: set --peer-certificate and --peer-key")
    found = PeerAddress(host, Path(certificate), Path(private_key))
    try:
        found.own_side()
        found.other_side()
    except (OSError, ssl.SSLError) as error:
        raise StoreFailed(f"{certificate} and {private_key} are no certificate and its key: {error}") from None
    return found


def _is_loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return host == "localhost"
