package policies

import "testing"

func TestTable(t *testing.T) {
	t.Parallel()
	var binds struct {
		System []string `json:"system"`
	}
	if Table("sandbox_binds", &binds); len(binds.System) == 0 {
		t.Error("sandbox_binds has no folders of the system")
	}
	defer func() {
		if recover() == nil {
			t.Error("a table that there is not is read")
		}
	}()
	Table("none", &binds)
}
