package clients

import (
	"fmt"
	"path/filepath"
)

// Client is a program that is driven.
type Client struct {
	// Name is what skillctl calls it; Package and Version are those of npm, Program is
	// what it installs.
	Name, Package, Version, Program string
	// Guards: it refuses to write hooks of git before it asks.
	Guards bool
	// Curt: of a refusal that is told on standard error alone the model hears nothing.
	Curt bool
	// Loose: it is told not to hold commands to a list of its own, which setup objects to.
	Loose bool
	// Shell is the call that runs a command, Write the one that writes a file.
	Shell func(command string) Call
	Write func(file string) Call
	// Ask is the call of a tool of the server skillctl, which [Run.Server] starts; nil
	// where no server is configured.
	Ask func(tool string, arguments map[string]any) Call
	// arguments start it on one task without a person.
	arguments []string
	// configure writes its configuration, without anything that it asks before a tool is
	// called, and gives its variables.
	configure func(s *scene) (map[string]string, error)
}

// scene is where a client runs.
type scene struct {
	// home and work are its home and working folders, url is the model's address.
	home, work, url string
	put             func(file string, content any) error
	// server starts a server of MCP, nil for none.
	server []string
}

// servers is the server under the name skillctl, as most clients have it in their
// settings.
func (s *scene) servers() object {
	if len(s.server) == 0 {
		return object{}
	}
	return object{"skillctl": object{"command": s.server[0], "args": s.server[1:]}}
}

// asked is the call of a tool that is called by a prefix and its name.
func asked(prefix string) func(string, map[string]any) Call {
	return func(tool string, arguments map[string]any) Call { return Call{prefix + tool, arguments} }
}

func (s *scene) in(parts ...string) string {
	return filepath.Join(append([]string{s.home}, parts...)...)
}

// All are the programs that are driven, by name.
func All() []Client {
	return []Client{claude(), codex(), geminiCLI(), qwen(), copilot(), opencode(), openclaw()}
}

func claude() Client {
	return Client{
		Name: "claude-code", Package: "@anthropic-ai/claude-code", Version: "2.1.330", Program: "claude", Guards: true,
		Shell: func(command string) Call {
			return Call{"Bash", object{"command": command, "description": "as told"}}
		},
		Write:     func(file string) Call { return Call{"Write", object{"file_path": file, "content": "x\n"}} },
		Ask:       asked("mcp__skillctl__"),
		arguments: []string{"-p", "begin", "--model", "sonnet", "--allowedTools", "Bash", "Write"},
		configure: func(s *scene) (map[string]string, error) {
			if len(s.server) > 0 {
				if err := s.put(filepath.Join(s.work, ".mcp.json"), object{"mcpServers": s.servers()}); err != nil {
					return nil, err
				}
				if err := s.put(s.in(".claude", "settings.json"), object{"permissions": object{"allow": list{"mcp__skillctl"}}}); err != nil {
					return nil, err
				}
			}
			return map[string]string{
				"ENABLE_TOOL_SEARCH": "false", "ANTHROPIC_BASE_URL": s.url, "ANTHROPIC_API_KEY": "none", "DISABLE_TELEMETRY": "1", "DISABLE_AUTOUPDATER": "1", "DISABLE_ERROR_REPORTING": "1",
				"CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1",
			}, nil
		},
	}
}

func codex() Client {
	return Client{
		Name: "codex", Package: "@openai/codex", Version: "0.169.0", Program: "codex",
		Shell:     func(command string) Call { return Call{"exec_command", object{"cmd": command}} },
		arguments: []string{"exec", "--skip-git-repo-check", "begin"},
		configure: func(s *scene) (map[string]string, error) {
			config := fmt.Sprintf(`model = "gpt-5.5"
model_provider = "scripted"
check_for_update_on_startup = false
approval_policy = "never"
sandbox_mode = "danger-full-access"
[model_providers.scripted]
name = "scripted"
base_url = "%s/v1"
env_key = "SCRIPTED_KEY"
wire_api = "responses"
request_max_retries = 0
stream_max_retries = 0
[features]
plugins = false
[analytics]
enabled = false
`, s.url)
			if err := s.put(s.in(".codex", "config.toml"), config); err != nil {
				return nil, err
			}
			return map[string]string{"CODEX_HOME": s.in(".codex"), "SCRIPTED_KEY": "none"}, nil
		},
	}
}

func geminiCLI() Client {
	return Client{
		Name: "gemini-cli", Package: "@google/gemini-cli", Version: "0.61.0", Program: "gemini", Guards: true,
		Shell: func(command string) Call {
			return Call{"run_shell_command", object{"command": command, "description": "as told"}}
		},
		Write:     func(file string) Call { return Call{"write_file", object{"file_path": file, "content": "x\n"}} },
		Ask:       asked("mcp_skillctl_"),
		arguments: []string{"-m", "gemini-2.5-flash", "--skip-trust", "--yolo", "-p", "begin"},
		configure: func(s *scene) (map[string]string, error) {
			return map[string]string{"GEMINI_API_KEY": "none", "GOOGLE_GEMINI_BASE_URL": s.url}, s.put(s.in(".gemini", "settings.json"), object{
				"security": object{"auth": object{"selectedType": "gemini-api-key"}}, "telemetry": object{"enabled": false}, "privacy": object{"usageStatisticsEnabled": false},
				"general": object{"enableAutoUpdate": false, "enableAutoUpdateNotification": false}, "mcpServers": s.servers(),
			})
		},
	}
}

func qwen() Client {
	return Client{
		Name: "qwen-code", Package: "@qwen-code/qwen-code", Version: "0.24.4", Program: "qwen",
		Shell: func(command string) Call {
			return Call{"run_shell_command", object{"command": command, "description": "as told", "is_background": false}}
		},
		Write:     func(file string) Call { return Call{"write_file", object{"file_path": file, "content": "x\n"}} },
		Ask:       asked("mcp__skillctl__"),
		arguments: []string{"--yolo", "-p", "begin"},
		configure: func(s *scene) (map[string]string, error) {
			return map[string]string{"OPENAI_API_KEY": "none", "OPENAI_BASE_URL": s.url + "/v1", "OPENAI_MODEL": "scripted"}, s.put(s.in(".qwen", "settings.json"), object{
				"security": object{"auth": object{"selectedType": "openai"}}, "model": object{"name": "scripted"}, "telemetry": object{"enabled": false},
				"privacy": object{"usageStatisticsEnabled": false}, "general": object{"enableAutoUpdate": false}, "mcpServers": s.servers(),
			})
		},
	}
}

func copilot() Client {
	return Client{
		Name: "copilot", Package: "@github/copilot", Version: "1.0.102", Program: "copilot", Curt: true,
		Shell: func(command string) Call {
			return Call{"bash", object{"command": command, "description": "as told"}}
		},
		Write:     func(file string) Call { return Call{"create", object{"path": file, "file_text": "x\n"}} },
		arguments: []string{"-p", "begin", "--no-color", "--allow-all-tools"},
		configure: func(s *scene) (map[string]string, error) {
			return map[string]string{
				"COPILOT_PROVIDER_BASE_URL": s.url + "/v1", "COPILOT_PROVIDER_API_KEY": "none", "COPILOT_MODEL": "scripted", "COPILOT_OFFLINE": "true", "COPILOT_AUTO_UPDATE": "false",
			}, nil
		},
	}
}

func opencode() Client {
	return Client{
		Name: "opencode", Package: "opencode-ai", Version: "1.18.33", Program: "opencode",
		Shell: func(command string) Call {
			return Call{"bash", object{"command": command, "description": "as told"}}
		},
		Write:     func(file string) Call { return Call{"write", object{"filePath": file, "content": "x\n"}} },
		arguments: []string{"run", "begin"},
		configure: func(s *scene) (map[string]string, error) {
			// Otherwise it asks npm's registry for a minute.
			if err := s.put(s.in(".npmrc"), "fetch-retries=0\noffline=true\n"); err != nil {
				return nil, err
			}
			model := object{"name": "scripted", "tool_call": true, "limit": object{"context": 100_000, "output": 4_096}}
			return map[string]string{
					"OPENCODE_DISABLE_AUTOUPDATE": "1", "OPENCODE_DISABLE_MODELS_FETCH": "1", "OPENCODE_DISABLE_DEFAULT_PLUGINS": "1", "OPENCODE_DISABLE_SHARE": "1",
				}, s.put(s.in(".config", "opencode", "opencode.json"), object{
					"autoupdate": false, "share": "disabled", "model": "scripted/scripted", "small_model": "scripted/scripted",
					"provider": object{"scripted": object{
						"npm": "@ai-sdk/openai-compatible", "name": "scripted", "options": object{"baseURL": s.url + "/v1", "apiKey": "none"}, "models": object{"scripted": model},
					}},
				})
		},
	}
}

func openclaw() Client {
	return Client{
		Name: "openclaw", Package: "openclaw", Version: "2026.9.6", Program: "openclaw", Loose: true,
		Shell:     func(command string) Call { return Call{"exec", object{"command": command}} },
		Write:     func(file string) Call { return Call{"write", object{"path": file, "content": "x\n"}} },
		arguments: []string{"agent", "--local", "--agent", "main", "--message", "begin", "--json"},
		configure: func(s *scene) (map[string]string, error) {
			cost := object{"input": 0, "output": 0, "cacheRead": 0, "cacheWrite": 0}
			model := object{"id": "scripted", "name": "scripted", "reasoning": false, "input": list{"text"}, "cost": cost, "contextWindow": 128_000, "maxTokens": 4_096}
			file := s.in("openclaw.json")
			return map[string]string{"OPENCLAW_CONFIG_PATH": file, "OPENCLAW_STATE_DIR": s.in(".openclaw"), "OPENCLAW_NO_UPDATE_CHECK": "1"}, s.put(file, object{
				"models": object{"mode": "replace", "providers": object{"scripted": object{"baseUrl": s.url + "/v1", "apiKey": "none", "api": "openai-completions", "models": list{model}}}},
				"tools":  object{"exec": object{"mode": "full"}},
				"agents": object{"defaults": object{"model": object{"primary": "scripted/scripted"}, "workspace": s.work, "skipBootstrap": true}},
			})
		},
	}
}
