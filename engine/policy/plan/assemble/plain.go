package assemble

import (
	"reflect"

	"github.com/open-policy-agent/opa/v1/ir"
)

// plainOperands makes the operands of a statement what the planner has: reading a plan
// from JSON gives pointers to them.
func plainOperands(stmt ir.Stmt) {
	value := reflect.ValueOf(stmt).Elem()
	for i := range value.NumField() {
		switch field := value.Field(i).Addr().Interface().(type) {
		case *ir.Operand:
			*field = plain(*field)
		case *[]ir.Operand:
			for k, operand := range *field {
				(*field)[k] = plain(operand)
			}
		}
	}
}

func plain(operand ir.Operand) ir.Operand {
	switch value := operand.Value.(type) {
	case *ir.Local:
		operand.Value = *value
	case *ir.StringIndex:
		operand.Value = *value
	case *ir.Bool:
		operand.Value = *value
	}
	return operand
}
