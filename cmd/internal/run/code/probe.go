package code

import _ "embed"

//go:embed probe.py
var probePython []byte

//go:embed probe.cjs
var probeNode []byte

//go:embed probe.sh
var probeBash []byte

// Probe is code that says, as JSON, what is there: the version of what runs it and
// those of the packages that its arguments name. It has no text for a language
// that cannot say.
func Probe(l Language) (file string, text []byte) {
	switch l {
	case Python:
		return "probe.py", probePython
	case Bash:
		return "probe.sh", probeBash
	}
	return "probe.cjs", probeNode
}
