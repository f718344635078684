package stage

import (
	"archive/zip"
	"bytes"
	"fmt"
	"io"
	"slices"
	"testing"
)

// listZip is what our reader makes of an archive: a line for each member.
func listZip(text []byte) (lines []string, err error) {
	archive := bytes.NewReader(text)
	members, err := zipMembers(archive, int64(len(text)), 200)
	if err != nil {
		return nil, err
	}
	for i := range members {
		m := &members[i]
		if err := m.checkMode(); err != nil {
			return nil, err
		}
		content, err := io.ReadAll(io.LimitReader(m.open(archive), 1<<20))
		if err != nil {
			return nil, err
		}
		lines = append(lines, fmt.Sprintf("%q %x", m.name, content))
	}
	slices.Sort(lines)
	return lines, nil
}

// FuzzZipReader wants an archive that we read to be read alike by the standard
// library.
func FuzzZipReader(f *testing.F) {
	for _, tt := range refusals(f) {
		if bytes.HasPrefix(tt.text, []byte("PK")) && len(tt.text) < 16<<10 {
			f.Add(tt.text)
		}
	}
	f.Add(libraryZip(f, map[string]string{"SKILL.md": manifest, "a/b": "c"}))
	f.Fuzz(func(t *testing.T, text []byte) {
		lines, err := listZip(text)
		if err != nil {
			return
		}
		r, err := zip.NewReader(bytes.NewReader(text), int64(len(text)))
		if err != nil {
			return // it refuses more
		}
		var want []string
		for _, m := range r.File {
			in, err := m.Open()
			if err != nil {
				t.Fatalf("the standard library cannot open %q: %v", m.Name, err)
			}
			content, err := io.ReadAll(io.LimitReader(in, 1<<20))
			if err != nil {
				t.Fatalf("the standard library cannot read %q: %v", m.Name, err)
			}
			want = append(want, fmt.Sprintf("%q %x", m.Name, content))
		}
		slices.Sort(want)
		if !slices.Equal(lines, want) {
			t.Errorf("the standard library has\n%q, we have\n%q", want, lines)
		}
	})
}
