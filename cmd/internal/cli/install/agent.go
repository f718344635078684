package install

import (
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/skillctl/skillctl/cmd/internal/cli/kit"
	"github.com/skillctl/skillctl/engine/host/openclaw/agents"
	"github.com/skillctl/skillctl/engine/host/product"
	"github.com/skillctl/skillctl/internal/document"
)

// agentFlags adds the flags that name the folder of skills by who loads from it, in
// the place of the flag that names it itself.
func (o *placeOptions) agentFlags(cmd *cobra.Command, folder string) {
	f := cmd.Flags()
	f.StringVar(&o.agent, "agent", "", "the `product` whose folder of skills it is: "+strings.Join(product.Agents(), ", "))
	f.StringVar(&o.scope, "scope", "", "with --agent, for whom: project (default) or user")
	for flag, values := range map[string][]string{"agent": product.Agents(), "scope": scopes()} {
		_ = cmd.RegisterFlagCompletionFunc(flag, cobra.FixedCompletions(values, cobra.ShellCompDirectiveNoFileComp))
	}
	o.folderFlag = folder
}

func scopes() []string { return []string{product.ScopeProject, product.ScopeUser} }

// chooseRoot finds the folder that the agent loads skills from.
func (o *placeOptions) chooseRoot(cmd *cobra.Command) error {
	if o.agent == "" {
		if o.scope != "" {
			return kit.Usagef("--scope %s needs --agent", o.scope)
		}
		return nil
	}
	if cmd.Flags().Changed(o.folderFlag) {
		return kit.Usagef("--agent and --%s both name the folder of skills; leave one out", o.folderFlag)
	}
	o.agent = product.ByName(o.agent)
	if err := kit.OneOf("--agent", o.agent, product.Agents()); err != nil {
		return err
	}
	scope := product.ScopeProject
	if o.scope != "" {
		if err := kit.OneOf("--scope", o.scope, scopes()); err != nil {
			return err
		}
		scope = o.scope
	}
	host, err := kit.CatalogHost(o.factory, "")
	if err != nil {
		return err
	}
	host.Product = o.agent
	folder, err := host.SkillsFolder(cmd.Context(), scope)
	var wrong *document.Error
	var unclear *agents.NoAgentError
	switch {
	case errors.As(err, &wrong), errors.As(err, &unclear):
		return &kit.ExitError{Code: kit.ExitUsage, Err: fmt.Errorf("%w; --%s names the folder of skills itself", err, o.folderFlag)}
	case err != nil:
		return err
	case folder == "":
		return kit.Usagef("%s loads no skills of its own for --scope %s; leave out --scope", o.agent, scope)
	}
	o.root = kit.ShortPath(host, folder)
	if strings.HasPrefix(o.root, "~") {
		o.root = folder
	}
	return nil
}
