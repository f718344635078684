package house

import (
	"slices"
	"testing"

	"github.com/skillctl/skillctl/engine/flow/beside"
	"github.com/skillctl/skillctl/engine/flow/sentence"
	"github.com/skillctl/skillctl/engine/flow/tenant"
	"github.com/skillctl/skillctl/engine/party"
)

// TestKin finds names that have a word as a part, and none of a word that sentences have as any other.
func TestKin(t *testing.T) {
	for name, c := range map[string]struct {
		text string
		want []string
	}{
		"names":                  {"# A\n`larch-events` and LARCH_TOKEN.\n# B\nlarch.users", []string{"larch-events", "LARCH_TOKEN", "larch.users"}},
		"a part of a word":       {"larchwood-events and xlarch-events", nil},
		"the word itself":        {"Larch has a house.", nil},
		"a word as any other":    {"Cut the larch. `larch-events`", nil},
		"a word that is code":    {"`--profile larch`, `larch-events`", []string{"larch-events"}},
		"a letter that grows":    {"\u0130 larch-events", nil},
		"a name in a sentence":   {"Fields that Larch has.\nLarch has them.", []string{"Larch"}},
		"the end of a sentence":  {"See larch-events.", []string{"larch-events"}},
		"a word in a block":      {"```\nuse larch\n```\nlarch-events", []string{"larch-events"}},
		"once for a section":     {"larch-a, larch-a\n# B\nlarch-a", []string{"larch-a", "larch-a"}},
		"a comment in a program": {"```sh\n# no heading\nlarch-a\n```\nlarch-a", []string{"larch-a"}},
	} {
		t.Run(name, func(t *testing.T) {
			documents := map[string][]byte{"SKILL.md": []byte(c.text)}
			var got []string
			for _, one := range Kindred(documents, []sentence.Contact{{Address: "https://in.larch.shop/x"}}, nil, nil) {
				got = append(got, one.Name)
			}
			if !slices.Equal(got, c.want) {
				t.Errorf("%q, want %q", got, c.want)
			}
		})
	}
}

// TestKinWords are looked for: the label of a domain, its first word, the words of an account.
func TestKinWords(t *testing.T) {
	sends := []beside.Send{{Tenants: []tenant.Tenant{{Name: "oak-raw-events2"}}}}
	contacts := []sentence.Contact{{Address: "ops@mail.larch-garden.co.uk"}, {Address: "x.io/abc", Tenants: []tenant.Tenant{{Name: "fern-9"}}}}
	parties := []sentence.Party{{Found: party.Found{Key: "a@birch.dev"}}, {Found: party.Found{Key: "@handle"}}}
	got := kinWords(contacts, sends, parties)
	if want := []string{"larch-garden", "larch", "events", "fern", "birch"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

// TestKinSections says which lines the section of a name has.
func TestKinSections(t *testing.T) {
	documents := map[string][]byte{"SKILL.md": []byte("larch-a\n# B\nx\nlarch-b\n## C\nlarch-c\n"), "x.toml": []byte("larch-d")}
	var got [][2]int
	for _, one := range Kindred(documents, []sentence.Contact{{Address: "larch.shop"}}, nil, nil) {
		got = append(got, [2]int{one.First, one.Last})
	}
	if want := [][2]int{{1, 1}, {2, 4}, {5, 7}, {0, 0}}; !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}

// TestSectionsOf leaves out what has no more than a heading.
func TestSections(t *testing.T) {
	got := Sections([]byte("---\nname: a\n---\n# A\n\n## B\nx\n\n## C\n```\n# no heading\n```\n## D\n"))
	if want := []int{6, 9}; !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}
