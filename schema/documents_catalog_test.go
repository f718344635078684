package schema

// catalogDocuments are right documents about the catalog of skills.
func catalogDocuments() map[Kind][]any {
	type (
		m = map[string]any
		l = []any
	)
	n := func(n int) any { return int64(n) }
	manifest := m{
		"name": "SKILL.md", "link": false, "real": "/w/skills/a/SKILL.md", "inside": true, "type": "regular", "nlink": n(1), "size": n(80), "owner": n(-1), "mode": "0644",
		"digest": "sha256:0", "problem": "", "error": "",
	}
	skill := m{
		"off": "", "problem": "", "line": n(0), "name": "a", "description": "d", "key": "a", "plain": "a", "odd": l{"bidi"}, "discarded": false, "model": true, "user": true,
		"always": false, "os": l{"linux"}, "bins": l{"jq"}, "anyBins": l{}, "env": l{"A"}, "config": l{"x.y"}, "primaryEnv": "A", "bare": false,
	}
	root := m{
		"id": n(0), "tier": "extra", "source": "openclaw-extra", "path": "/x", "real": "/x", "problem": "", "canonical": false,
		"setting": l{"skills", "load", "extraDirs", n(0)}, "base": "/x/skills", "shape": "nested", "moreNotes": n(0),
		"notes": l{m{"kind": "folders", "path": "/x/skills", "count": n(3), "limit": n(300), "detail": ""}},
	}
	gone := m{
		"id": n(1), "tier": "workspace", "source": "openclaw-workspace", "path": "/w", "real": "", "problem": "missing", "canonical": false, "setting": nil,
		"base": "", "shape": "folder", "notes": l{}, "moreNotes": n(2),
	}
	candidate := m{
		"id": n(0), "root": n(0), "path": "/x/skills/a", "real": "/x/skills/a", "order": n(0), "role": "folder", "link": false, "inside": true, "target": n(-1), "loop": false,
		"detour": "", "unseen": "", "absent": "", "manifest": manifest, "skill": skill,
	}
	hidden := m{
		"id": n(1), "root": n(0), "path": "/x/skills/.b", "real": "", "order": n(1), "role": "folder", "link": true, "inside": false, "target": n(0), "loop": true,
		"detour": "/x/l", "unseen": "hidden", "absent": "unseen", "manifest": nil, "skill": nil,
	}
	wants := m{"bins": l{"jq"}, "anyBins": l{}, "env": l{}, "config": l{}, "os": l{}}
	listed := m{
		"name": "a", "description": "d", "source": "openclaw-extra", "filePath": "/x/skills/a/SKILL.md", "baseDir": "/x/skills/a", "skillKey": "a", "primaryEnv": "A",
		"always": false, "disabled": false, "blockedByAllowlist": false, "blockedByAgentFilter": false, "eligible": true, "runtimeEligible": true,
		"platformIncompatible": false, "modelVisible": true, "commandVisible": true, "userInvocable": true, "inPrompt": true, "requirements": wants, "missing": wants,
		"state": "loaded", "rule": "catalog/loaded", "setting": "catalog.shadowing", "place": "f:1:2", "warnings": l{m{"rule": "catalog/shadowing", "message": "m"}},
	}
	folder := m{
		"path": "/x/skills/a", "realPath": "/x/skills/a", "root": "/x", "tier": "extra", "name": "a", "state": "shadowed", "rule": "catalog/precedence", "message": "m",
		"by": "/w/a", "silent": false, "links": l{m{"path": "/x/l", "target": "..", "real": "/"}}, "manifest": manifest,
	}
	now := m{"name": "a", "file": "/x/skills/a/SKILL.md", "source": "openclaw-extra", "state": "loaded", "offered": true, "inPrompt": true, "rule": "catalog/loaded", "digest": "sha256:0"}
	return map[Kind][]any{
		CatalogInput: {m{
			"profile": "strict", "agent": m{"id": "main"}, "platform": "linux", "configured": true, "shadowing": "warn", "roots": l{root, gone},
			"limits": m{"candidates": n(300), "loaded": n(200), "fileBytes": n(256000)}, "candidates": l{candidate, hidden},
			"index": m{"names": m{"a": l{n(0)}}, "roots": l{l{n(0), n(1)}, l{}}, "alike": m{"a": l{"A", "a"}}}, "entries": m{"a": m{"enabled": nil, "env": l{"A"}, "apiKey": true}},
			"allowBundled": nil, "filter": m{"skills": l{"a"}, "setting": l{"agents", "defaults", "skills"}},
			"host": m{"programs": m{"jq": m{"path": "/bin/jq", "file": ""}}, "env": m{"A": true}, "config": m{"x.y": l{}}},
		}},
		CatalogAnswer: {
			m{"answers": l{
				m{"state": "loaded", "rule": "catalog/loaded", "message": "", "by": n(-1), "wins": true, "eligible": true, "offered": true, "model": true, "command": true},
				m{"state": "ineligible", "rule": "catalog/requires", "message": "m", "by": n(-1), "setting": nil, "missing": m{"bins": l{"jq"}}, "disabled": false},
				m{"state": "dropped", "rule": "catalog/hidden", "message": "m", "by": n(0), "silent": true, "warnings": l{m{"rule": "catalog/odd-name", "message": "m", "setting": nil}}},
			}, "notes": l{m{"root": n(0), "rule": "catalog/unsearched-folders", "path": "/x", "message": "m", "setting": l{"skills"}}}},
			m{"answers": l{}},
		},
		EnvironmentInput: {
			m{
				"entry": m{"key": "a", "enabled": nil, "env": l{m{"written": "A ", "name": "A", "text": true, "empty": false, "nul": true}, m{"written": "", "name": "", "text": false, "empty": true, "nul": false}}, "apiKey": true},
				"skill": m{"primaryEnv": "A", "declared": l{"A"}},
			},
			m{"entry": m{"key": "a", "enabled": false, "env": l{}, "apiKey": false}, "skill": m{"primaryEnv": "", "declared": l{}}},
		},
		EnvironmentAnswer: {
			m{
				"variables": l{m{"name": "A", "setting": l{"skills", "entries", "a", "env", "A "}, "key": false, "dropped": ""}},
				"unused":    l{m{"name": "", "setting": l{"skills", "entries", "a", "apiKey"}, "dropped": "d"}},
			},
			m{"variables": l{}, "unused": l{}},
		},
		PromptInput: {m{
			"skills": n(3), "limits": m{"skills": m{"value": n(2), "setting": nil}, "characters": m{"value": n(9), "setting": l{"skills", "limits", "maxSkillsPromptChars"}}},
			"sums": m{"names": l{n(3), n(6)}, "descriptions": l{n(0), n(1)}, "cut": l{n(0), n(1)}, "described": l{n(0), n(1)}},
		}},
		PromptAnswer: {
			m{"skills": n(3), "listed": n(2), "format": "cut", "rule": "catalog/prompt", "summary": "s", "leftOut": m{"message": "m", "each": "e", "setting": l{"skills", "limits", "maxSkillsInPrompt"}}, "descriptions": m{"message": "m", "each": "e", "setting": nil}},
			m{"skills": n(3), "listed": n(3), "format": "full", "rule": "catalog/prompt", "summary": "s", "leftOut": nil, "descriptions": nil},
		},
		ListReport: {m{
			"profile": "strict", "config": "/c", "agentId": "main", "workspaceDir": "/w", "agentSkillFilter": nil, "skills": l{listed}, "candidates": l{folder}, "roots": l{root},
			"unsearched": l{m{"root": "/x", "path": "/x/skills", "rule": "catalog/unsearched-folders", "message": "m", "setting": "skills.limits", "place": "f:1:2"}},
			"prompt":     m{"skills": n(2), "listed": n(1), "format": "names", "notes": l{m{"message": "m", "setting": "s", "place": "f:1:2"}}},
		}},
		InfoReport: {
			m{"skill": listed, "folder": folder, "environment": l{m{"name": "A", "setting": "s", "place": "f:1:2", "secret": "env:default:A", "dropped": "d"}}},
			m{"skill": nil, "folder": folder, "environment": l{}},
		},
		DiffChange: {m{"name": "a", "kind": "moved", "why": "w", "before": "/a", "after": "/b"}},
		WatchLine: {
			m{"event": "snapshot", "agent": "main", "profile": "strict", "config": "/c", "workspace": "/w", "roots": l{m{"path": "/x", "source": "s", "exists": true}}, "skills": l{now}},
			m{"event": "moved", "name": "a", "wins": true, "now": now, "before": now, "why": "w"},
			m{"event": "done", "changed": l{"/x"}, "searched": n(1), "judged": n(0)},
			m{"event": "config", "config": "/c", "why": "gone", "message": "m"},
			m{"event": "root", "root": m{"path": "/x", "source": "s", "exists": false}, "why": "gone", "message": "m"},
			m{"event": "error", "message": "m"},
		},
		RunEvent: {
			m{"seq": n(1), "time": "2026-11-22T21:00:00Z", "kind": "exit", "run": "a-1", "text": "t", "status": "completed", "code": n(0), "ended": "exited", "heartbeat": m{"source": "s", "intent": "i", "reason": "r"}},
			m{"seq": n(2), "time": "2026-11-22T21:00:00Z", "kind": "notify-failed", "run": "a-1", "text": "t"},
		},
		LintWatchLine: {
			m{"event": "done", "changed": l{"x"}, "judged": n(1), "summary": m{
				"skills": n(1), "configs": n(0), "files": n(2), "bySeverity": m{"high": n(1)}, "byVerdict": m{"pass": n(1)}, "suppressed": n(0), "baselined": n(0),
			}},
			m{"event": "root", "path": "x", "why": "come", "message": "m"},
			m{"event": "error", "message": "m"},
		},
	}
}
