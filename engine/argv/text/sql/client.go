package sql

import (
	"fmt"
	"regexp"
	"strings"
	"sync"

	"github.com/skillctl/skillctl/engine/argv/text/reading"
)

// ReadPostgres reads the text of psql -c, or all of its standard input.
func ReadPostgres(source string) reading.Reading {
	var r reading.Reading
	if r.Bounds(source) {
		lines(source, Postgres, &r, backslash)
	}
	return r
}

// ReadMySQL reads the text of mysql -e, or all of its standard input.
func ReadMySQL(source string) reading.Reading {
	var r reading.Reading
	if r.Bounds(source) {
		lines(source, MySQL, &r, nil)
	}
	return r
}

// describes are the commands of psql that print what is in the database, or set
// how is printed: without quotes, pipes and variables.
var describes = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^\\(d[a-zA-Z]*[+S]*|l\+?|z|x|t|a|timing|conninfo|q|\?|echo|encoding|pset (format|border|expanded|null|tuples_only|footer|linestyle)|sf\+?|sv\+?)( +[A-Za-z0-9_.*?$-]+)* *$`)
})

// backslash judges one command of psql.
func backslash(line string, r *reading.Reading) {
	if bare := strings.TrimSpace(line); !describes().MatchString(bare) {
		r.Refuse(0, fmt.Sprintf("the command %q", bare))
	}
}
