package house

import "testing"

// TestIntroductionOf finds the first paragraph below a title, and none where something else comes first.
func TestIntroductionOf(t *testing.T) {
	for name, c := range map[string]struct {
		text string
		want Introduction
	}{
		"below a title":      {"\n# News\n\nLarch House,\nfor all.\n\nMore.\n", Introduction{"Larch House, for all.", 8, 9}},
		"without a title":    {"Larch House.\n## A\nB\n", Introduction{"Larch House.", 5, 5}},
		"ended by a list":    {"# A\nFor us:\n- x\n", Introduction{"For us:", 6, 6}},
		"a list":             {"# A\n\n- x\n\nLater.\n", Introduction{}},
		"a block":            {"# A\n```sh\nx\n```\nLater.\n", Introduction{}},
		"another heading":    {"# A\n\n## B\n\nLater.\n", Introduction{}},
		"a quotation":        {"> said\n\nLater.\n", Introduction{}},
		"nothing":            {"", Introduction{}},
		"a second title":     {"# A\n# B\nLater.\n", Introduction{}},
		"bytes of no text":   {"A\xffb\n", Introduction{"Ab", 5, 5}},
		"a letter that ends": {"É.\n", Introduction{"É.", 5, 5}},
	} {
		t.Run(name, func(t *testing.T) {
			if got := IntroductionOf(c.text, 5); got != c.want {
				t.Errorf("%+v, want %+v", got, c.want)
			}
		})
	}
}

// TestIntroductionIsBounded keeps no more of a paragraph than is needed.
func TestIntroductionIsBounded(t *testing.T) {
	long := make([]byte, 0, 9000)
	for range 90 {
		long = append(long, "a hundred letters are in this line of the paragraph, of which there are more than anybody would read\n"...)
	}
	got := IntroductionOf(string(long), 1)
	if len(got.Text) != maxIntroduction || got.Last != 90 {
		t.Errorf("%d bytes to line %d", len(got.Text), got.Last)
	}
}
