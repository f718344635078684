package exec_test

import (
	"math/rand/v2"
	"testing"

	"github.com/skillctl/skillctl/engine"
	"github.com/skillctl/skillctl/internal/test/fixture"
	"github.com/skillctl/skillctl/internal/test/unknown"
)

// TestDecideUnknownWords: whatever stands in the place of a word that is known only when it
// runs, the policies have an answer of their own: with nothing on the allow-list, where
// programs that only read are looked at closely, and with the program on it.
func TestDecideUnknownWords(t *testing.T) {
	t.Parallel()
	programs, err := unknown.Programs()
	if err != nil {
		t.Fatal(err)
	}
	d := sharedDecider()
	for i, program := range programs {
		for seed := range fixture.Size(1, 60) {
			if few := fixture.Size(1, 0) == 1; few && (!program.Reads && i%20 != 0 || i%2 != 0) || !program.Reads && seed%6 != 0 {
				continue
			}
			random := rand.New(rand.NewPCG(uint64(i), uint64(seed)))
			text := program.Command(random)
			req := request(text)
			req.Exec.Unenclosed = random.IntN(2) == 0
			_ = decide(t, d, req, execSettings(named(program.Name, "ls", "cat", "wc", "head", "echo")))
			_ = decide(t, d, req, engine.PlainSettings{})
			req.Profile = []string{"openclaw", "zeroclaw", "agentzero", "codeexec"}[random.IntN(4)]
			_ = decide(t, d, req, execSettings(named(program.Name)))
		}
	}
}
