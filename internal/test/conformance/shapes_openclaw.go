package conformance

import "github.com/skillctl/skillctl/internal/test/shape"

// openClawConfigShapes: what a document holds is what is asked about.
func openClawConfigShapes() Shapes {
	issues := orNull(shape.List{Of: shape.Object{"path": shape.Text, "message?": shape.Any, "allowedValues?": shape.Any, "allowedValuesHiddenCount?": shape.Any}})
	return Shapes{Of: map[string]shape.Shape{"": shape.Object{
		"id": shape.Text, "class?": shape.Text, "config": shape.Text, "files": shape.Map{Of: shape.Text}, "valid": shape.Flag, "issues": issues,
		"warnings?": shape.Any, "note?": shape.Any, "source?": shape.Any,
	}}}
}

// openClawEnvShapes: variables may have values of every kind.
func openClawEnvShapes() Shapes {
	row := func(kind, given string, expected shape.Object) shape.Shape {
		return Prose().With(shape.Object{
			"input": shape.Object{"kind": shape.Words{kind}, given: shape.Map{Of: shape.Any}}, "expected": expected,
		})
	}
	variables := shape.Map{Of: shape.Text}
	return Shapes{By: []string{"input", "kind"}, Of: map[string]shape.Shape{
		"envInherited":    row("envInherited", "base", shape.Object{"env": variables}),
		"envShellWrapper": row("envShellWrapper", "overrides", shape.Object{"env": variables}),
		"envOverride": row("envOverride", "overrides", shape.Object{
			"blocked": texts(), "invalid": texts(), "accepted": variables, "decision": effects(),
		}),
	}}
}

func effects() shape.Shape { return shape.Words{"allow", "ask", "deny"} }

// openClawExecShapes are those of decisions, and of one function each.
func openClawExecShapes() Shapes {
	said := orNull(shape.Text)
	row := func(input, expected shape.Shape) shape.Shape {
		return Prose().With(shape.Object{"input": input, "expected": expected, "needs?": texts(), "gap?": shape.Flag})
	}
	question := func(kind string, input, expected shape.Object) shape.Shape {
		return row(shape.Object{"kind": shape.Words{kind}}.With(input), expected)
	}
	argv := shape.Object{"argv": texts()}
	floors := shape.Object{"security?": shape.Text, "ask?": shape.Text}
	return Shapes{By: []string{"input", "kind"}, Of: map[string]shape.Shape{
		"": row(openClawInputShape(), openClawExpectedShape()),
		"wrapper": question("wrapper", argv, shape.Object{
			"argv": texts(), "policyArgv": texts(), "wrappers": texts(), "blocked": shape.Flag, "blockedWrapper": said, "shellWrapper": shape.Flag,
			"inlineCommand": said,
		}),
		"target": question("target", shape.Object{
			"elevated?": shape.Flag, "sandboxAvailable?": shape.Flag, "sandboxRequired?": shape.Flag, "host?": shape.Text, "configuredHost?": shape.Text,
		}, shape.Object{"selected": said, "effective": said, "error": said, "reason?": said}),
		"merge": question("merge", shape.Object{"a": floors, "b": floors}, shape.Object{"security": shape.Text, "ask": shape.Text}),
		"requires": question("requires", shape.Object{
			"security": shape.Text, "ask": shape.Text, "analysisOk": shape.Flag, "allowlistSatisfied": shape.Flag, "durableApprovalSatisfied": shape.Flag,
		}, shape.Object{"requires": shape.Flag}),
		"mode": question("mode", shape.Object{"mode?": shape.Text}.With(floors), shape.Object{
			"mode": shape.Text, "security": shape.Text, "ask": shape.Text, "autoReview": shape.Flag,
		}),
		"safeBinArgv": question("safeBinArgv", shape.Object{"bin": shape.Text, "args": texts()}, shape.Object{"profiled": shape.Flag, "ok": shape.Flag}),
		"inlineEval":  question("inlineEval", argv, shape.Object{"hit": said}),
		"interpreterLike": question("interpreterLike", shape.Object{"name": shape.Text}, shape.Object{
			"allowlistPattern": shape.Flag, "safeBin": shape.Flag,
		}),
		"matchAllowlist": question("matchAllowlist", shape.Object{
			"allowlist": openClawEntries(), "argv?": texts(), "resolution": shape.Object{
				"kind": shape.Text, "rawExecutable": shape.Text, "resolvedPath": said, "resolvedRealPath?": said, "executableName": shape.Text,
			},
		}, shape.Object{"match": orNull(shape.Map{Of: shape.Any})}),
	}}
}

// openClawEntries are those of an allow-list.
func openClawEntries() shape.Shape {
	return shape.List{Of: shape.OneOf{shape.Text, shape.Object{"pattern": shape.Text, "argPattern?": shape.Text, "source?": shape.Text}}}
}

func openClawInputShape() shape.Object {
	document := shape.Map{Of: shape.Any} // the product's own, which the policies read
	return shape.Object{
		"command": shape.Text, "cwd?": shape.Text, "env?": shape.Map{Of: shape.Text}, "envOverrides?": shape.Map{Of: shape.Text}, "callAsk?": shape.Text,
		"channel?": shape.Text, "host?": shape.Text, "elevated?": shape.Flag,
		"security?": shape.Words{"deny", "allowlist", "full"}, "ask?": shape.Words{"off", "on-miss", "always"},
		"mode?": shape.Words{"deny", "allowlist", "ask", "auto", "full"}, "allowlist?": openClawEntries(), "safeBins?": texts(), "safeBinTrustedDirs?": texts(),
		"safeBinProfiles?": document, "strictInlineEval?": shape.Flag, "approvals?": shape.Object{"security?": shape.Text, "ask?": shape.Text, "askFallback?": shape.Text, "autoAllowSkills?": shape.Flag},
		"configuredHost?": shape.Text, "elevatedConfig?": shape.Object{"enabled?": shape.Flag, "allowed?": shape.Flag, "defaultLevel?": shape.Text},
		"sandboxRequired?": shape.Flag, "sandboxAvailable?": shape.Flag, "bypassHostApprovalFloors?": shape.Flag,
		// What skills bring does not count for a decision on one request.
		"skillBins?": shape.Any, "autoAllowSkills?": shape.Any,
	}
}

// openClawExpectedShape: what is compared is what is decided; the rest was recorded
// with it.
func openClawExpectedShape() shape.Object {
	return shape.Object{
		"decision": effects(), "noUi": effects(), "reason?": shape.Any, "warning?": shape.Any, "analysisOk?": shape.Any, "analysisReason?": shape.Any,
		"allowlistSatisfied?": shape.Any, "segments?": shape.Any, "inlineEval?": shape.Any, "allowAlways?": shape.Any, "control?": shape.Any,
		"spawned?": shape.Any, "spawnError?": shape.Any,
	}
}
