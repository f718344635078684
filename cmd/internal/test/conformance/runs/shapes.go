package runs

import (
	"maps"
	"slices"
	"strconv"

	"github.com/skillctl/skillctl/internal/test/conformance"
	"github.com/skillctl/skillctl/internal/test/shape"
)

func lists() shape.Shape { return shape.List{Of: shape.Text} }

func orNull(of shape.Shape) shape.Shape { return shape.OneOf{of, shape.Null} }

func row(members shape.Object) shape.Shape { return conformance.Prose().With(members) }

func egressShapes() conformance.Shapes {
	// An answer is a word, or the exit code of a run.
	answers := shape.Words(slices.Collect(maps.Keys(reach())))
	const codes = 256
	for code := range codes {
		answers = append(answers, strconv.Itoa(code))
	}
	hardened := func(members shape.Object) shape.Shape {
		return row(shape.Object{"hardened_expect?": answers, "hardened_why?": shape.Any, "expect": answers, "reason?": shape.Text}.With(members))
	}
	network := shape.Object{"network": shape.Words{"none", "restricted", "open"}, "allowedHosts": lists()}
	verdict := shape.Words{"allow", "deny"}
	return conformance.Shapes{By: []string{"class"}, Of: map[string]shape.Shape{
		"pattern-validate": hardened(shape.Object{
			"pattern": shape.Text, "expect": shape.Words{"valid", "invalid"}, "hardened_expect?": shape.Words{"valid", "invalid"},
		}),
		"host-match": hardened(shape.Object{
			"config": shape.Object{"allowedHosts": lists(), "deniedHosts": lists()}, "host": shape.Text, "expect": verdict, "hardened_expect?": verdict,
			"reason": shape.Text,
		}),
		"connect-parse":  hardened(shape.Object{"request": shape.Text, "host?": shape.Text, "port?": shape.Size}),
		"http-proxy-url": hardened(shape.Object{"request": shape.Text, "host": shape.Text, "port": shape.Size}),
		"proxy-response": hardened(shape.Object{
			"request": shape.Text, "config": network, "reason": shape.Text, "headers": shape.Map{Of: shape.Text}, "body": shape.Text,
		}),
		"boundary": hardened(shape.Object{"request": shape.Text, "config": network, "reason": shape.Text}),
		"measured": hardened(shape.Object{
			"request": shape.Text, "reason": shape.Text, "config": shape.OneOf{
				shape.Object{"network_create": shape.Text}, shape.Object{"docker": shape.Text, "entry": shape.Text}, network, shape.Object{},
			},
		}),
		"codex-mode": hardened(shape.Object{"request": shape.Text, "config": network.With(shape.Object{"mode": shape.Words{"limited", "full"}}), "reason": shape.Text}),
	}}
}

func containerShapes() conformance.Shapes {
	docker := shape.Object{
		"image?": shape.Text, "network?": shape.Text, "memory_limit_mb?": orNull(shape.Whole), "cpu_limit?": orNull(shape.Number),
		"read_only_rootfs?": shape.Flag, "mount_workspace?": shape.Flag, "allowed_workspace_roots?": lists(),
	}
	runtime := shape.Object{"kind": shape.Words{"docker", "native"}, "docker?": docker}
	in := shape.Object{"runtime": runtime}
	args := shape.Object{
		"config": in, "workspace": shape.Text, "command": shape.Text, "env_keys": lists(), "must_contain?": lists(), "must_not_contain?": lists(),
		"fs?": shape.Object{"root_canon?": shape.Map{Of: shape.Text}, "missing_roots?": lists()},
	}
	planned := shape.OneOf{
		row(args.With(shape.Object{"expect": shape.Words{"args"}, "program": shape.Words{"docker"}, "args": lists()})),
		row(args.With(shape.Object{"expect": shape.Words{"error"}, "error": shape.Text})),
	}
	risk := shape.Object{"sandbox_enabled": orNull(shape.Flag), "sandbox_backend": shape.Text}
	return conformance.Shapes{By: []string{"class"}, Of: map[string]shape.Shape{
		"runtime": planned, "runtime-env": planned, "runtime-mount": planned, "runtime-command": planned,
		"runtime-props": row(shape.Object{"config": in, "expect": shape.OneOf{
			shape.Object{"memory_budget_bytes": shape.Whole, "shell_dialect": shape.Words{"posix"}, "supports_long_running": shape.Flag, "name": shape.Text},
			shape.Object{"has_filesystem_access": shape.Flag, "storage_path": shape.Text, "ephemeral_warning": shape.Flag},
		}}),
		"sandbox-wrapper": row(shape.Object{
			"config":     shape.Object{"risk_profile": risk, "image": shape.Text, "workspace_dir": orNull(shape.Text)},
			"program_in": shape.Text, "args_in": lists(), "expect": shape.Words{"args"}, "program": shape.Words{"docker"}, "args": lists(),
		}),
		"boundary-selection": row(shape.Object{
			"config": in.With(shape.Object{"risk_profile": risk}),
			"expect": shape.Object{"boundary": shape.Words{"host", "runtime-docker"}, "sandbox": shape.Text, "lint?": orNull(shape.Words{"warn", "error"})},
		}),
		"derived-codeexec": row(shape.Object{
			// What stands in the settings is for the schema to know.
			"config": shape.Object{"skills": shape.Object{"codeExec": shape.Map{Of: shape.Any}}},
			"expect": shape.Words{"args_subset", "config_error", "policy_deny"}, "args_contain": shape.List{Of: lists()}, "args_absent": lists(),
		}),
		"measured": row(shape.Object{
			"args": lists(), "command": shape.Text, "reason": shape.Text, "expect": shape.OneOf{
				shape.Object{"stdout": shape.Text},
				shape.Object{"CapEff": shape.Text, "NoNewPrivs": shape.Size, "Seccomp": shape.Size},
				shape.Object{"exit?": shape.Size, "stderr": shape.Text},
				shape.Object{"exit?": shape.Size, "stderr_contains": shape.Text},
				shape.Object{"exit": shape.Size},
			},
		}),
	}}
}

func installShapes() conformance.Shapes {
	// What the request holds is what is asked about; it has a schema of its own.
	request := shape.Map{Of: shape.Any}
	of := func(content shape.Object) shape.Shape {
		return shape.Object{
			"id": shape.Text, "class?": shape.Text, "note?": shape.Any, "request": request, "want": shape.Words{"allow", "warn", "block"}, "rules?": lists(),
		}.With(content)
	}
	return conformance.Shapes{Of: map[string]shape.Shape{"": shape.OneOf{
		of(shape.Object{"files": shape.Map{Of: shape.Text}}), of(shape.Object{"text": shape.Text}),
	}}}
}

func skillShapes() conformance.Shapes {
	missing := shape.Object{"bins?": lists(), "anyBins?": lists(), "env?": lists(), "config?": lists(), "os?": lists()}
	every := shape.Object{"id": shape.Text, "scenario": shape.Text}
	place := every.With(shape.Object{"kind": shape.Text, "source": shape.Text, "target?": shape.Text, "winner": shape.Flag})
	flags := shape.Object{
		"skillKey": shape.Text, "eligible": shape.Flag, "runtimeEligible": shape.Flag, "disabled": shape.Flag, "modelVisible": shape.Flag,
		"userInvocable": shape.Flag, "missing": missing, "name": shape.Text,
	}
	return conformance.Shapes{Of: map[string]shape.Shape{"": shape.OneOf{
		place.With(flags).With(shape.Object{"loaded": shape.Flag}),
		place.With(shape.Object{"loaded": shape.Flag, "reason": shape.Text}),
		every.With(shape.Object{"agentId": shape.Text, "agentSkillFilter": orNull(lists()), "names": lists(), "workspaceDir": shape.Text}),
		every.With(shape.Object{"agentId": shape.Text, "skill": flags.With(shape.Object{
			"source": shape.Text, "filePath": shape.Text, "always": shape.Flag, "blockedByAllowlist": shape.Flag, "blockedByAgentFilter": shape.Flag,
			"commandVisible": shape.Flag,
		})}),
	}}}
}
