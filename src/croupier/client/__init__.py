"""A client of a Croupier server: requests by HTTP, and the socket of a table. Needs the extra `client`.

```python
from croupier.client import CasinoClient

casino = CasinoClient.guest("http://127.0.0.1:8421")
with casino.table("roulette-1") as table:
    table.act("buy in", amount=50_00)
```
"""

from croupier.client.casino import CasinoClient
from croupier.client.messages import ActReceipt, RefusalTold, RequestRefused, TableMessage
from croupier.client.table import TableConnection, seal_fits

__all__ = [
    "ActReceipt",
    "CasinoClient",
    "RefusalTold",
    "RequestRefused",
    "TableConnection",
    "TableMessage",
    "seal_fits",
]
