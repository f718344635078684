// This file is empty: it lets the package declare functions without bodies.
