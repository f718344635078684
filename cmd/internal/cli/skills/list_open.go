package skills

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/skillctl/skillctl/cmd/internal/cli/kit"
	"github.com/skillctl/skillctl/engine/host/openclaw/agents"
	"github.com/skillctl/skillctl/engine/host/product"
	"github.com/skillctl/skillctl/engine/report/format"
	"github.com/skillctl/skillctl/engine/resolve"
	"github.com/skillctl/skillctl/engine/settings"
	"github.com/skillctl/skillctl/engine/setup"
	"github.com/skillctl/skillctl/internal/document"
)

// catalogFlags say whose skills are meant, and by whose rules.
type catalogFlags struct {
	factory *kit.Factory

	agent, config      string
	openclaw, zeroclaw string
	claude, codex      bool
	profile, shadowing string
	color              string
	// noConfig leaves the settings of the project out; no flag says so.
	noConfig bool
}

func (c *catalogFlags) add(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.SortFlags = false
	flags.StringVar(&c.agent, "agent", "", "the `id` of an agent in the configuration of OpenClaw, or of ZeroClaw with --zeroclaw, such as main (default: the one whose workspace this is, or the configuration's default)")
	if cmd.Name() != "diff" {
		flags.StringVar(&c.openclaw, "openclaw", "", "read this OpenClaw configuration `file` (default: where OpenClaw looks for it)")
		flags.StringVar(&c.zeroclaw, "zeroclaw", "", "the skills of ZeroClaw with this configuration `file`")
		otherwise := "of what is set up here"
		if cmd.Name() == "watch" {
			otherwise = "of the first that is set up here, in the order OpenClaw, Claude Code, Codex"
		}
		flags.BoolVar(&c.claude, "claude", false, "only the skills that Claude Code gets in this folder: of the project, the user and plugins (default: "+otherwise+")")
		flags.BoolVar(&c.codex, "codex", false, "only the skills that Codex gets in this folder: of the project, the user, plugins and its own (default: "+otherwise+")")
		flags.StringVar(&c.config, "config", "", "read skillctl's own settings from this `file`")
	}
	flags.StringVar(&c.profile, "profile", "", "the profile to decide by: strict, openclaw (default: catalog.profile of the settings, or strict)")
	flags.StringVar(&c.shadowing, "shadowing", "", "what to do when names clash: allow, warn, deny (default: catalog.shadowing, or warn)")
	flags.StringVar(&c.color, "color", kit.ColorAuto, "colour the output: auto, always, never")
	for flag, values := range map[string][]string{"color": {kit.ColorAuto, kit.ColorAlways, kit.ColorNever}, "profile": profiles(), "shadowing": shadowings()} {
		_ = cmd.RegisterFlagCompletionFunc(flag, cobra.FixedCompletions(values, cobra.ShellCompDirectiveNoFileComp))
	}
}

func profiles() []string   { return []string{"strict", "openclaw"} }
func shadowings() []string { return []string{"allow", "warn", "deny"} }

func (c *catalogFlags) check() error {
	if err := kit.OneOf("--color", c.color, []string{kit.ColorAuto, kit.ColorAlways, kit.ColorNever}); err != nil {
		return err
	}
	var products []string
	for _, flag := range []struct {
		name string
		set  bool
	}{{"--openclaw", c.openclaw != ""}, {"--zeroclaw", c.zeroclaw != ""}, {"--claude", c.claude}, {"--codex", c.codex}} {
		if flag.set {
			products = append(products, flag.name)
		}
	}
	if len(products) > 1 {
		return kit.Usagef("%s cannot be used together; each names the agent whose skills are meant", strings.Join(products, " and "))
	}
	if c.agent != "" && (c.claude || c.codex) {
		return kit.Usagef("--agent names an agent in a configuration of OpenClaw or ZeroClaw, and cannot be used with %s, which has none", products[0])
	}
	if c.profile != "" {
		if err := kit.OneOf("--profile", c.profile, profiles()); err != nil {
			return err
		}
	}
	if c.shadowing != "" {
		if err := kit.OneOf("--shadowing", c.shadowing, shadowings()); err != nil {
			return err
		}
	}
	for _, file := range []string{c.openclaw, c.zeroclaw} {
		if err := kit.ExistingFile(c.factory.IO, file); err != nil {
			return err
		}
	}
	return nil
}

// opened is a catalog that was resolved, and what it was resolved by.
type opened struct {
	*resolve.Resolution
	host     *product.Host
	settings *settings.Settings
	// doubts are reasons for which the host may not do as its configuration says.
	doubts []configDoubt
	// absent: there is no configuration.
	absent bool
	// whose skills they are, as people say it.
	whose string
	// flag is what names the product, and the agent, on the command line, "" for nothing.
	flag string
}

// resolve resolves the catalog of a host, and warns of a configuration that it
// does not take.
func (c *catalogFlags) resolve(ctx context.Context, own *settings.Settings, host *product.Host, unseen bool) (*opened, error) {
	config, err := host.ReadConfig(ctx)
	if errors.Is(err, fs.ErrPermission) && (c.openclaw != "" || c.zeroclaw != "" || host.IsOpenClaw()) {
		err = kit.ConfigDenied(err)
	}
	var wrong *document.Error
	if errors.As(err, &wrong) || errors.Is(err, os.ErrNotExist) || errors.Is(err, fs.ErrPermission) {
		return nil, &kit.ExitError{Code: kit.ExitUsage, Err: err}
	}
	if err != nil {
		return nil, err
	}
	resolver := c.factory.Resolver()
	absent, doubts := c.doubts(resolver, host, config)
	got, err := resolver.Resolve(ctx, resolve.Request{
		Host: host, Config: config, Agent: c.agent, Profile: own.Catalog.Profile, Shadowing: own.Catalog.Shadowing, Unseen: unseen,
	})
	var agent *agents.NoAgentError
	if errors.As(err, &agent) {
		if hint := productHint(agent.Name); hint != "" {
			return nil, &kit.ExitError{Code: kit.ExitUsage, Err: errors.New(hint)}
		}
		return nil, &kit.ExitError{Code: kit.ExitUsage, Err: fmt.Errorf("%s%s: %w", kit.ShortPath(host, config.File), kit.Either(absent, " (does not exist; the defaults apply)", ""), err)}
	}
	if errors.Is(err, fs.ErrPermission) {
		return nil, &kit.ExitError{Code: kit.ExitUsage, Err: err} // settings of the agent beside its configuration
	}
	if err != nil {
		return nil, err
	}
	return &opened{Resolution: got, host: host, settings: own, doubts: doubts, absent: absent, whose: whose(host, got, c.agent), flag: c.flag()}, nil
}

// productHint says what to write where --agent names a product, "" where it names none:
// it is for an agent of a configuration.
func productHint(name string) string {
	if flag := productFlag(product.ByName(name)); flag != "" {
		return fmt.Sprintf("--agent names an agent in a configuration, such as main, and %q is a product; write %s", name, flag)
	}
	if _, known := setup.Agents()[name]; known {
		return fmt.Sprintf("--agent names an agent in a configuration, such as main, and %q is a product; which skills it loads is not known here: `skillctl lint FOLDER` judges those of a folder", name)
	}
	return ""
}

// productFlag is the flag that names a product.
func productFlag(name string) string {
	return map[string]string{product.Claude: "--claude", product.Codex: "--codex", product.OpenClaw: "--openclaw FILE", product.ZeroClaw: "--zeroclaw FILE"}[name]
}

// flag is what the flags say whose skills are meant, as it is written, "" for nothing.
func (c *catalogFlags) flag() string {
	var b strings.Builder
	for _, flag := range []struct {
		set  bool
		text string
	}{
		{c.agent != "", " --agent " + c.agent}, {c.openclaw != "", " --openclaw " + kit.Quoted([]string{c.openclaw})}, {c.zeroclaw != "", " --zeroclaw " + kit.Quoted([]string{c.zeroclaw})},
		{c.claude, " --claude"}, {c.codex, " --codex"},
	} {
		if flag.set {
			b.WriteString(flag.text)
		}
	}
	return b.String()
}

// host is this machine as the host of the skills would see it.
func (c *catalogFlags) host() (*product.Host, error) {
	host, err := kit.CatalogHost(c.factory, cmp.Or(c.openclaw, c.zeroclaw))
	if err != nil {
		return nil, err
	}
	switch {
	case c.zeroclaw != "":
		host.Product = product.ZeroClaw
	case c.claude:
		host.Product = product.Claude
	case c.codex:
		host.Product = product.Codex
	case c.openclaw == "" && c.agent == "":
		// Where nobody says whose, what is set up here counts, OpenClaw first.
		if present := host.Present(); len(present) > 0 {
			host.Product = present[0]
		}
	}
	return host, nil
}

// others are the products that are set up here besides that of the host, where no flag
// names one.
func (c *catalogFlags) others(host *product.Host) []string {
	if c.openclaw != "" || c.zeroclaw != "" || c.claude || c.codex {
		return nil
	}
	return slices.DeleteFunc(host.Present(), func(name string) bool { return name == cmp.Or(host.Product, product.OpenClaw) })
}

// unread is a product whose skills are not known: its configuration cannot be used.
type unread struct {
	product string
	err     error
}

// Error says of which product the skills are not known, and why.
func (u unread) Error() string {
	return fmt.Sprintf("which skills %s gets is not known: %v", u.product, u.err)
}

// Unwrap gives the reason.
func (u unread) Unwrap() error { return u.err }

// unreadLines say of which products the skills are not known, and why.
func unreadLines(list []unread) []string {
	var lines []string
	for _, one := range list {
		lines = append(lines, one.Error())
	}
	return lines
}

// unreadError is an error of them, nil where there are none.
func unreadError(list []unread) error {
	var all []error
	for _, one := range list {
		all = append(all, one)
	}
	if len(all) == 0 {
		return nil
	}
	return &kit.ExitError{Code: kit.ExitUsage, Err: errors.Join(all...)}
}

// openAll resolves the catalog that the flags mean: without any, that of each product
// that is set up here. With unseen, skills that a host does not come to are listed, too.
// A product whose configuration cannot be used hides none of the others; where there are
// no others, that is the error.
func (c *catalogFlags) openAll(ctx context.Context, unseen bool) ([]*opened, []unread, error) {
	own, err := c.factory.ExecSettings(ctx, kit.SettingsQuery{File: c.config, None: c.noConfig, Profile: c.profile, Shadowing: c.shadowing})
	if err != nil {
		return nil, nil, err
	}
	host, err := c.host()
	if err != nil {
		return nil, nil, err
	}
	hosts := []*product.Host{host}
	for _, name := range c.beside(host) {
		next := *host
		next.Product = name
		hosts = append(hosts, &next)
	}
	var all []*opened
	var failed []unread
	for _, host := range hosts {
		got, err := c.resolve(ctx, own, host, unseen)
		var exit *kit.ExitError
		switch {
		case err == nil:
			all = append(all, got)
		case errors.As(err, &exit) && exit.Code == kit.ExitUsage && len(hosts) > 1:
			failed = append(failed, unread{cmp.Or(host.Product, product.OpenClaw), err})
		default:
			return nil, nil, err
		}
	}
	if len(all) == 0 {
		return nil, nil, unreadError(failed)
	}
	return all, failed, nil
}

// beside are those of the other products whose skills are looked at as well: all, unless
// an agent of a configuration is meant, which is told where there are some.
func (c *catalogFlags) beside(host *product.Host) []string {
	others := c.others(host)
	if c.agent == "" || len(others) == 0 {
		return others
	}
	fmt.Fprintln(c.factory.IO.Err, format.Escape(fmt.Sprintf("skillctl: --agent names an agent of OpenClaw: the skills of %s are not looked at; without --agent they are", strings.Join(others, " and "))))
	return nil
}

// product is whose skills these are.
func (o *opened) product() string { return cmp.Or(o.host.Product, product.OpenClaw) }

// whose says whom skills are for: the agent that the flags or the configuration name, else
// the product. A configuration that names no agent has one that nobody called anything.
func whose(host *product.Host, r *resolve.Resolution, asked string) string {
	switch {
	case !host.IsOpenClaw():
		return cmp.Or(host.Product, product.OpenClaw)
	case asked == "" && r.Agent.Path == nil:
		return product.OpenClaw
	}
	return "agent " + r.Agent.ID
}

// short is a path as people write it: from the home folder on, or from the
// working directory.
func (o *opened) short(path string) string { return kit.ShortPath(o.host, path) }

// settingPlace is where a setting stands: "openclaw.json:3:5", the file alone where it
// does not say, "" for what is no setting.
func (o *opened) settingPlace(setting []any) string {
	if len(setting) == 0 {
		return ""
	}
	if setting[0] == "catalog" {
		if place, ok := o.settings.Origin(setting...); ok {
			return place.String()
		}
		return "built in"
	}
	file, span := o.Place(setting)
	if file == "" {
		return ""
	}
	return placeIn(o.host, file, span)
}

// dotted is the path of a setting as people write it.
func dotted(setting []any) string {
	var b strings.Builder
	for i, step := range setting {
		if n, ok := number(step); ok {
			fmt.Fprintf(&b, "[%d]", n)
			continue
		}
		if i > 0 {
			b.WriteByte('.')
		}
		fmt.Fprint(&b, step)
	}
	return b.String()
}

func number(step any) (int, bool) {
	switch step := step.(type) {
	case int:
		return step, true
	case float64:
		return int(step), true
	}
	return 0, false
}
