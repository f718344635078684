package analysis

import "testing"

func BenchmarkFacts(b *testing.B) {
	for _, c := range []struct{ name, src string }{
		{"plain", "git status --short"},
		{"options", "curl -fsSL -o out.json -H 'Accept: application/json' https://example.com/api"},
		{"pipeline", "cat a.txt | grep -v '^#' | sort -u | head -n 20"},
		{"shell", `bash -c 'cd src && make -j4 && ls -la | wc -l'`},
		{"loop", "for f in *.md; do if grep -q x \"$f\"; then echo \"$f: $(wc -l < \"$f\")\"; fi; done"},
		{"wrapped", `sudo env A=1 nice -n 5 timeout 10 find . -name '*.go' -exec grep -l x {} +`},
	} {
		b.Run(c.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				Text(c.src)
			}
		})
	}
}
