package cli

import (
	"fmt"
	"slices"
	"strings"

	"github.com/skillctl/skillctl/schema"
)

// oneOf makes sure that the value of a flag is one of a list.
func oneOf(flag, value string, list []string) error {
	if slices.Contains(list, value) {
		return nil
	}
	return unknown(fmt.Sprintf("%s %q", flag, value), value, list)
}

// unknown is the usage error for a word that is not in a list.
func unknown(what, value string, list []string) error {
	if len(list) == 0 {
		return usagef("%s is not known; there are none", what)
	}
	text := fmt.Sprintf("%s is not known; it must be one of %s", what, strings.Join(list, ", "))
	if near := schema.Nearest(value, list); near != "" {
		text += fmt.Sprintf("; did you mean %q?", near)
	}
	return usagef("%s", text)
}
