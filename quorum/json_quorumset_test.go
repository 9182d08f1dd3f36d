package quorum

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"coterie/internal/check/assert"
)

func TestReadQuorumSet(t *testing.T) {
	for _, x := range []struct{ text, names, formula, quorums string }{
		{`{"threshold":2,"validators":["A","B","C"],"innerQuorumSets":[]}`,
			"A B C", "choose(2,1,2,3)", "{1,2} {1,3} {2,3}"},
		{`{"validators":["A"],"threshold":1}`, "A", "1", "{1}"},
		{`{"validators":["A"],"threshold":1,"innerQuorumSets":null}`, "A", "1", "{1}"},
		{`{"threshold":1,"validators":null,"innerQuorumSets":[{"threshold":1,"validators":["B"],"innerQuorumSets":null}]}`, "B", "1", "{1}"},
		{`{"threshold":2,"validators":[],"innerQuorumSets":[
			{"threshold":1,"validators":["x","y"],"innerQuorumSets":[]},
			{"threshold":2,"validators":["z","w"]}]}`,
			"x y z w", "(1+2)*3*4", "{1,3,4} {2,3,4}"},
		{`{"innerQuorumSets":[{"threshold":1,"validators":["b"]}],"threshold":1,"validators":["a"]}`, "b a", "1+2", "{1} {2}"},
		// A occurs in both inner sets.
		{`{"threshold":2,"innerQuorumSets":[{"threshold":2,"validators":["A","B"]},{"threshold":2,"validators":["A","C"]},{"threshold":1,"validators":["D"]}]}`,
			"A B C D", "choose(2,1*2,1*3,4)", "{1,2,3} {1,2,4} {1,3,4}"},
	} {
		s, err := Read(strings.NewReader(x.text))
		if err != nil {
			t.Errorf("%s: %v", x.text, err)
			continue
		}
		var quorums []string
		for i := range s.(*System).Family().Len() {
			quorums = append(quorums, s.(*System).Family().Set(i).String())
		}
		if got := strings.Join(s.Names(), " "); got != x.names || strings.Join(quorums, " ") != x.quorums || s.Name() != "" {
			t.Errorf("%s: names %s, quorums %v", x.text, got, quorums)
		}
		in := assert.Got(ReadInput(strings.NewReader(x.text)))(t)
		f, names, ok := in.Formula()
		if !ok || f.String() != x.formula || !slices.Equal(names, s.Names()) {
			t.Errorf("%s: %v, want %s", x.text, f, x.formula)
		}
	}
}

// TestReadQuorumSetBeyondLists: more quorums than can be listed are no obstacle to reading.
func TestReadQuorumSetBeyondLists(t *testing.T) {
	names := make([]string, 60)
	for i := range names {
		names[i] = fmt.Sprintf("%q", fmt.Sprint("node", i))
	}
	text := `{"threshold":31,"validators":[` + strings.Join(names, ",") + `]}`
	in := assert.Got(ReadInput(strings.NewReader(text)))(t)
	f, _, ok := in.Formula()
	if s, err := f.Shape(t.Context()); !ok || err != nil || s.Quorums.String() != "114449595062769120" {
		t.Errorf("%v", s.Quorums)
	}
	if _, err := Read(strings.NewReader(text)); !isLimit(err) {
		t.Error(err)
	}
	in = assert.Got(ReadInput(strings.NewReader(roundTrips[0])))(t)
	if _, _, ok := in.Formula(); ok {
		t.Error("a file with quorums is no formula")
	}
	assert.Equal(t, assert.Got(in.Structure(t.Context(), 1))(t).N(), 7)
}

func TestReadQuorumSetErrors(t *testing.T) {
	deep := strings.Repeat(`{"threshold":1,"innerQuorumSets":[`, 100) + `{"threshold":1,"validators":["A"]}` + strings.Repeat(`]}`, 100)
	allowed := strings.Repeat(`{"threshold":1,"innerQuorumSets":[`, 99) + `{"threshold":1,"validators":["A"]}` + strings.Repeat(`]}`, 99)
	if _, err := Read(strings.NewReader(allowed)); err != nil {
		t.Error(err)
	}
	for _, x := range []struct{ text, want string }{
		{`{"threshold":3,"validators":["A","B"]}`, "line 1, column 14: threshold: 3 is not in 1..2, the number of validators and inner sets"},
		{"{\"validators\":[\"A\",\"B\"],\n\"threshold\":0}", "line 2, column 13: threshold: 0 is not in 1..2, the number of validators and inner sets"},
		{`{"threshold":-1,"validators":["A","B"]}`, "line 1, column 14: threshold: -1 is not in 1..2, the number of validators and inner sets"},
		{`{"threshold":1.5,"validators":["A"]}`, "line 1, column 14: threshold: 1.5 is not a whole number in range"},
		{`{"threshold":"1","validators":["A"]}`, "line 1, column 14: threshold: expected a whole number"},
		{`{"threshold":1}`, "line 1, column 14: there are no validators and no inner sets to reach a threshold"},
		{`{"threshold":0,"validators":[],"innerQuorumSets":[]}`, "line 1, column 14: there are no validators and no inner sets to reach a threshold"},
		{` {"validators":["A"]}`, `line 1, column 2: key "threshold" is missing`},
		{`{"threshold":1,"validators":["A","A"]}`, `line 1, column 34: validators: "A" occurs twice`},
		{`{"threshold":1,"validators":[""]}`, "line 1, column 30: validators: an empty name"},
		{`{"threshold":1,"validators":[3]}`, "line 1, column 30: validators: expected a string"},
		{`{"threshold":1,"validators":"A"}`, `line 1, column 29: validators: expected "["`},
		{`{"threshold":1,"validators":["A"],"publicKey":"A"}`, `line 1, column 35: unknown key "publicKey"`},
		{`{"threshold":1,"validators":["A"],"n":3}`, `line 1, column 35: a quorum set (threshold, validators, innerQuorumSets) has no key "n"`},
		{`{"threshold":1,"validators":["A"],"threshold":1}`, `line 1, column 35: key "threshold" occurs twice`},
		{`{"format":"coterie/1","threshold":1,"validators":["A"]}`, `line 1, column 23: unknown key "threshold"`},
		{`{"validators":["A"],"threshold":1,"format":"coterie/1"}`, `line 1, column 2: unknown key "validators"`},
		{`{"threshold":1,"innerQuorumSets":[{"validators":["A"]}]}`, `line 1, column 54: inner set 1: key "threshold" is missing`},
		{`{"threshold":1,"innerQuorumSets":[{"threshold":1,"innerQuorumSets":[{"threshold":2,"validators":["A"]}]}]}`,
			"line 1, column 82: inner set 1: inner set 1: threshold: 2 is not in 1..1, the number of validators and inner sets"},
		{`{"threshold":1,"innerQuorumSets":[{"threshold":1,"validators":["A"],"k":1}]}`, `line 1, column 69: inner set 1: unknown key "k"`},
		{`{"threshold":1,"innerQuorumSets":[3]}`, `line 1, column 35: inner set 1: expected "{"`},
		{`{"threshold":1,"validators":["A"]} x`, "line 1, column 36: there is more after the end of the object"},
		{deep, "line 1, column 3382: quorum sets nested more than 100 deep"},
	} {
		_, err := Read(strings.NewReader(x.text))
		var e *FormatError
		if !errors.As(err, &e) || err.Error() != x.want {
			t.Errorf("%.100s\n%v\nwant %s", x.text, err, x.want)
		}
	}
}
