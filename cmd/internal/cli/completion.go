package cli

import (
	"bytes"

	"github.com/spf13/cobra"

	"github.com/skillctl/skillctl/cmd/internal/cli/kit"
)

func newCompletion(f *kit.Factory) *cobra.Command {
	shells := []string{"bash", "zsh", "fish", "powershell"}
	return &cobra.Command{
		Use:   "completion SHELL",
		Short: "Write a completion script for bash, zsh, fish or powershell",
		Example: `  skillctl completion bash > /etc/bash_completion.d/skillctl
  skillctl completion zsh > "${fpath[1]}/_skillctl"
  skillctl completion fish > ~/.config/fish/completions/skillctl.fish`,
		ValidArgs: shells,
		Args:      kit.OneArg("the name of a shell"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := kit.OneOf("shell", args[0], shells); err != nil {
				return err
			}
			var out bytes.Buffer
			var err error
			switch args[0] {
			case "bash":
				err = cmd.Root().GenBashCompletionV2(&out, true)
			case "zsh":
				err = cmd.Root().GenZshCompletion(&out)
			case "fish":
				err = cmd.Root().GenFishCompletion(&out, true)
			default:
				err = cmd.Root().GenPowerShellCompletionWithDesc(&out)
			}
			if err != nil {
				return err
			}
			return f.WriteOutput("", out.Bytes())
		},
	}
}
