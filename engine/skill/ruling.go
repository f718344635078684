package skill

import (
	"bytes"
	"slices"
	"strings"

	"github.com/skillctl/skillctl/engine/flow/deed"
	"github.com/skillctl/skillctl/engine/flow/sentence"
)

// maxRuled is how many bytes are looked through for what a package says elsewhere of whom its rulings
// name; maxOther is how many of one text are kept for that alone, and maxOthers those of a package.
const (
	maxRuled  = 64 << 20
	maxOther  = 128 << 10
	maxOthers = 2 << 20
)

// remember keeps a text that is no document, as rows of data are: whom it names is no stranger to the
// package. What is behind the bounds is not known of.
func (r *reader) remember(file string, text []byte) {
	s := r.skill
	if bytes.IndexByte(text, 0) >= 0 {
		return
	}
	if s.others == nil {
		s.others = map[string]string{}
	}
	if r.others < maxOthers {
		s.others[file] = strings.ToLower(string(text[:min(len(text), maxOther)]))
		r.others += len(s.others[file])
	}
}

// ruledOf counts the places of the package, the names of its files among them, that have what a
// ruling, or a branch of a program on a name, has besides that itself.
func (s *Skill) ruledOf(list []sentence.Ruling, deeds []deed.Deed) {
	if len(list) == 0 && !slices.ContainsFunc(deeds, func(d deed.Deed) bool { return len(d.Names) > 0 }) {
		return
	}
	texts := []string{strings.ToLower(s.Dir)}
	for i := range s.Files {
		texts = append(texts, strings.ToLower(s.Files[i].Path))
		if text := s.textOf(s.Files[i].Path); text != nil {
			texts = append(texts, strings.ToLower(string(text)))
		} else if text, ok := s.others[s.Files[i].Path]; ok {
			texts = append(texts, text)
		}
	}
	counts, left := map[string]int{}, maxRuled
	count := func(word string) int {
		n, known := counts[word]
		if !known {
			for _, text := range texts {
				if left -= len(text); left > 0 {
					n += strings.Count(text, word)
				}
			}
			counts[word] = n
		}
		return n
	}
	for i := range list {
		for j := range list[i].Names {
			name := &list[i].Names[j]
			for k, word := range name.Words {
				name.Places = max(name.Places, count(word)-name.Own[k])
			}
		}
	}
	for i := range deeds {
		own := strings.ToLower(deeds[i].What)
		for _, name := range deeds[i].Names {
			name = strings.ToLower(name)
			deeds[i].Places = max(deeds[i].Places, count(name)-strings.Count(own, name))
		}
	}
}
