package quorum

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"coterie/internal/check/assert"
)

// federatedFiles are files in each form, with the members as text.
var federatedFiles = []struct{ text, want string }{
	{`{"format":"coterie/1","kind":"federated","names":["a","b"],"sets":[{"threshold":2,"validators":["a","b"]},null]}`,
		"a: 2[a b]; b: the file has no quorum set for it"},
	{`[{"publicKey":"a","name":"A","homeDomain":"x","geoData":{"countryName":"C","city":null},"isp":"I","other":[{}],
	   "quorumSet":{"hashKey":"h","threshold":1,"validators":["b"],"innerQuorumSets":[{"threshold":1,"validators":["a"]}]}},
	  {"publicKey":"b","organizationId":"o","homeDomain":"y"}]`,
		"a (A, x, C, I): 1[b 1[a]]; b (, o, , ): the file has no quorum set for it"},
	{`{"nodes":[{"node":"a","qset":{"t":2,"v":["a","b",{"t":1,"v":["c"]}]}},{"node":"b","qset":null}]}`,
		"a: 2[a b 1[c]]; b: the file has no quorum set for it"},
	{`{"validators":[{"id":"a","qset":"q","attrs":{"homeDomain":"x"}},{"id":"b","qset":null}],
	   "qsets":{"q":{"threshold":1,"members":["a","r"]},"r":{"threshold":1,"members":["b"]}}}`,
		"a (, x, , ): 1[1[a 1[b]]]; b: the file has no quorum set for it"},
	{`[{"publicKey":"a","quorumSet":{"threshold":1,"members":[{"type":"Node","args":"b"},{"args":{"threshold":1,"members":[]},"type":"InnerSet"}]}}]`,
		"a: line 1: threshold 1 of 0 members"},
	{"[{\"publicKey\":\"a\",\"quorumSet\":\n{\"threshold\":9007199254740991,\"validators\":[]}}]", "a: line 2: threshold 9007199254740991 of 0 members"},
	{"[{\"publicKey\":\"a\",\"quorumSet\":{\"validators\":[\"a\"]}}]", "a: line 1: threshold 0 of 1 member"},
	{"[{\"publicKey\":\"a\",\"quorumSet\":{\"threshold\":1,\"validators\":[\"b\",\n\"b\"]}}]", `a: line 2: "b" occurs twice in one set`},
	{`[{"publicKey":"a","quorumSet":{"threshold":1,"validators":["b"],"innerQuorumSets":[null]}}]`, "a: line 1: threshold 0 of 0 members"},
}

func setText(s *QuorumSet) string {
	parts := append([]string{}, s.Validators...)
	for _, inner := range s.Inner {
		parts = append(parts, setText(inner))
	}
	return fmt.Sprint(s.Threshold, "[", strings.Join(parts, " "), "]")
}

func TestReadFederated(t *testing.T) {
	for _, x := range federatedFiles {
		_, err := ReadInput(strings.NewReader(x.text))
		found := (*FederatedError)(nil)
		if !errors.As(err, &found) {
			t.Errorf("%s: %v", x.text, err)
			continue
		}
		var parts []string
		for _, m := range found.Members {
			text := m.Name
			if about := fmt.Sprintf(" (%s, %s, %s, %s)", m.Label, m.Organization, m.Country, m.Provider); about != " (, , , )" {
				text += about
			}
			if text += ": " + m.Fault; m.Set != nil {
				text += setText(m.Set)
			}
			parts = append(parts, text)
		}
		assert.Equal(t, strings.Join(parts, "; "), x.want)
	}
}

func TestReadFederatedErrors(t *testing.T) {
	for _, x := range []struct{ text, want string }{
		{`[{"quorumSet":null}]`, `line 1, column 2: node 1: key "publicKey" is missing, or has the name of an earlier node`},
		{`[{"publicKey":"a"},{"publicKey":"a"}]`, `line 1, column 20: node 2: key "publicKey" is missing, or has the name of an earlier node`},
		{`[{"publicKey":"a","quorumSet":{"treshold":1}}]`, `line 1, column 32: node 1: unknown key "treshold"`},
		{`[{"publicKey":"a","quorumSet":{"threshold":"1"}}]`, `line 1, column 44: node 1: threshold: expected a whole number`},
		{`[{"publicKey":"a","quorumSet":{"threshold":1,"validators":[3]}}]`, `line 1, column 60: node 1: validators 1: expected a string or an object, nested at most 100 deep`},
		{`[{"publicKey":"a"}] 1`, "line 1, column 21: there is more after the end of the object"},
		{`{"validators":[{"id":"a","qset":"q"}],"qsets":{"q":{"threshold":1,"members":["r"]},"r":{"threshold":1,"members":["q"]}}}`,
			`line 1, column 114: the sets form a cycle through "q"`},
		{`{"format":"coterie/1","kind":"federated","names":["a"],"sets":[]}`, `line 1, column 42: names: 1 names for 0 nodes`},
		{`{"format":"coterie/1","kind":"federated","names":["a"]}`, `line 1, column 1: kind federated: key "sets" is missing`},
		{`{"kind":"federated","names":["a"],"sets":[null],"n":1}`, `line 1, column 49: kind federated has no key "n"`},
		{`[{"publicKey":"a","quorumSet":` + strings.Repeat(`{"innerQuorumSets":[`, 101), `line 1, column 2031: ` + "X"},
	} {
		_, err := ReadInput(strings.NewReader(x.text))
		if got := fmt.Sprint(err); got != x.want && !(strings.HasSuffix(x.want, "X") && strings.Contains(got, "nested at most 100 deep")) {
			t.Errorf("%s\n got: %s\nwant: %s", x.text, got, x.want)
		}
	}
	list, err := ReadOrganizations([]byte(`[{"id":"1","name":"A","validators":["a"],"url":null}]`))
	assert.Equal(t, fmt.Sprint(list, err), "[{1 A [a]}] <nil>")
	for _, text := range []string{`{}`, `[{"name":3}]`, `[`, `[] []`} {
		if _, err := ReadOrganizations([]byte(text)); !errors.As(err, new(*FormatError)) {
			t.Errorf("%s: %v", text, err)
		}
	}
}
