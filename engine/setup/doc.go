// Package setup puts skillctl in front of agents: it finds those that are installed, says
// how their configurations have to change, changes them whole or not at all, and takes
// the change back. What each agent needs is in policies/tables/setup.json; package edit
// changes the texts.
//
// What was written is remembered in a receipt, so that it can be taken back to the byte.
// A receipt is written before the configuration: one without a change is of no harm, a
// change without one could only be taken back by what it says.
package setup
