"""Writes what each position of a portfolio is worth to report.csv."""

positions = {"ACME": 120.5, "GLOBEX": 79.5}

with open("report.csv", "w", encoding="utf-8") as file:
    for name, worth in positions.items():
        print(f"{name},{worth:.2f}", file=file)
