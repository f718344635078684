package launch

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/skillctl/skillctl/engine"
	"github.com/skillctl/skillctl/runner"
)

// Boundary reads the boundary of a decision. One with a part that a runner does
// not know is an error: it would not be held.
func Boundary(d engine.Decision) (runner.Boundary, error) {
	var b runner.Boundary
	if len(d.Boundary) == 0 {
		return b, errors.New("the decision has no boundary")
	}
	text, err := json.Marshal(d.Boundary)
	if err != nil {
		return b, fmt.Errorf("read the boundary: %w", err)
	}
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&b); err != nil {
		return runner.Boundary{}, fmt.Errorf("read the boundary: %w", err)
	}
	return b, nil
}
