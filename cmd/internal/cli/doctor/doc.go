// Package doctor is the command doctor: it examines installations and tries the boundary.
package doctor
