package lint

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"hash/fnv"
	"strconv"

	"github.com/skillctl/skillctl/internal/jsontable"
)

// shelves have what was said of the skills of the last run with the same paths, some
// hundred in one entry of the cache: where nothing changed, one file is opened and read
// for these, not one for each. A skill is found by the same key as in its own entry, which
// pins its files; what is on no shelf is looked for there.
type shelves struct {
	cache Cache
	keys  []string
	// known are the results on each shelf, by the key that pins the files.
	known []map[string]*skillResult
}

// shelved is a result on a shelf.
type shelved struct {
	Pin    string      `json:"pin"`
	Result skillResult `json:"result"`
}

// perShelf is how many results are on a shelf, more or less; a run of fewer than
// fewResults has none, nor has one that looks at what changed alone.
const (
	perShelf   = 256
	fewResults = 8
)

// shelves reads what is kept for a run with these paths, which found some skills.
func (e *Linter) shelves(paths []string, count int) shelves {
	if e.cache == nil || len(paths) == 0 || count < fewResults {
		return shelves{}
	}
	s := shelves{cache: e.cache}
	text := strconv.AppendQuote([]byte("shelf\x00"+e.identity+"\x00"), e.here.dir)
	for _, name := range paths {
		text = strconv.AppendQuote(text, name)
	}
	number := 1 + count/perShelf
	for i := range number {
		sum := sha256.Sum256(strconv.AppendInt(strconv.AppendInt(append(text, 0), int64(i), 10), -int64(number), 10))
		s.keys = append(s.keys, hex.EncodeToString(sum[:]))
		s.known = append(s.known, s.read(s.keys[i]))
	}
	return s
}

func (s shelves) read(key string) map[string]*skillResult {
	known := map[string]*skillResult{}
	var list []shelved
	if text, ok := s.cache.Get(key); ok && jsontable.Decode(string(text), &list) == nil {
		for i := range list {
			list[i].Result.cached, list[i].Result.lasting, list[i].Result.pin = true, true, list[i].Pin
			known[list[i].Pin] = &list[i].Result
		}
	}
	return known
}

// of is the number of the shelf for a key.
func (s shelves) of(pin string) int {
	sum := fnv.New32a()
	_, _ = sum.Write([]byte(pin))
	return int(sum.Sum32() % uint32(len(s.keys)))
}

// find is what is known of a skill whose files are pinned.
func (s shelves) find(pin string) (skillResult, bool) {
	if len(s.keys) == 0 {
		return skillResult{}, false
	}
	known, ok := s.known[s.of(pin)][pin]
	if !ok {
		return skillResult{}, false
	}
	return *known, true
}

// keep puts the results of a run on the shelves, where they hold others.
func (s shelves) keep(results []skillResult) {
	if len(s.keys) == 0 {
		return
	}
	lists, missing := make([][]shelved, len(s.keys)), make([]int, len(s.keys))
	for i := range results {
		pin := results[i].pin
		if pin == "" {
			continue
		}
		at := s.of(pin)
		if _, ok := s.known[at][pin]; !ok {
			missing[at]++
		}
		one := shelved{Pin: pin, Result: results[i]}
		one.Result.Dialects = nil // they are found out each time
		lists[at] = append(lists[at], one)
	}
	for at, list := range lists {
		if missing[at] == 0 && len(list) == len(s.known[at]) {
			continue
		}
		if text, err := json.Marshal(list); err == nil {
			s.cache.Put(s.keys[at], text)
		}
	}
}
