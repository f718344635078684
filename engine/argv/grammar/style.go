package grammar

// traits are the habits of a style.
type traits struct {
	clusters    bool // letters may stand in one word: -xvf
	long        bool // --name
	single      bool // -name
	double      bool // --name is -name
	abbreviates bool // long options may be cut short
	permutes    bool // options may stand behind operands
	first       bool // the first word may be a cluster without a dash
	words       bool // NAME=value
	none        bool // no word is an option
	assigns     bool // a flag may be given a value: --flag=false
	negates     bool // --no-name takes --name back
}

// styles are how programs find their options.
func styles() map[string]traits {
	gnu := traits{clusters: true, long: true, abbreviates: true, permutes: true}
	posix, clap, bsd := gnu, gnu, gnu
	posix.permutes, clap.abbreviates, bsd.first = false, false, true
	pflag := clap
	pflag.assigns = true
	yargs := pflag
	yargs.negates = true
	return map[string]traits{
		"gnu": gnu, "posix": posix, "pflag": pflag, "clap": clap, "yargs": yargs, "argparse": gnu, "bsd": bsd,
		"go": {single: true, double: true, assigns: true}, "single": {single: true, permutes: true},
		"words": {long: true, words: true, permutes: true}, "none": {none: true},
	}
}
