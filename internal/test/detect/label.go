package detect

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path"
	"slices"
	"strings"
)

// Labels of skills.
const (
	malicious = "malicious"
	benign    = "benign"
)

// Label is what is known of one skill of a corpus.
type Label struct {
	// Path is its folder below the corpus, with slashes. Skills below it are part of it.
	Path string `json:"path"`
	// Kind is "malicious" or "benign".
	Kind string `json:"label"`
	// Source is where it is from; the first part of Path where that is not said.
	Source string `json:"source"`
	// Family is what skills have that are one and the same; found out where it is empty.
	Family string `json:"family"`
	// Pair is what the two skills of a pair have, "" for none.
	Pair string `json:"pair"`
}

// readLabels reads labels from a file: lines of JSON, a list in JSON, or CSV with a
// header.
func readLabels(file string) ([]Label, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, fmt.Errorf("read labels: %w", err)
	}
	labels, err := parseLabels(text)
	if err != nil {
		return nil, fmt.Errorf("read labels of %s: %w", file, err)
	}
	return labels, nil
}

func parseLabels(text []byte) ([]Label, error) {
	var labels []Label
	var err error
	switch trimmed := bytes.TrimSpace(text); {
	case bytes.HasPrefix(trimmed, []byte("[")):
		err = json.Unmarshal(trimmed, &labels)
	case bytes.HasPrefix(trimmed, []byte("{")):
		labels, err = jsonLines(trimmed)
	default:
		labels, err = csvLabels(trimmed)
	}
	if err != nil {
		return nil, err
	}
	return checkLabels(labels)
}

func jsonLines(text []byte) ([]Label, error) {
	var labels []Label
	lines := json.NewDecoder(bytes.NewReader(text))
	for {
		var one Label
		err := lines.Decode(&one)
		if errors.Is(err, io.EOF) {
			return labels, nil
		}
		if err != nil {
			return nil, fmt.Errorf("entry %d: %w", len(labels)+1, err)
		}
		labels = append(labels, one)
	}
}

func csvLabels(text []byte) ([]Label, error) {
	rows, err := csv.NewReader(bytes.NewReader(text)).ReadAll()
	if err != nil {
		return nil, err
	}
	if len(rows) == 0 || !slices.Contains(rows[0], "path") || !slices.Contains(rows[0], "label") {
		return nil, errors.New(`the first line has to name the columns, "path" and "label" among them`)
	}
	var labels []Label
	for _, row := range rows[1:] {
		var one Label
		fields := map[string]*string{"path": &one.Path, "label": &one.Kind, "source": &one.Source, "family": &one.Family, "pair": &one.Pair}
		for i, column := range rows[0] {
			if into := fields[column]; into != nil {
				*into = row[i]
			}
		}
		labels = append(labels, one)
	}
	return labels, nil
}

// checkLabels fills in sources, and refuses what cannot be measured.
func checkLabels(labels []Label) ([]Label, error) {
	seen, pairs := map[string]bool{}, map[string][]string{}
	for i := range labels {
		one := &labels[i]
		one.Path = path.Clean(one.Path)
		switch {
		case one.Path == "." || path.IsAbs(one.Path) || strings.HasPrefix(one.Path, "../"):
			return nil, fmt.Errorf("entry %d: path %q is not below the corpus", i+1, one.Path)
		case one.Kind != malicious && one.Kind != benign:
			return nil, fmt.Errorf("entry %d: label %q; it is %s or %s", i+1, one.Kind, malicious, benign)
		case seen[one.Path]:
			return nil, fmt.Errorf("entry %d: %s is labelled twice", i+1, one.Path)
		}
		seen[one.Path] = true
		if one.Source == "" {
			one.Source, _, _ = strings.Cut(one.Path, "/")
		}
		if one.Pair != "" {
			pairs[one.Pair] = append(pairs[one.Pair], one.Kind)
		}
	}
	for name, both := range pairs {
		slices.Sort(both)
		if !slices.Equal(both, []string{benign, malicious}) {
			return nil, fmt.Errorf("pair %q has %v; it wants one %s and one %s", name, both, benign, malicious)
		}
	}
	if len(labels) == 0 {
		return nil, errors.New("there are none")
	}
	slices.SortFunc(labels, func(a, b Label) int { return strings.Compare(a.Path, b.Path) })
	return labels, nil
}
