package jsontable

// Set is a list of a table to look words up in.
func Set(list []string) map[string]bool {
	set := make(map[string]bool, len(list))
	for _, word := range list {
		set[word] = true
	}
	return set
}
