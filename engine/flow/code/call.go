package code

import "strings"

// LastPart is the last part of the name of a call.
func LastPart(call string) string { return call[strings.LastIndexByte(call, '.')+1:] }

// LastTwo are the last two parts of the name of a call.
func LastTwo(call string) string {
	parts := strings.Split(call, ".")
	return strings.Join(parts[max(0, len(parts)-2):], ".")
}
