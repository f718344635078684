// Package party finds who texts name without a host: mailboxes, phone numbers, accounts of banks, wallets
// and payment services, people and teams of services, principals of clouds, keys that something is
// encrypted for, and codes by which somebody is paid for what another one buys. It says what there is,
// and whether a check digit proves it; whose it is, and what follows from that, is decided in Rego.
package party
