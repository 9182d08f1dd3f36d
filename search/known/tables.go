package known

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"coterie/bounds"
	"coterie/quorum"
	"coterie/results"
	"coterie/search/maekawa"
)

// row is a record: the bounds on one value.
type row struct {
	*results.Record
	lower, upper bounds.Fraction
}

// best returns the record of a kind for n nodes, and m groups if m is not 0.
func best(what string, n, m int) (row, bool) {
	given := map[string]results.Cell{}
	if m > 0 {
		given["m"] = results.Cell(strconv.Itoa(m))
	}
	k := results.Of(what)
	list := k.Find(n, given)
	if len(list) == 0 {
		return row{}, false
	}
	return row{k.WithWitness(list[0]), bounds.NewFraction(list[0].Lower.Rat()), bounds.NewFraction(list[0].Upper.Rat())}, true
}

// sets returns the sets of the study near-optimal.
func (r row) sets() (*quorum.System, error) {
	var s maekawa.Turned
	if err := json.Unmarshal(r.Witness, &s); err != nil {
		return nil, quorum.Internal("%s, %d nodes: %w", r.Table, r.N, err)
	}
	return s.System(fmt.Sprintf("sets of the study near-optimal, n=%d", r.N))
}

// system returns the system of the study least-load.
func (r row) system() (*quorum.System, error) {
	var s struct{ Quorums string } // {1,2},{1,3},...
	var list []quorum.Set
	err := json.Unmarshal(r.Witness, &s)
	if err == nil {
		err = json.Unmarshal([]byte("["+strings.NewReplacer("{", "[", "}", "]").Replace(s.Quorums)+"]"), &list)
	}
	if err != nil {
		return nil, quorum.Internal("%s, %d nodes: %w", r.Table, r.N, err)
	}
	f, err := quorum.FamilyOfSets(r.N, list)
	if err != nil {
		return nil, quorum.Internal("%s, %d nodes: %w", r.Table, r.N, err)
	}
	return quorum.NewSystem(fmt.Sprintf("system of the study least-load, n=%d", r.N), f, quorum.SystemOptions{})
}
