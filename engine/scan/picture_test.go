package scan

import (
	"context"
	"encoding/binary"
	"strings"
	"testing"
)

// What stands around a text in a picture, a length or a checksum, can look like
// letters, and is no part of it.
func TestTextsOfPictures(t *testing.T) {
	long := strings.Repeat("The picture shows a table. ", 20) + hiddenOrder
	var blocks []byte
	for rest := []byte(long); len(rest) > 0; {
		n := min(len(rest), 255)
		blocks = append(append(blocks, byte(n)), rest[:n]...)
		rest = rest[n:]
	}
	for name, c := range map[string]struct {
		data []byte
		want string
	}{
		"chunk.png":   {pngWith("tEXt", []byte("Comment\x00"+hiddenOrder), ""), hiddenOrder},
		"behind.png":  {pngWith("", nil, hiddenOrder), hiddenOrder},
		"segment.jpg": {[]byte("\xff\xd8\xff\xfe" + string(binary.BigEndian.AppendUint16(nil, uint16(len(hiddenOrder)+2))) + hiddenOrder + "\xff\xd9"), hiddenOrder},
		"behind.jpg":  {[]byte("\xff\xd8\xff\xfe\x00\x04ab\xff\xd9\x00" + hiddenOrder), hiddenOrder},
		"broken.jpg":  {[]byte("\xff\xd8\xff\xfe\xff\xff\x00" + hiddenOrder), hiddenOrder},
		"broken.png":  {[]byte("\x89PNG\r\n\x1a\n\x7f\xff\xff\xff\x00\x00" + hiddenOrder), hiddenOrder},
		"long.gif":    {[]byte("GIF89a\x01\x00\x01\x00\x00\x00\x00\x21\xfe" + string(blocks) + "\x00;"), long},
	} {
		content := Inspect(context.Background(), name, c.data, int64(len(c.data)), nil, Limits{})
		parts, err := Parts(content, c.data)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		found := false
		for _, part := range parts {
			for line := range strings.Lines(string(part.Text)) {
				found = found || strings.TrimSuffix(line, "\n") == c.want
			}
		}
		if !found {
			t.Errorf("%s (%s): %+v", name, content.Type, parts)
		}
	}
}
