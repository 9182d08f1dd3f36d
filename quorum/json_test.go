package quorum

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"coterie/internal/check/assert"
)

var roundTrips = []string{
	`{"format":"coterie/1","kind":"quorum-system","name":"fpp:order=2","n":7,
 "quorums":[[1,2,3],[1,4,5],[1,6,7],[2,4,6],[2,5,7],[3,4,7],[3,5,6]],
 "sites":[1,4,7,2,5,3,6]}
`,
	`{"format":"coterie/1","kind":"quorum-system","n":2,
 "quorums":[[1,2],[1,2]],
 "names":["zürich","a \"b\""]}
`,
	`{"format":"coterie/1","kind":"quorum-system","n":3,
 "quorums":[]}
`,
	`{"format":"coterie/1","kind":"group-quorum-system","name":"rows and columns","n":4,
 "cartels":[[[1,2],[3,4]],
  [[1,3],[2,4]]]}
`,
	`{"format":"coterie/1","kind":"group-quorum-system","name":"two teams","n":4,"roles":["reads","writes"],
 "cartels":[[[1,2],[3,4]],
  [[1,3],[1,4],[2,3],[2,4]]]}
`,
	`{"format":"coterie/1","kind":"k-coterie","n":3,"k":2,
 "quorums":[[1],[2]]}
`,
	`{"format":"coterie/1","kind":"sharing-structure","resources":3,
 "alpha":[[1,2],[2,3],[1,2]]}
`,
	`{"format":"coterie/1","kind":"sharing-structure","n":7,"resources":3,
 "alpha":[[1,2],[2,3],[1,2]],
 "families":[{"group":[1,3],"quorums":[[1,2]]},
  {"group":[2],"quorums":[[3],[4,7]]}]}
`,
}

func TestJSONRoundTrip(t *testing.T) {
	for _, text := range roundTrips {
		s, err := Read(strings.NewReader(text))
		if err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
		var b bytes.Buffer
		assert.OK(t, Write(&b, s))
		assert.Equal(t, b.String(), text, "written again")
	}
}

// TestJSONForms reads files as a person may write them: unsorted quorums, keys in any
// order, white space anywhere.
func TestJSONForms(t *testing.T) {
	s := assert.Got(Read(strings.NewReader("\n{ \"quorums\" : [ [3 , 1] ],\r\n\t\"n\":3, \"kind\":\"quorum-system\",\"format\":\"coterie/1\"}\n\n ")))(t)
	assert.Equal(t, s.(*System).Family().Set(0).String(), "{1,3}")
}

// TestJSONWithoutFormat reads objects whose kind and numbers follow from the other keys.
func TestJSONWithoutFormat(t *testing.T) {
	for text, want := range map[string]string{
		`{"quorums":[[1,2],[2,3],[1,3]]}`:                                     `there is no key "format": read as a quorum-system, n = 3`,
		`{"quorums":[[1,2]],"n":4}`:                                           `there is no key "format": read as a quorum-system, n = 4`,
		`{"quorums":[[1,2]],"names":["a","b","c"]}`:                           `there is no key "format": read as a quorum-system, n = 3`,
		`{"k":2,"quorums":[[1],[2]]}`:                                         `there is no key "format": read as a k-coterie, n = 2`,
		`{"cartels":[[[1,2],[3,4]],[[1,3],[2,4]]]}`:                           `there is no key "format": read as a group-quorum-system, n = 4`,
		`{"alpha":[[1,2],[2,3]]}`:                                             `there is no key "format": read as a sharing-structure`,
		`{"kind":"quorum-system","quorums":[[5]]}`:                            `there is no key "format": read as a quorum-system, n = 5`,
		`{"threshold":1,"validators":["a"]}`:                                  ``,
		`{"format":"coterie/1","kind":"quorum-system","n":1,"quorums":[[1]]}`: ``,
	} {
		in, err := ReadInput(strings.NewReader(text))
		if err != nil || in.Note() != want {
			t.Errorf("%s: %v, %v", text, in, err)
		}
	}
}

func TestJSONErrors(t *testing.T) {
	const head = `{"format":"coterie/1","kind":"quorum-system","n":3,`
	for _, c := range []struct{ text, want string }{
		{``, `line 1, column 1: unexpected end of file`},
		{"{\"format\":\"coterie/1\",\n \"kind\":", `line 2, column 9: unexpected end of file`},
		{`[]`, `line 1, column 1: the file: expected "{"`},
		{`{"format":"coterie/2"}`, `line 1, column 11: format "coterie/2": this program reads "coterie/1"`},
		{`{"format":"coterie/1"}`, `line 1, column 1: key "kind" is missing`},
		{`{"kind":"k-coterie"}`, `line 1, column 1: kind k-coterie: key "n" is missing`},
		{`{}`, `line 1, column 1: key "quorums" is missing`},
		{`{"quorums":[]}`, `line 1, column 1: kind quorum-system: key "n" is missing`},
		{`{"quorums":[[1,4]],"n":3}`, `line 1, column 16: node 4 is not in 1..3`},
		{`{"quorums":[[1]],"cartels":[[[1]]]}`, `line 1, column 18: kind quorum-system has no key "cartels"`},
		{`{"kind":"coterie"}`, `line 1, column 9: kind "coterie": kinds are quorum-system, group-quorum-system, k-coterie, sharing-structure, federated, asymmetric`},
		{head + "\n \"quorums\":[[1,2],[0]]}", `line 2, column 20: quorums: quorum 2: 0 is not in 1..16777216`},
		{head + "\n \"quorums\":[[1,2],[2,4]]}", `line 2, column 22: node 4 is not in 1..3`},
		{"{\"quorums\":[[1,2],[2,4],[3,9]],\n\"format\":\"coterie/1\",\"kind\":\"quorum-system\",\"n\":3}", `line 1, column 22: node 4 is not in 1..3`},
		{head + `"quorums":[[1],[]]}`, `line 1, column 67: quorums: quorum 2 is empty`},
		{head + `"quorums":[[2,3,2]]}`, `line 1, column 63: quorums: quorum 1 holds node 2 twice`},
		{head + `"quorums":[[1.5]]}`, `line 1, column 64: quorums: quorum 1: 1.5 is not a whole number in range`},
		{head + `"quorums":[["a"]]}`, `line 1, column 64: quorums: quorum 1: expected a whole number`},
		{head + `"quorums":[1]}`, `line 1, column 63: quorums: quorum 1: expected "["`},
		{head + `"quorums":[[1]],"load":3}`, `line 1, column 68: unknown key "load"`},
		{head + `"quorums":[[1]],"n":3}`, `line 1, column 68: key "n" occurs twice`},
		{head + `"quorums":[[1]],"k":3}`, `line 1, column 68: kind quorum-system has no key "k"`},
		{head + `"names":["a","b","c"]}`, `line 1, column 1: kind quorum-system: key "quorums" is missing`},
		{head + `"quorums":[[1]],"sites":[1,1]}`, `line 1, column 68: sites: 2 sites for 3 nodes`},
		{head + `"quorums":[[1]],"sites":[1,1,2]}`, `line 1, column 68: sites: site 3 has quorum 2; quorums are 1..1`},
		{head + `"quorums":[[1]],"sites":[1,1,0]}`, `line 1, column 81: sites: 0 is less than 1`},
		{head + `"quorums":[[1]],"names":["a","b"]}`, `line 1, column 68: names: 2 names for 3 nodes`},
		{head + `"quorums":[[1]],"names":[]}`, `line 1, column 68: names: 0 names for 3 nodes`},
		{`{"format":"coterie/1","kind":"sharing-structure","resources":2,"alpha":[[1]],"families":[{"group":[1],"quorums":[[1]]}]}`,
			`line 1, column 64: alpha: n and families go together`},
		{head + `"quorums":[[1]],"names":["a","b","a"]}`, `line 1, column 68: names: nodes 1 and 3 have the same name "a"`},
		{head + `"quorums":[[1]]} x`, `line 1, column 69: there is more after the end of the object`},
		{head + `"quorums":[[1]]}{}`, `line 1, column 68: there is more after the end of the object`},
		{head + "\"quorums\":[[1,\n2}", `line 2, column 2: invalid character '}' after array element`},
		{`{"format":"coterie/1","kind":"quorum-system","n":0,"quorums":[]}`, `line 1, column 50: n: 0 is not in 1..16777216`},
		{`{"format":"coterie/1","kind":"quorum-system","n":99999999999999999999,"quorums":[]}`, `line 1, column 50: n: 99999999999999999999 is not a whole number in range`},
		{`{"format":"coterie/1","kind":"group-quorum-system","n":4,"cartels":[]}`, `line 1, column 58: cartels: there is none`},
		{`{"format":"coterie/1","kind":"group-quorum-system","n":1,"cartels":[[[1]],[[1]]],"roles":["writes","reads"]}`, `line 1, column 82: roles: the roles that a file can hold are ["reads","writes"], of two cartels`},
		{`{"format":"coterie/1","kind":"group-quorum-system","n":1,"roles":["reads","writes"],"cartels":[[[1]]]}`, `line 1, column 58: roles: the roles that a file can hold are ["reads","writes"], of two cartels`},
		{head + `"quorums":[[1]],"roles":["reads","writes"]}`, `line 1, column 68: kind quorum-system has no key "roles"`},
		{`{"format":"coterie/1","kind":"group-quorum-system","n":4,"cartels":[[[1]],[[]]]}`, `line 1, column 76: cartel 2: quorum 1 is empty`},
		{`{"format":"coterie/1","kind":"k-coterie","n":4,"k":0,"quorums":[]}`, `line 1, column 52: k: 0 is less than 1`},
		{`{"format":"coterie/1","kind":"sharing-structure","resources":2,"alpha":[[1],[3]]}`, `line 1, column 64: alpha: process 2: resources are 1..2`},
		{`{"format":"coterie/1","kind":"sharing-structure","resources":3,"alpha":[[1],[3]]}`, `line 1, column 64: alpha: no process may use resource 2 of 1..3`},
		{`{"format":"coterie/1","kind":"sharing-structure","resources":2,"alpha":[[1],[]]}`, `line 1, column 64: alpha: process 2 may use no resource`},
		{`{"alpha":[[]]}`, `line 1, column 2: alpha: no process may use a resource`},
		{`{"format":"coterie/1","kind":"sharing-structure","resources":2,"alpha":[[1]],"n":3}`, `line 1, column 64: alpha: n and families go together`},
		{`{"format":"coterie/1","kind":"sharing-structure","resources":2,"alpha":[[1],[2]],"n":3,"families":[{"group":[1,2],"quorums":[[1]]}]}`,
			`line 1, column 64: alpha: family 1: its group is not a class of processes with the same resources`},
		{`{"format":"coterie/1","kind":"sharing-structure","resources":2,"alpha":[[1],[2]],"n":3,"families":[{"group":[2],"quorums":[[1]]}]}`,
			`line 1, column 64: alpha: the group of process 1 has no quorum family`},
	} {
		_, err := Read(strings.NewReader(c.text))
		if _, slow := parse([]byte(c.text), true); fmt.Sprint(slow) != fmt.Sprint(err) {
			t.Errorf("%s\nby tokens: %v", c.text, slow)
		}
		var fe *FormatError
		if !errors.As(err, &fe) || err.Error() != c.want {
			t.Errorf("%s\n got: %v\nwant: %s", c.text, err, c.want)
		}
	}
}

// FuzzRead: no input panics, every error is a *FormatError, or a *LimitError for a quorum set, and
// every accepted structure is written and read back the same.
func FuzzRead(f *testing.F) {
	for _, text := range roundTrips {
		f.Add([]byte(text))
	}
	f.Add([]byte(`{"format":"coterie/1","kind":"quorum-system","n":3,"quorums":[[1,2],[2,4]]}`))
	f.Add([]byte(`{"format":"coterie/1","kind":"quorum-system","n":3,"quorums" : [ [1 ,2],[ 02,3]]}`))
	f.Add([]byte(`{"format":"coterie/1","kind":"quorum-system","n":3,"quorums":,[[1,2]]}`))
	f.Add([]byte(`{"format":"coterie/1","kind":"group-quorum-system","n":3,"cartels":[[[1]] , [[1,2]]]}`))
	f.Add([]byte(`{"threshold":2,"validators":["A"],"innerQuorumSets":[{"threshold":1,"validators":["B","A"]},{"validators":["C"],"threshold":1}]}`))
	f.Add([]byte(`{"quorums":[[1,2],[2,3]],"sites":[1,1,2,2]}`))
	f.Add([]byte("{\"quorums\":[],\"site\x00\x7f:[100]}")) // two decoders count from two places
	f.Add([]byte(`{"alpha":[]}`))
	f.Add([]byte(`{"alpha":[[1,2],[2]],"families":[{"group":[1],"quorums":[[1]]},{"group":[2],"quorums":[[3]]}]}`))
	for _, x := range append(federatedFiles, asymmetricFiles...) {
		f.Add([]byte(x.text))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		s, err := Read(bytes.NewReader(data))
		slow, slowErr := parse(data, true)
		if fmt.Sprint(err) != fmt.Sprint(slowErr) || !reflect.DeepEqual(s, slow) {
			t.Fatalf("byte by byte: %v, %v\nby tokens: %v, %v", s, err, slow, slowErr)
		}
		if err != nil {
			var fe *FormatError
			var many *LimitError // of a quorum set
			var nodes *FederatedError
			if !errors.As(err, &many) && !errors.As(err, &nodes) && !errors.As(err, new(*AsymmetricError)) && !errors.As(err, &fe) || fe != nil && (fe.Line < 1 || fe.Column < 1) {
				t.Fatalf("error without a place: %v", err)
			}
			return
		}
		var b bytes.Buffer
		assert.OK(t, Write(&b, s))
		back, err := Read(bytes.NewReader(b.Bytes()))
		if err != nil {
			t.Fatalf("%v in\n%s", err, b.Bytes())
		}
		assert.MustDeep(t, normal(s), normal(back), "%#v\nbecame\n%#v", s, back)
	})
}

// normal makes absent and empty names the same, as the format does for none.
func normal(s Structure) Structure {
	if sharing, ok := s.(*SharingStructure); ok && len(sharing.names) == 0 {
		copied := *sharing
		copied.names = nil
		return &copied
	}
	return s
}

// parse is Read; byTokens leaves out the fast way through lists of quorums.
func parse(data []byte, byTokens bool) (Structure, error) {
	in, err := parseInput(data, byTokens)
	if err != nil {
		return nil, err
	}
	return in.Structure(context.Background(), maxReadQuorums)
}
