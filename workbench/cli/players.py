"""Who plays the chunks of a simulation: processes here, or a Dask cluster."""

from __future__ import annotations

from typing import Any

import typer


def choose_player(workers: int | None, cluster: str | None, stays: bool = False) -> Any:
    """What makes the player, given the log's queue; one that stays plays several jobs and is closed at the end."""
    from workbench.sim.cluster import ADDRESS, Cluster, StandingCluster
    from workbench.sim.pool import Pool, StandingPool, cores

    if cluster is None:
        pool = StandingPool if stays else Pool
        return lambda queue: pool(workers or cores(), queue)
    if workers is not None:
        raise typer.BadParameter("a cluster has its own workers: leave --workers out", param_hint="--workers")
    if not ADDRESS.fullmatch(cluster):
        raise typer.BadParameter(f"'{cluster}' is not tcp://HOST:PORT or local:N", param_hint="--cluster")
    return lambda queue: StandingCluster(cluster) if stays else Cluster(cluster)
