"""Golden queries, metrics, snapshots and the gate."""
