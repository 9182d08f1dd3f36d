package main

import (
	"context"
	"errors"
	"math/rand/v2"
	"runtime"
	"strings"
	"testing"
	"time"

	"coterie/internal/check/assert"
	"coterie/internal/check/reach"
	"coterie/internal/machine/memory"
	"coterie/internal/machine/work"
	"coterie/internal/solve/sat"
)

// honestParams returns the parameters of small jobs, by kind.
func honestParams() map[string]string {
	const setup = `"Setup":{"Name":"grid:n=3","Nodes":3,"Processes":3,"Apart":false,"Quorums":[[0,1,2],[0,1,2],[0,1,2]],"Own":[0,1,2],"First":[0,3],"Self":0,"Knows":0,"Late":0,"Numbers":0,"MaxLocks":0,"Flaw":0,"Rule":{"Name":"one-process"}}`
	formula := &sat.CNF{}
	formula.AddClause(1, -2, 3)
	formula.AddClause(-1, 2)
	return map[string]string{
		"classes":     `{"Nodes":4,"Nondominated":true,"Classes":true,"AllUsed":false,"Groups":0}`,
		"atlas":       `{"Nodes":4,"Nondominated":true,"Classes":true,"AllUsed":false,"Groups":0}`,
		"replication": `{"Config":{"Algorithm":"maekawa-fixed",` + setup + `,"Requesters":[{"Process":0,"Groups":[0],"Menus":[{"Quorums":[0],"Cumulative":null,"Live":false}]}],"Latency":{"Shape":2,"A":1,"B":0},"Matrix":null,"Think":{"Shape":0,"A":0,"B":0},"Critical":{"Shape":0,"A":1,"B":0},"Open":false,"NoFIFO":false,"Schedule":0,"Victim":0,"Entries":30,"Warmup":3,"Seed":1,"Stream":0,"CrashProbability":0,"Crashes":null,"Detect":1,"StopAtViolation":false,"MaxEvents":0},"Replications":4,"Width":1}`,
		"requesters":  `{"Config":{"Algorithm":"maekawa-fixed",` + setup + `,"Requesters":[{"Process":0,"Choices":[{"Group":0,"Quorum":0}]},{"Process":1,"Choices":[{"Group":0,"Quorum":1}]}],"Entries":1,"NoFIFO":false,"NoExit":false,"Charges":false,"Reduction":0},"MostStates":100,"FirstFailure":false,"NoMessages":false,"Endless":false}`,
		"rows":        `{"study":"group-covers","part":"default","seed":1,"parameters":{"order":72},"stage":"covers","rows":71,"keys":"ab3d0335360110f708507e2cbf3856b652082b450786be7dae266fcc6615100b"}`,
		"cube":        string(formula.AppendCompact([]byte("\x0a{\"seed\":1}"))),
	}
}

// TestHostileParams: with any parameters, a worker does not panic, hang, or ask for more memory
// than it has.
func TestHostileParams(t *testing.T) {
	assert.Long(t, "it runs hundreds of commands")
	const each = 400
	numbers := []string{"-1", "0", "1", "2", "3", "9", "64", "100000", "2147483647", "-2147483648", "4294967296", "9223372036854775807", "-9223372036854775808", "1e308", "null", "[]", "{}", `""`, "true"}
	params := honestParams()
	assert.Equal(t, len(kinds()), len(params), "kinds of jobs")
	for _, k := range kinds() {
		t.Run(k.Name, func(t *testing.T) {
			honest, there := params[k.Name]
			if !there {
				t.Fatalf("the kind %s has no parameters here", k.Name)
			}
			random := rand.New(rand.NewPCG(1, 2))
			try(t, k, honest, "[0,1]", true)
			for _, text := range []string{"", "null", "{}", "[]", "0", `"x"`, strings.Repeat("[", 20000)} {
				try(t, k, text, text, false)
			}
			if k.Name == "cube" { // without clauses, but with 2^28 variables
				text := "\x02{}\x80\x80\x80\x80\x01\x00"
				if _, err := k.Open(memory.With(t.Context(), 64<<20), []byte(text), work.Host{Jobs: 1}); !errors.As(err, new(*memory.Error)) {
					t.Errorf("many variables: %v", err)
				}
			}
			for range each {
				text := mutated(random, honest, numbers)
				try(t, k, text, mutated(random, "[0,1]", numbers), false)
			}
		})
	}
}

// mutated changes a number or a byte of a text.
func mutated(random *rand.Rand, text string, numbers []string) string {
	for range 1 + random.IntN(2) {
		var at []int
		for i, c := range text {
			if c >= '0' && c <= '9' && i > 0 && strings.ContainsRune("[:,", rune(text[i-1])) {
				at = append(at, i)
			}
		}
		if len(at) == 0 || random.IntN(4) == 0 {
			if len(text) > 0 {
				i := random.IntN(len(text))
				text = text[:i] + string(rune(random.IntN(128))) + text[i+random.IntN(2):]
			}
			continue
		}
		i := at[random.IntN(len(at))]
		end := i
		for end < len(text) && text[end] >= '0' && text[end] <= '9' {
			end++
		}
		text = text[:i] + numbers[random.IntN(len(numbers))] + text[end:]
	}
	return text
}

// try opens a job and computes a part of it.
func try(t *testing.T, k work.Kind, params, input string, honest bool) {
	t.Helper()
	ctx, end := context.WithTimeout(memory.With(t.Context(), 64<<20), 60*time.Millisecond)
	defer end()
	if honest {
		ctx = t.Context()
	}
	defer func() {
		if p := recover(); p != nil {
			t.Errorf("%q, %q: panic: %v", params, input, p)
		}
	}()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	begun := reach.CPU()
	task, err := k.Open(ctx, []byte(params), work.Host{Jobs: 1, Earlier: noEarlier{}})
	if err == nil {
		_, err = task.Do(ctx, work.Part{Input: []byte(input)})
		if closer, ok := task.(interface{ Close() error }); ok {
			_ = closer.Close()
		}
	}
	if took := reach.CPU() - begun; took > 2*time.Second && !honest {
		t.Errorf("%q, %q: took %v: %v", params, input, took, err)
	}
	if honest && err != nil && k.Name != "rows" && k.Name != "cube" {
		t.Errorf("%s: honest parameters: %v", k.Name, err)
	}
	runtime.ReadMemStats(&after)
	if took := after.TotalAlloc - before.TotalAlloc; took > 512<<20 && !honest {
		t.Errorf("%q, %q: took %d MiB", params, input, took>>20)
	}
}

// noEarlier has no results.
type noEarlier struct{}

func (noEarlier) Run(context.Context, work.Job, work.Task, func(int, []byte) error) (work.Report, error) {
	return work.Report{}, context.Canceled
}
