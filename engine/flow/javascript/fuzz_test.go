package javascript_test

import (
	"testing"

	"github.com/skillctl/skillctl/engine/flow/javascript"
	"github.com/skillctl/skillctl/internal/test/program"
)

// FuzzRead reads any text without a panic, into nodes that stand in it.
func FuzzRead(f *testing.F) {
	for _, seed := range []string{
		"import a, {b as c} from 'd'; export default async (e) => await e?.f", "const {x, y: [z = 1], ...w} = process.env", "class A<T> extends B { #c: D<E> = 1; async *f(g?: H): Promise<I> { return this.#c! } }",
		"x = `a${b + `c${d}`}e` / 2 / f; y = /[/]\\//g.test(z)", "for (const [k, v] of Object.entries(o)) if (a) b; else { c } switch (d) { case 1: default: e }", "type A = {b: C} | D; interface E { f(): void }\nlet g = h as unknown as I<J>",
		"(((", "`${`${", "a = `` + `${}`", "function (a, {b}, ...c) { label: while (1) break label }", "export {a as b}; export * as c from 'd'; import e = require('f')", "new A.b<C>(d)(e)", "a ? b : c => d",
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, text []byte) { program.Check(t, javascript.Read(text).Body, len(text)) })
}
