package quorum

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"coterie/internal/check/assert"
)

// asymmetricFiles have the sets of each process as lists and as expressions, or a fault.
var asymmetricFiles = []struct{ text, want string }{
	{`{"format":"coterie/1","kind":"asymmetric","name":"x","n":3,"faulty":["2+3","choose(1,1,3)",[]]}`, "[[{2} {3}] [{1} {3}] []] []"},
	{`{"quorums":[[[1,2]],[[3],[2,1]],"a*(b+c)"],"faulty":["2*b","a*3",[[1]]],"n":3,"names":["a","b","c"], "kind" : "asymmetric"}`,
		"line 1, column 54: faulty of process 1: the expression names a node twice"},
	{`{"quorums":[[[1,2]],[[3],[2,1]],"a*(2+c)"],"faulty":["2*c","a*3",[[1]]],"n":3,"names":["a","b","c"], "kind" : "asymmetric"}`,
		"[[{2,3}] [{1,3}] [{1}]] [[{1,2}] [{3} {1,2}] [{1,2} {1,3}]]"},
	{`{"kind":"asymmetric","n":2,"names":["2","b"],"faulty":["2",[[1,2]]],"quorums":[[],"1*2"]}`, "line 1, column 83: quorums of process 2: the expression names a node twice"},
	{`{"kind":"asymmetric","n":2,"names":["2","b"],"faulty":["2",[[1,2]]],"quorums":[[],"b*2"]}`, "[[{1}] [{1,2}]] [[] [{1,2}]]"},
	{`{"kind":"asymmetric","n":2,"faulty":[[[1]]]}`, "line 1, column 28: faulty: 1 lists for n = 2 processes, of whom there are at most 100"},
	{`{"kind":"asymmetric","n":1,"faulty":[[[1]]],"quorums":[]}`, "line 1, column 45: quorums: 0 lists for n = 1 processes, of whom there are at most 100"},
	{`{"kind":"asymmetric","n":1,"faulty":[[[1]]],"quorums":[[1]]}`, `line 1, column 57: quorums of process 1: set 1: expected "["`},
	{`{"kind":"asymmetric","n":1,"faulty":[[[2]]]}`, "line 1, column 40: node 2 is not in 1..1"},
	{`{"kind":"asymmetric","n":1,"faulty":[[[]]]}`, "line 1, column 39: faulty of process 1: set 1 is empty"},
	{`{"kind":"asymmetric","n":1,"faulty":[""]}`, "line 1, column 38: faulty of process 1: column 1: the formula ends where a name or an opening parenthesis should come"},
	{`{"kind":"asymmetric","n":1,"faulty":["2"]}`, `line 1, column 38: faulty of process 1: there is no node "2"`},
	{`{"kind":"asymmetric","n":1,"faulty":["99999999999999999999"]}`, `line 1, column 38: faulty of process 1: there is no node "99999999999999999999"`},
	{`{"kind":"asymmetric","n":1,"names":[],"faulty":[[]]}`, "line 1, column 28: names: 0 names for 1 nodes"},
	{`{"kind":"asymmetric","n":1}`, `line 1, column 1: kind asymmetric: key "faulty" is missing`},
	{`{"kind":"quorum-system","n":1,"faulty":[]}`, `line 1, column 1: kind quorum-system: key "quorums" is missing`},
}

func TestReadAsymmetric(t *testing.T) {
	for _, x := range asymmetricFiles {
		_, err := ReadInput(strings.NewReader(x.text))
		found, ok := err.(*AsymmetricError)
		if !ok {
			assert.Equal(t, fmt.Sprint(err), x.want, x.text)
			continue
		}
		assert.Equal(t, fmt.Sprint(found.Faulty, " ", found.Quorums), x.want, x.text)
		_, again := ReadInput(strings.NewReader(string(assert.Got(json.Marshal(found.Asymmetric))(t)))) // what build prints
		assert.Deep(t, again, err, x.text)
	}
}
