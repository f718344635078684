package deceptive

// Readable is a text as it reads.
func Readable(text []byte) []byte {
	if read, changed := Read(text); changed {
		return read.Text
	}
	return text
}

// Seen is a text as it reads, with the place in it of each byte, and of its end.
func Seen(text []byte) (read []byte, at []int) {
	if read, changed := Read(text); changed {
		return read.Text, read.At
	}
	at = make([]int, len(text)+1)
	for i := range at {
		at[i] = i
	}
	return text, at
}
