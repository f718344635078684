package proxy_test

import (
	"bufio"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"testing"
)

// spec is what a server says that no SDK has written.
type spec struct {
	Version      string         `json:"version,omitempty"`
	Instructions string         `json:"instructions,omitempty"`
	Tools        []any          `json:"tools"`
	Prompts      []any          `json:"prompts,omitempty"`
	Resources    []any          `json:"resources,omitempty"`
	Results      map[string]any `json:"results,omitempty"`
}

// specFile is where it stands, in the folder of the project.
const specFile = "spec.json"

// raw is a server that answers as its file says, which it reads for each line.
func raw() {
	lines := bufio.NewScanner(os.Stdin)
	lines.Buffer(nil, 8<<20)
	for lines.Scan() {
		var said spec
		var request struct {
			ID     any
			Method string
			Params struct{ Name, ProtocolVersion string }
		}
		text, err := os.ReadFile(specFile)
		if err != nil || json.Unmarshal(text, &said) != nil || json.Unmarshal(lines.Bytes(), &request) != nil {
			os.Exit(9)
		}
		if request.ID == nil {
			continue
		}
		if said.Version == "" {
			said.Version = request.Params.ProtocolVersion
		}
		results := map[string]any{
			"initialize": map[string]any{
				"protocolVersion": said.Version, "instructions": said.Instructions, "serverInfo": map[string]any{"name": "raw", "version": "1"},
				"capabilities": map[string]any{"tools": map[string]any{"listChanged": true}, "prompts": map[string]any{}, "resources": map[string]any{}},
			},
			"tools/list":               map[string]any{"tools": append([]any{}, said.Tools...)},
			"prompts/list":             map[string]any{"prompts": append([]any{}, said.Prompts...)},
			"resources/list":           map[string]any{"resources": append([]any{}, said.Resources...)},
			"resources/templates/list": map[string]any{"resourceTemplates": []any{}},
			"tools/call":               map[string]any{"content": []any{map[string]any{"type": "text", "text": "done"}}},
		}
		maps.Copy(results, said.Results)
		result, there := results[request.Method+" "+request.Params.Name]
		if !there {
			result = results[request.Method]
		}
		answer, err := json.Marshal(map[string]any{"jsonrpc": "2.0", "id": request.ID, "result": result})
		if err != nil {
			os.Exit(9)
		}
		fmt.Println(string(answer))
	}
}

// says has the server say something from now on.
func (p *place) says(t *testing.T, said spec) {
	t.Helper()
	text, err := json.Marshal(said)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(p.dir, specFile), text, 0o644); err != nil {
		t.Fatal(err)
	}
}

func tool(name, description string) any {
	return map[string]any{"name": name, "description": description, "inputSchema": map[string]any{"type": "object"}}
}
