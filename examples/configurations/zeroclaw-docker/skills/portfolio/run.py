"""Sums up the positions of a portfolio."""

positions = {"ACME": 120.5, "GLOBEX": 79.5}

print(f"{len(positions)} positions, worth {sum(positions.values()):.2f}")
