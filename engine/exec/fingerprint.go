package exec

import (
	"crypto/sha256"
	"encoding/binary"
	"math"
	"reflect"
	"slices"
)

// fingerprint is the digest of all that a request and its settings say. Two that differ in anything
// have two.
type fingerprint [sha256.Size]byte

// maxDepth bounds how deep a value is that has a fingerprint.
const maxDepth = 64

// fingerprintOf is the fingerprint of a value; ok is false when it holds something of which it is not
// known whether another one is the same. It looks at every field of a struct, so that one that is
// added later counts without being named here.
func fingerprintOf(value any) (fingerprint, bool) {
	p := printer{text: make([]byte, 0, 1024)}
	if !p.write(reflect.ValueOf(value), 0) {
		return fingerprint{}, false
	}
	return sha256.Sum256(p.text), true
}

// printer writes values so that two texts are the same only when the values are.
type printer struct{ text []byte }

func (p *printer) number(n uint64) { p.text = binary.LittleEndian.AppendUint64(p.text, n) }

func (p *printer) string(s string) {
	p.number(uint64(len(s)))
	p.text = append(p.text, s...)
}

// present notes whether there is something: nil is not the same as empty.
func (p *printer) present(there bool) bool {
	if there {
		p.text = append(p.text, 1)
	} else {
		p.text = append(p.text, 0)
	}
	return there
}

func (p *printer) write(v reflect.Value, depth int) bool {
	if depth > maxDepth {
		return false
	}
	switch v.Kind() {
	case reflect.Bool:
		p.present(v.Bool())
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		p.number(uint64(v.Int()))
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		p.number(v.Uint())
	case reflect.Float32, reflect.Float64:
		p.number(math.Float64bits(v.Float()))
	case reflect.String:
		p.string(v.String())
	case reflect.Pointer:
		return !p.present(!v.IsNil()) || p.write(v.Elem(), depth+1)
	case reflect.Interface:
		if !p.present(!v.IsNil()) {
			return true
		}
		p.string(v.Elem().Type().String())
		return p.write(v.Elem(), depth+1)
	case reflect.Struct:
		for i := range v.NumField() {
			if !p.write(v.Field(i), depth+1) {
				return false
			}
		}
	case reflect.Slice:
		return !p.present(!v.IsNil()) || p.list(v, depth)
	case reflect.Array:
		return p.list(v, depth)
	case reflect.Map:
		return !p.present(!v.IsNil()) || p.object(v, depth)
	default:
		return false
	}
	return true
}

func (p *printer) list(v reflect.Value, depth int) bool {
	p.number(uint64(v.Len()))
	for i := range v.Len() {
		if !p.write(v.Index(i), depth+1) {
			return false
		}
	}
	return true
}

// object writes a map with strings as keys; others have no order here.
func (p *printer) object(v reflect.Value, depth int) bool {
	if v.Type().Key().Kind() != reflect.String {
		return false
	}
	p.number(uint64(v.Len()))
	keys := make([]string, 0, v.Len())
	values := make(map[string]reflect.Value, v.Len())
	for at := v.MapRange(); at.Next(); {
		key := at.Key().String()
		keys = append(keys, key)
		values[key] = at.Value()
	}
	slices.Sort(keys)
	for _, key := range keys {
		p.string(key)
		if !p.write(values[key], depth+1) {
			return false
		}
	}
	return true
}
