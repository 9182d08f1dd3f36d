package quorum

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"regexp"
	"slices"
	"strconv"

	"coterie/internal/words/show"
)

// Asymmetric is an asymmetric system as a file has it.
type Asymmetric struct {
	Format  string   `json:"format"`
	Kind    Kind     `json:"kind"`
	Name    string   `json:"name,omitempty"`
	N       int      `json:"n"`
	Names   []string `json:"names,omitempty"`
	Faulty  [][]Set  `json:"faulty"`            // the fail-prone sets of each process
	Quorums [][]Set  `json:"quorums,omitempty"` // those of each process; nil where the file has none
}

// AsymmetricError is the error for a file with an asymmetric system: it has no one list of quorums,
// and package asymmetric makes a value of it.
type AsymmetricError struct{ Asymmetric }

func (e *AsymmetricError) Error() string {
	return fmt.Sprintf("an asymmetric system of %s, each with its own fail-prone sets", show.Count(e.N, "process"))
}

// Hint names the verbs that read an asymmetric system.
func (e *AsymmetricError) Hint() string { return "build, check and measure read asymmetric systems" }

// isAsymmetric finds the kind before the keys are read, since it says what the key quorums holds.
var isAsymmetric = regexp.MustCompile(`"kind"\s*:\s*"asymmetric"`)

// Bounds of the processes of an asymmetric system, and of the sets of one that an expression lists.
const (
	maxProcesses   = 100
	maxProcessSets = 5_000
)

// processSets are the sets of one process in a file: a list, or an expression.
type processSets struct {
	list       *quorumList
	at         int64 // of the expression
	expression string
}

func (d *reader) processSets(key string) (all []processSets) {
	d.array(key, func(i int) {
		where, s := fmt.Sprintf("%s of process %v", key, Index(i)), processSets{}
		if bytes.HasPrefix(bytes.TrimLeft(d.data[d.dec.InputOffset():], " \t\r\n:,"), []byte{'"'}) {
			s.expression, s.at = d.text(where), d.at
		} else {
			s.list = d.quorums(where, "set")
		}
		all = append(all, s)
	})
	return all
}

// setsOf returns the sets of each process; nil where the file has none.
func (doc *document) setsOf(key string) (all [][]Set) {
	if len(doc.processes[key]) != doc.n && doc.keys[key] > 0 || doc.n > maxProcesses {
		doc.refuse(key, fmt.Errorf("%d lists for n = %d processes, of whom there are at most %d", len(doc.processes[key]), doc.n, maxProcesses))
	}
	for i, s := range doc.processes[key] {
		if s.list == nil {
			all = append(all, doc.expressed(s, fmt.Sprintf("%s of process %v", key, Index(i))))
		} else {
			all = append(all, s.list.family(doc.n).Sets())
		}
	}
	return all
}

// expressed lists the smallest sets on which an expression holds. Each node stands in it once, so
// that no way to satisfy it contains another.
func (doc *document) expressed(s processSets, where string) []Set {
	refuse := func(wrong bool, problem any) {
		if wrong {
			panic(problemAt{s.at, fmt.Sprintf("%s: %v", where, problem)})
		}
	}
	f, names, err := ParseFormula(s.expression)
	refuse(err != nil, err)
	f = f.Substituted(func(leaf int) Formula {
		number, _ := strconv.Atoi(names[leaf])
		v := cmp.Or(1+slices.Index(doc.names, names[leaf]), number) - 1
		refuse(v < 0 || v >= doc.n, "there is no node "+show.Value(names[leaf]))
		return Leaf(v)
	})
	refuse(!f.ReadOnce(), "the expression names a node twice")
	family, err := f.Over(doc.n).MinimalSets(context.Background(), maxProcessSets)
	refuse(err != nil, err)
	return family.Sets()
}
