package argv

import (
	"fmt"
	"io/fs"
	"regexp"
	"sync"

	"github.com/skillctl/skillctl/internal/jsonpart"
	"github.com/skillctl/skillctl/internal/jsontable"
	"github.com/skillctl/skillctl/policies"
)

// tables are the data tables of policies/tables that say how programs read
// their arguments. The policies read the same files.
type tables struct {
	wrappers     entries[wrapperSpec]
	multiplexers map[string]bool
	ambiguous    map[string]bool
	carriers     map[string]CarrierSpec
	xargs        xargsSpec
	find         findSpec
	parallel     map[string]bool
	parallelInfo map[string]bool
	interpreters entries[interpreterSpec]
	builtins     map[string]map[string]bool
	variables    map[string]ShellVariable
	programs     entries[programSpec]
	git          func() *gitSpec
	named        []string
	obeyed       []string
}

// wrapperSpec says how a program finds the command that it runs. Options are
// spelled with their dashes.
type wrapperSpec struct {
	Names []string `json:"names"`
	Edge  string   `json:"edge"`
	// Flags take no value, Values take one, Optional take one only behind "=".
	Flags    []string `json:"flags"`
	Values   []string `json:"values"`
	Optional []string `json:"optional"`
	// Info options make the program print something and run nothing.
	Info []string `json:"info"`
	// Numeric allows -5 and +5. Operands is the number of words between the
	// options and the command; -1: everything is an operand.
	Numeric  bool `json:"numeric"`
	Operands int  `json:"operands"`
	// Assignments: NAME=value words may precede the command.
	Assignments bool `json:"assignments"`
	// Split options hold a command as text that is split without a shell, Shell
	// options one that a shell reads; AfterOperand are such options behind the
	// operands.
	Split        []string `json:"split"`
	Shell        []string `json:"shell"`
	AfterOperand []string `json:"afterOperand"`
	// Join: the words of the command are joined and read by a shell, unless one
	// of JoinUnless, or only if one of JoinWith, is given.
	Join       string   `json:"join"`
	JoinUnless []string `json:"joinUnless"`
	JoinWith   []string `json:"joinWith"`
	// Login: with no command a shell is started. ShellFlags start one too.
	Login      bool     `json:"login"`
	ShellFlags []string `json:"shellFlags"`
	// ShellMode options turn the command into a text for a shell.
	ShellMode []string `json:"shellMode"`
	// PermuteFirst: options may follow the first operand (ssh).
	PermuteFirst  bool     `json:"permuteFirst"`
	Chdir         []string `json:"chdir"`
	Unset         []string `json:"unset"`
	Env           []string `json:"env"`
	Writes        []string `json:"writes"`
	WritesOperand []int    `json:"writesOperand"`
	// Runners. Package options name something that is fetched; Tool: the first
	// word is a package whose program runs; Module, Scripts: what uv run takes.
	Package   []string          `json:"package"`
	Tool      bool              `json:"tool"`
	Module    []string          `json:"module"`
	Scripts   []string          `json:"scripts"`
	FileFlags []string          `json:"fileFlags"`
	EnvFile   []string          `json:"envfile"`
	Path      []string          `json:"path"`
	Local     bool              `json:"local"`
	Hits      map[string]string `json:"hits"`
	// Sub-commands: without a match the program is an ordinary one (NoneElse)
	// or runs a tool of that name unless it is Known.
	Sub        []*wrapperSpec    `json:"sub"`
	SubFlags   []string          `json:"subFlags"`
	SubValues  []string          `json:"subValues"`
	Compose    []string          `json:"compose"`
	Known      []string          `json:"known"`
	NoneElse   bool              `json:"noneElse"`
	UnknownSub string            `json:"unknownSub"`
	HitSubs    map[string]string `json:"hitSubs"`
	DashDash   bool              `json:"dashdash"`
	// Again: the words behind the options and operands are a command line of the
	// same program (yarn workspace NAME …). Tools: only a name that the tables
	// have is a program, any other is none (yarn run SCRIPT).
	Again bool `json:"again"`
	Tools bool `json:"tools"`
	// Opaque programs run a command in ways that no table has; OpaqueIf: only
	// when one of the words is there.
	Opaque   bool     `json:"opaque"`
	OpaqueIf []string `json:"opaqueIf"`
	// OptionsStartDash: options are the words that begin with a dash ("lenient"
	// for programs whose options may take a value of their own).
	OptionsStartDash any `json:"optionsStartDash"`

	index map[string]optionKind
}

// CarrierSpec says which options command, builtin and exec have: Info options run
// nothing.
type CarrierSpec struct {
	Flags  []string `json:"flags"`
	Values []string `json:"values"`
	Info   []string `json:"info"`
}

type xargsSpec struct {
	Names    []string `json:"names"`
	Flags    []string `json:"flags"`
	Values   []string `json:"values"`
	Optional []string `json:"optional"`
	Info     []string `json:"info"`
}

type findSpec struct {
	Names       []string            `json:"names"`
	Exec        []string            `json:"exec"`
	Delete      []string            `json:"delete"`
	Write       []string            `json:"write"`
	WriteFormat []string            `json:"writeFormat"`
	Flags       []string            `json:"flags"`
	Values      []string            `json:"values"`
	Others      map[string][]string `json:"others"`
}

// interpreterSpec says how an interpreter finds its code. Letters are short
// options that may stand in one cluster.
type interpreterSpec struct {
	Names  []string `json:"names"`
	Family string   `json:"family"`
	// Dialect is the grammar of a shell: bash, posix, mksh, zsh or none.
	Dialect any `json:"dialect"`
	// Inline letters are followed by code; Module by a module's name; Value by
	// a value; OptionalShort by a value in the same word, if any; FileShort by
	// the script; StartupShort by a library or file that is run first.
	Inline        string `json:"inline"`
	Module        string `json:"module"`
	Flags         string `json:"flags"`
	ValueShort    string `json:"valueShort"`
	OptionalShort string `json:"optionalShort"`
	FileShort     string `json:"fileShort"`
	StartupShort  string `json:"startupShort"`
	// SettingShort is followed by KEY=VALUE; keys that are not among
	// SafeSettings ("x.*" for a group) may name a file that is run first.
	// PatternShort is followed by a pattern that may hold code.
	SettingShort string   `json:"settingShort"`
	SafeSettings []string `json:"safeSettings"`
	PatternShort string   `json:"patternShort"`

	InlineOpts []string `json:"inlineOpts"`
	LongFlags  []string `json:"longFlags"`
	LongValues []string `json:"longValues"`
	Info       []string `json:"info"`
	Startup    []string `json:"startup"`
	FileOpts   []string `json:"fileOpts"`
	// StartupBuiltin are values of Startup options that come with the program.
	StartupBuiltin []string `json:"startupBuiltin"`
	// Abbreviates: options with one dash may be abbreviated too.
	Abbreviates bool `json:"abbreviates"`
	// EvalModules are modules that run code or files given as arguments.
	EvalModules []string          `json:"evalModules"`
	Extra       map[string]string `json:"extra"`
	// Sub-commands of deno and bun.
	SubInline   []string `json:"subInline"`
	SubFile     []string `json:"subFile"`
	SubInfo     []string `json:"subInfo"`
	SubKnown    []string `json:"subKnown"`
	SubExec     []string `json:"subExec"`
	Subcommands bool     `json:"subcommands"`
	// Lenient: options that are not in the table are skipped.
	Lenient    bool `json:"lenient"`
	PowerShell bool `json:"powershell"`
	Java       bool `json:"java"`
	Always     any  `json:"always"`
}

// loadTables reads the embedded tables once. They are part of the binary, so
// a table that cannot be read is a defect that a test catches.
var loadTables = sync.OnceValue(func() *tables {
	t, err := readTables(policies.FS())
	if err != nil {
		panic(err)
	}
	return t
})

// readTables finds the entries of the tables. Most runs want a few of these: an entry is
// read when its name is asked for.
func readTables(files fs.FS) (*tables, error) {
	t := &tables{
		wrappers: entries[wrapperSpec]{made: (*wrapperSpec).prepare}, carriers: map[string]CarrierSpec{}, builtins: map[string]map[string]bool{},
	}
	// Info options, in front of everything, print something and run nothing.
	var parallel struct {
		Names []string `json:"names"`
		Info  []string `json:"info"`
	}
	var multiplexers, ambiguous []string
	// Of these the policies alone read the rest.
	var places struct {
		Named   []string `json:"named"`
		Startup []string `json:"startup"`
	}
	var dotfiles struct {
		Sourced []string `json:"sourced"`
	}
	var builtins struct {
		Bash  []string `json:"bash"`
		Posix []string `json:"posix"`
		// Of a name that ends in "*" all are meant that begin so.
		Variables map[string]ShellVariable `json:"variables"`
	}
	var git []byte
	for name, parts := range map[string]map[string]func([]byte) error{
		"wrappers": {
			"wrappers": t.wrappers.find, "multiplexers": whole(&multiplexers), "ambiguous": whole(&ambiguous), "carriers": whole(&t.carriers),
			"xargs": whole(&t.xargs), "find": whole(&t.find), "parallel": whole(&parallel),
		},
		"interpreters": {"interpreters": t.interpreters.find},
		"programs": {"programs": t.programs.find, "git": func(text []byte) error {
			git = text
			return nil
		}},
	} {
		if err := readTable(files, name, parts); err != nil {
			return nil, err
		}
	}
	for name, into := range map[string]any{"places": &places, "dotfiles": &dotfiles, "builtins": &builtins} {
		text, err := fs.ReadFile(files, "tables/"+name+".json")
		if err == nil {
			err = jsontable.Decode(string(text), into)
		}
		if err != nil {
			return nil, fmt.Errorf("read table %s: %w", name, err)
		}
	}
	t.git = sync.OnceValue(func() *gitSpec {
		spec := &gitSpec{}
		if err := strictly(git, spec); err != nil {
			panic(fmt.Errorf("read table programs: %w", err))
		}
		return spec
	})
	t.multiplexers, t.ambiguous, t.named = jsontable.Set(multiplexers), jsontable.Set(ambiguous), places.Named
	t.obeyed = places.Startup
	for _, name := range dotfiles.Sourced {
		t.obeyed = append(t.obeyed, "(^|/)"+regexp.QuoteMeta(name)+"$")
	}
	t.parallel, t.parallelInfo = jsontable.Set(parallel.Names), jsontable.Set(parallel.Info)
	t.builtins["bash"], t.builtins["posix"], t.variables = jsontable.Set(builtins.Bash), jsontable.Set(builtins.Posix), builtins.Variables
	return t, nil
}

// readTable hands the members of a table to whoever reads them. A field that nobody reads
// would say what does not hold, and one that is not there says nothing: both are errors.
func readTable(files fs.FS, name string, parts map[string]func([]byte) error) error {
	text, err := fs.ReadFile(files, "tables/"+name+".json")
	if err != nil {
		return fmt.Errorf("read table %s: %w", name, err)
	}
	found := 0
	err = jsonpart.Members(text, func(field string, value []byte) error {
		read := parts[field]
		if read == nil {
			return fmt.Errorf("unknown field %q", field)
		}
		found++
		return read(value)
	})
	if err == nil && found != len(parts) {
		err = fmt.Errorf("%d of %d fields are there", found, len(parts))
	}
	if err != nil {
		return fmt.Errorf("read table %s: %w", name, err)
	}
	return nil
}

// whole reads a member at once.
func whole(into any) func([]byte) error {
	return func(text []byte) error { return strictly(text, into) }
}

// strictly reads a text of which every field is known.
func strictly(text []byte, into any) error {
	return jsontable.Strict(string(text), into)
}
