package known

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/big"
	"strings"
	"sync"

	"coterie/bounds"
	"coterie/internal/words/table"
	"coterie/quorum"
	"coterie/results"
	"coterie/search/maekawa"
)

// The files within package results.
const (
	sizesFile   = "near-optimal/near-optimal.csv"
	setsFile    = "near-optimal/best-sets.json"
	loadsFile   = "least-load/full/least-load.csv"
	systemsFile = "least-load/full/least-load.json"
	degreesFile = "group-optimal/full/group-optimal.csv"
)

// row is a line of a table: the bounds on one value.
type row struct {
	file             string
	lower, upper     bounds.Fraction
	lowerBy, upperBy string
}

// of is what a row is about; m is 0 where there are no groups.
type of struct{ n, m int }

var (
	sizes      = sync.OnceValue(func() map[of]row { return read(sizesFile) })
	leastLoads = sync.OnceValue(func() map[of]row { return read(loadsFile) })
	degrees    = sync.OnceValue(func() map[of]row { return read(degreesFile) })
)

// read reads a table with columns n, lower, lower_by, upper, upper_by and perhaps m. A file that is
// none is a fault of the program.
func read(file string) map[of]row {
	t, err := table.ReadCSV(bytes.NewReader(text(file)))
	if err != nil {
		panic(file + ": " + err.Error())
	}
	rows := map[of]row{}
	for i := range t.Len() {
		cell := func(column string) string { return t.At(i, column).String() }
		value := func(column string) bounds.Fraction {
			v, ok := new(big.Rat).SetString(cell(column))
			if !ok {
				panic(fmt.Sprintf("%s, row %d: %s is no number", file, i+1, column))
			}
			return bounds.NewFraction(v)
		}
		r := row{file: file, lower: value("lower"), upper: value("upper"), lowerBy: cell("lower_by"), upperBy: cell("upper_by")}
		var at of
		n := value("n")
		at.n, _ = n.Int()
		if file == degreesFile {
			m := value("m")
			at.m, _ = m.Int()
		}
		rows[at] = r
	}
	return rows
}

func text(file string) []byte {
	data, err := results.Files.ReadFile(file)
	if err != nil {
		panic(err) // it was embedded
	}
	return data
}

// certificate reads a file of systems.
func certificate[S any](file string) []S {
	var list struct{ Systems []S }
	if err := json.Unmarshal(text(file), &list); err != nil {
		panic(file + ": " + err.Error())
	}
	return list.Systems
}

var (
	allSets    = sync.OnceValue(func() []maekawa.Turned { return certificate[maekawa.Turned](setsFile) })
	allSystems = sync.OnceValue(func() []loaded { return certificate[loaded](systemsFile) })
)

// setsOf returns the sets of the study near-optimal for n nodes.
func setsOf(n int) (*quorum.System, error) {
	for _, s := range allSets() {
		if s.N == n {
			return s.System(fmt.Sprintf("sets of the study near-optimal, n=%d", n))
		}
	}
	return nil, quorum.Internal("%s has no sets for %d nodes", setsFile, n)
}

// loaded is a system of least load.
type loaded struct {
	N       int
	Quorums string // {1,2},{1,3},...
}

// leastLoad returns the system of the study least-load for n nodes.
func leastLoad(n int) (*quorum.System, error) {
	for _, s := range allSystems() {
		if s.N != n {
			continue
		}
		var list []quorum.Set
		if err := json.Unmarshal([]byte("["+strings.NewReplacer("{", "[", "}", "]").Replace(s.Quorums)+"]"), &list); err != nil {
			return nil, quorum.Internal("%s, %d nodes: %w", systemsFile, n, err)
		}
		f, err := quorum.FamilyOfSets(n, list)
		if err != nil {
			return nil, quorum.Internal("%s, %d nodes: %w", systemsFile, n, err)
		}
		return quorum.NewSystem(fmt.Sprintf("system of the study least-load, n=%d", n), f, quorum.SystemOptions{})
	}
	return nil, quorum.Internal("%s has no system of %d nodes", systemsFile, n)
}
