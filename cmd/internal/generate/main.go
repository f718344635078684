// Command generate compiles the policies that ship with skillctl, so that no start has
// to: go generate ./policies.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"

	"github.com/skillctl/skillctl/engine/policy"
	"github.com/skillctl/skillctl/engine/policy/plan/assemble/modules"
)

func main() {
	out := flag.String("out", "plan.bin", "the file to write")
	flag.Parse()
	if err := write(context.Background(), *out); err != nil {
		fmt.Fprintln(os.Stderr, "generate:", err)
		os.Exit(1)
	}
}

func write(ctx context.Context, out string) error {
	image, err := compiled(ctx)
	if err != nil {
		return err
	}
	return os.WriteFile(out, []byte(image), 0o644)
}

// compiled is what the policies are compiled to, whatever was compiled before.
func compiled(ctx context.Context) (string, error) {
	sources, err := policy.Sources()
	if err != nil {
		return "", err
	}
	return modules.Image(ctx, sources)
}
