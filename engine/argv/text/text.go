// Package text gives the readers of the small languages that programs take in
// their arguments: awk, sed, jq, SQL and others. What a reader finds is a
// [reading.Reading].
package text

import (
	"github.com/skillctl/skillctl/engine/argv/text/awk"
	"github.com/skillctl/skillctl/engine/argv/text/format"
	"github.com/skillctl/skillctl/engine/argv/text/gdb"
	"github.com/skillctl/skillctl/engine/argv/text/jq"
	"github.com/skillctl/skillctl/engine/argv/text/mk"
	"github.com/skillctl/skillctl/engine/argv/text/reading"
	"github.com/skillctl/skillctl/engine/argv/text/sed"
	"github.com/skillctl/skillctl/engine/argv/text/setting"
	"github.com/skillctl/skillctl/engine/argv/text/sql"
)

// Reader is the reader of a language, false when there is none.
func Reader(language string) (func(string) reading.Reading, bool) {
	switch language {
	case "awk":
		return awk.Read, true
	case "sed":
		return sed.Read, true
	case "jq":
		return jq.Read, true
	case "sqlite":
		return sql.ReadSQLite, true
	case "psql":
		return sql.ReadPostgres, true
	case "make":
		return mk.Read, true
	case "gdb":
		return gdb.Read, true
	case "ssh":
		return setting.ReadSSH, true
	case "mysql":
		return sql.ReadMySQL, true
	case "curl":
		return format.ReadCurl, true
	case "tmux":
		return format.ReadTmux, true
	case "ffmpeg-filter":
		return format.ReadFFmpeg, true
	case "go-ldflags":
		return format.ReadGoLink, true
	case "go-gcflags":
		return format.ReadGoCompile, true
	case "yq":
		return format.ReadYq, true
	}
	return nil, false
}
