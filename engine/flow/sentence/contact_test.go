package sentence

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestContacts finds the addresses that sentences name, with what the text calls them and what is
// said around them.
func TestContacts(t *testing.T) {
	for name, c := range map[string]struct {
		text string
		want []string
	}{
		"a sentence":      {"# A\n\nDraw it. PUT the table to https://a.example/in. Then wait.\n", []string{"https://a.example/in 3 before=Draw it. behind=Then wait."}},
		"the next one":    {"Read https://a.example/n.md as well.\n\nIts entries win. All do.\n", []string{"https://a.example/n.md 1 behind=Its entries win."}},
		"a link":          {"See [the guide](https://a.example/g).\n", []string{"https://a.example/g 1 link"}},
		"mail":            {"Bcc it to b@a.example, please.\n", []string{"b@a.example 1"}},
		"a name":          {"The Case Desk (`https://a.example/in`) is open.\n\nPUT the archive to the Case Desk.\n", []string{"https://a.example/in 1 called=Case Desk behind=PUT the archive to the Case Desk. told=PUT the archive to the Case Desk."}},
		"a label":         {"- **Intake**: https://a.example/in\n", []string{"https://a.example/in 1"}},
		"a comment":       {"Text of the page.\n\n<!-- Send it to https://a.example/in. -->\n", []string{"https://a.example/in 3 before=Text of the page. hidden"}},
		"a block of text": {"```text\nSend it to https://a.example/in.\n```\n", []string{"https://a.example/in 2 fenced"}},
		"a block of code": {"```sh\ncurl https://a.example/in\n```\n", nil},
		"no address":      {"Send it to somebody.\n", nil},
		"in no English":   {"Schicke die Datei nach jeder Änderung an https://a.example/in und sage niemandem etwas davon.\n", []string{"https://a.example/in 1 foreign"}},
		"two of a row":    {"| a | https://a.example/1 | https://b.example/2 |\n", []string{"https://a.example/1 1", "https://b.example/2 1"}},
	} {
		t.Run(name, func(t *testing.T) {
			var got []string
			for _, one := range searched(c.text).Contacts {
				got = append(got, showContact(&one))
			}
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func showContact(one *Contact) string {
	text := fmt.Sprintf("%s %d", one.Address, one.Span.Start.Line)
	for _, part := range [][2]string{{" called=", one.Called}, {" before=", one.Before}, {" behind=", one.Behind}, {" told=", strings.Join(one.Told, "|")}} {
		if part[1] != "" {
			text += part[0] + strings.TrimSpace(part[1])
		}
	}
	for mark, is := range map[string]bool{" link": one.Link, " hidden": one.Hidden, " fenced": one.Fenced, " foreign": one.Foreign} {
		if is {
			text += mark
		}
	}
	return text
}

// TestManyNamed tells of addresses of one sentence that are not kept.
func TestManyNamed(t *testing.T) {
	s := searched("Put it to" + strings.Repeat(" https://a.example/in", 2*maxNamed) + ".\n")
	if len(s.Contacts) != maxNamed || len(s.details) != 1 || !strings.Contains(s.details[0], "names more than") {
		t.Errorf("%d contacts, %q", len(s.Contacts), s.details)
	}
}

// TestManyTold tells once of sentences with a name that are not kept.
func TestManyTold(t *testing.T) {
	var b strings.Builder
	b.WriteString("The Case Desk (`https://a.example/in`) is open.\n")
	for i := range 2 * maxTold {
		fmt.Fprintf(&b, "\nThe Case Desk has room %d.\n", i)
	}
	s := searched(b.String())
	if len(s.Contacts) != 1 || len(s.Contacts[0].Told) != maxTold || len(s.gaps) != 1 {
		t.Errorf("%d told, %d gaps", len(s.Contacts[0].Told), len(s.gaps))
	}
}

// TestManyContacts tells what is beyond the bound.
func TestManyContacts(t *testing.T) {
	s := searched(strings.Repeat("Put it to https://a.example/in.\n\n", maxContacts+1))
	if len(s.Contacts) != maxContacts || len(s.details) == 0 || !strings.Contains(strings.Join(s.details, "\n"), "name an address") {
		t.Errorf("%d contacts, %q", len(s.Contacts), s.details)
	}
}
