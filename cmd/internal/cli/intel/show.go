package intel

import (
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/skillctl/skillctl/cmd/internal/cli/kit"
	"github.com/skillctl/skillctl/cmd/internal/cli/layout"
	"github.com/skillctl/skillctl/engine/intel"
	"github.com/skillctl/skillctl/engine/report/format"
)

// report is #IntelReport of schema/intel.cue.
type report struct {
	Schema string `json:"schema"`
	List   *list  `json:"list,omitempty"`
}

type list struct {
	Name     string             `json:"name"`
	Issued   time.Time          `json:"issued"`
	Taken    time.Time          `json:"taken"`
	Days     int                `json:"days"`
	Digest   string             `json:"digest"`
	Source   string             `json:"source"`
	Resolved string             `json:"resolved,omitempty"`
	Signer   *intel.Signer      `json:"signer,omitempty"`
	Entries  map[intel.Kind]int `json:"entries"`
}

func newShow(f *kit.Factory) *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "show",
		Short: "Show whose list is there, how old it is, and what it has",
		Args:  kit.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			return showRun(f, asJSON)
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "write JSON")
	return cmd
}

func showRun(f *kit.Factory, asJSON bool) error {
	store, err := f.Intel()
	if err != nil {
		return err
	}
	now := f.Now()
	bundle, record, err := store.Load(now)
	if err != nil {
		return err
	}
	out := report{Schema: "skillctl.intel-report/v1"}
	if bundle != nil {
		out.List = &list{
			Name: bundle.Name, Issued: bundle.Issued, Taken: record.Taken, Days: bundle.Days(now), Digest: bundle.Digest,
			Source: record.Source, Resolved: record.Resolved, Signer: record.Signer, Entries: bundle.Counts,
		}
	}
	if asJSON {
		return kit.WriteJSON(f.IO.Out, out)
	}
	_, err = fmt.Fprint(f.IO.Out, out.text())
	return err
}

// text is the report for a person.
func (r *report) text() string {
	l := r.List
	if l == nil {
		return "there is no list; `skillctl intel update SOURCE` takes one\n"
	}
	var b strings.Builder
	line := func(name, value string) { fmt.Fprintf(&b, "%-8s %s\n", name, format.Escape(value)) }
	line("list", l.Name)
	line("made", fmt.Sprintf("%s, %s", l.Issued.Format(form), layout.Count(l.Days, "day")+" old"))
	line("taken", fmt.Sprintf("%s from %s", l.Taken.Format(form), l.Source))
	if l.Resolved != "" {
		line("artifact", l.Resolved)
	}
	line("signed", "by "+signedBy(l.Signer))
	line("digest", l.Digest)
	var counts []string
	for _, kind := range []intel.Kind{intel.Digest, intel.Domain, intel.Address, intel.Account, intel.Package} {
		counts = append(counts, fmt.Sprintf("%s %d", kind, l.Entries[kind]))
	}
	line("entries", strings.Join(counts, ", "))
	return b.String()
}

func newRemove(f *kit.Factory) *cobra.Command {
	return &cobra.Command{
		Use:   "remove",
		Short: "Remove the list: nothing is known to be bad",
		Args:  kit.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			store, err := f.Intel()
			if err != nil {
				return err
			}
			was, err := store.Remove()
			if err != nil {
				return err
			}
			said := "there was no list\n"
			if was {
				said = "removed the list\n"
			}
			_, err = fmt.Fprint(f.IO.Out, said)
			return err
		},
	}
}
