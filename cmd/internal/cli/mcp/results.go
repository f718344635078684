package mcp

import (
	"fmt"
	"strconv"
	"sync"
)

// What is kept of long answers: the newest, and not more than this in bytes.
const (
	maxResults     = 32
	maxResultBytes = 16 << 20
)

// results are the answers that were too long to be sent whole, while the server runs.
type results struct {
	mu    sync.Mutex
	last  int
	bytes int
	order []string
	pages map[string][]string
}

func newResults() *results { return &results{pages: map[string][]string{}} }

// keep keeps the whole of an answer, and lets go of the oldest where there are too many.
func (r *results) keep(text string) *rest {
	text, _ = cut(text, maxResultBytes)
	r.mu.Lock()
	defer r.mu.Unlock()
	r.last++
	id, list := strconv.Itoa(r.last), pages(text)
	r.order, r.bytes = append(r.order, id), r.bytes+len(text)
	r.pages[id] = list
	for len(r.order) > maxResults || r.bytes > maxResultBytes && len(r.order) > 1 {
		for _, page := range r.pages[r.order[0]] {
			r.bytes -= len(page)
		}
		delete(r.pages, r.order[0])
		r.order = r.order[1:]
	}
	return &rest{URI: fmt.Sprintf("%sresults/%s/1", scheme, id), Pages: len(list), Bytes: len(text)}
}

// get is the pages of an answer; nil where it is not kept any more.
func (r *results) get(id string) []string {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.pages[id]
}
