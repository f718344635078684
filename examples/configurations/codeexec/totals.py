"""Sums up a table."""

rows = [("north", 12), ("south", 30)]
for name, value in rows:
    print(f"{name}\t{value}")
print(f"total\t{sum(value for _, value in rows)}")
