package quorum

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"coterie/internal/words/show"
)

// Member is a node of a federated system as a file describes it.
type Member struct {
	Name string // its public key, or the name in our own format
	// Set is nil where the file has no set for the node, and where Fault says what is wrong with
	// it.
	Set   *QuorumSet
	Fault string

	Label        string // a name for people, if the file has one
	Organization string // the name, or the key in another file
	Country      string
	Provider     string
}

// QuorumSet is satisfied by a set of nodes that holds Threshold of its members: of its validators
// and its satisfied inner sets.
type QuorumSet struct {
	Threshold  int          `json:"threshold"`
	Validators []string     `json:"validators,omitempty"`
	Inner      []*QuorumSet `json:"innerQuorumSets,omitempty"`
}

// Organization has the validators of one organisation.
type Organization struct {
	ID         string
	Name       string
	Validators []string
}

// FederatedError is the error for a file with a federated system: it is no list of quorums, and
// package federated makes a value of it.
type FederatedError struct{ Members []Member }

func (e *FederatedError) Error() string {
	return fmt.Sprintf("a federated system of %s, each with its own quorum set", show.Count(len(e.Members), "node"))
}

// Hint names the verbs that read a federated system.
func (e *FederatedError) Hint() string {
	return "check, measure, draw and compare read federated systems, and build makes a quorum system of one"
}

// WriteFederated writes a federated system in our own format, without labels and organisations: a
// set that is missing or ill-formed is null.
func WriteFederated(w io.Writer, members []Member) error {
	names, sets := make([]string, len(members)), make([]*QuorumSet, len(members))
	for i, m := range members {
		names[i], sets[i] = m.Name, m.Set
	}
	return show.Encoder(w).Encode(struct {
		Format string       `json:"format"`
		Kind   Kind         `json:"kind"`
		Names  []string     `json:"names"`
		Sets   []*QuorumSet `json:"sets"`
	}{Format, KindFederated, names, sets})
}

// ReadOrganizations reads an array of organisations, as stellarbeat writes organizations.json:
// objects with the keys name, validators and, optionally, id; others are skipped. The error is a
// *FormatError.
func ReadOrganizations(data []byte) (list []Organization, err error) {
	err = reading(data, false, func(d *reader) {
		err := d.dec.Decode(&list)
		if form := (*json.UnmarshalTypeError)(nil); errors.As(err, &form) {
			d.at = form.Offset
			d.fail("want an array of organisations: objects with the keys name, a string, and validators, an array of strings")
		} else if err != nil {
			d.wrong(err)
		}
		d.end()
	})
	return list, err
}

// isNetwork reports whether a file without the key "format" holds a federated system.
func isNetwork(data []byte) bool {
	var keys map[string]json.RawMessage
	if rest, ok := bytes.CutPrefix(bytes.TrimSpace(data), []byte("[")); ok {
		return bytes.HasPrefix(bytes.TrimSpace(rest), []byte("{"))
	}
	if !bytes.Contains(data, []byte(`"nodes"`)) && !bytes.Contains(data, []byte(`"qsets"`)) && !bytes.Contains(data, []byte(`"quorum_set"`)) || json.Unmarshal(data, &keys) != nil {
		return false
	}
	return keys["format"] == nil && (keys["nodes"] != nil || keys["qsets"] != nil || keys["quorum_set"] != nil)
}

// maxNetworkEntries bounds the validators that all sets name together, each shared set counted
// wherever it is named.
const maxNetworkEntries = 10_000_000

// network is a federated system as it is read.
type network struct {
	members []Member
	isNode  map[string]bool
	sets    []*quorumSet          // of the members, nil where there is none
	shared  map[string]*quorumSet // python-fbas names sets
	entries int                   // of the sets that were copied
}

// readNetwork reads the forms of other programs.
func (d *reader) readNetwork() *FederatedError {
	w := &network{isNode: map[string]bool{}, shared: map[string]*quorumSet{}}
	nodes := func(name string) func(i int) {
		return func(i int) { d.node(w, name, fmt.Sprintf("node %v: ", Index(i))) }
	}
	if d.token() == json.Delim('[') {
		d.elements("the file", nodes("publicKey"))
	} else {
		d.members("the file", func(key string) {
			switch key {
			case "nodes":
				d.array(key, nodes("node"))
			case "validators":
				d.array(key, nodes("id"))
			case "qsets":
				d.object(key, func(name string) { w.shared[name] = d.anySet("set "+show.Value(name)+": ", 0) })
			case "quorum_set":
				d.fail("MobileCoin's network.json has the set of one node; want an array of such objects, each with the name of its node as publicKey")
			default:
				d.textOr()
			}
		})
	}
	d.end()
	return &FederatedError{d.joined(w)}
}

// node reads a node of another program, whose name stands under the key name; keys that nothing
// depends on are skipped.
func (d *reader) node(w *network, name, where string) {
	m, set := Member{}, (*quorumSet)(nil)
	var member func(key string)
	member = func(key string) {
		switch key {
		case name:
			m.Name = d.text(where + key)
		case "quorumSet", "qset", "quorum_set":
			if set = d.anySet(where, 0); set != nil && set.tagged.name != "" { // the name of a shared set
				set = &quorumSet{threshold: 1, validators: []nameAt{set.tagged}}
			}
		case "name":
			m.Label = d.textOr()
		case "organizationId", "homeDomain":
			if text := d.textOr(); key == "organizationId" || m.Organization == "" {
				m.Organization = text
			}
		case "countryName":
			m.Country = d.textOr()
		case "isp":
			m.Provider = d.textOr()
		case "geoData", "attrs":
			if d.token() == json.Delim('{') {
				d.members(where, member)
			}
		default:
			d.textOr()
		}
	}
	d.delim('{', strings.TrimSuffix(where, ": "))
	at := d.at
	d.members(where, member)
	if m.Name == "" || w.isNode[m.Name] {
		panic(problemAt{at, fmt.Sprintf("%skey %q is missing, or has the name of an earlier node", where, name)})
	}
	w.isNode[m.Name] = true
	w.members, w.sets = append(w.members, m), append(w.sets, set)
}

// anySet reads a member of a quorum set in the form of any program: a validator, for which tagged
// is set, or a set with the keys threshold, validators and innerQuorumSets; with t and v, as
// stellar-core writes it; with threshold and members, as python-fbas and MobileCoin do. MobileCoin
// tags members, as {"type":"Node","args":"a"} and {"type":"InnerSet","args":{...}}. It returns nil
// for null.
func (d *reader) anySet(where string, depth int) *quorumSet {
	s := &quorumSet{depth: depth + 1}
	switch t := d.token().(type) {
	case nil:
		return nil
	case string:
		s.tagged = nameAt{t, d.at}
		return s
	default:
		if t != json.Delim('{') || depth == maxQuorumSetDepth {
			d.fail("%sexpected a string or an object, nested at most %d deep", where, maxQuorumSetDepth)
		}
	}
	s.thresholdAt = d.at
	d.members(where, func(key string) {
		switch key {
		case "threshold", "t":
			d.quorumSetMember(s, "threshold", where)
		case "validators", "v", "members", "innerQuorumSets":
			d.arrayOrNull(where+key, func(i int) {
				switch m := d.anySet(fmt.Sprintf("%s%s %v: ", where, key, Index(i)), s.depth); {
				case m == nil:
					s.inner = append(s.inner, &quorumSet{thresholdAt: d.at})
				case m.tagged.name != "":
					s.validators = append(s.validators, m.tagged)
				default:
					s.inner = append(s.inner, m)
				}
			})
		case "args":
			if m := d.anySet(where, depth); m != nil {
				s = m
			}
		case "type", "hashKey", "dateDiscovered", "dateLastSeen": // the last three are stellarbeat's
			d.textOr()
		default:
			d.fail("%sunknown key %s", where, show.Value(key))
		}
	})
	return s
}

// buildOther makes the error that holds the content of a file of our own format whose value is of
// another package.
func (doc *document) buildOther(d *reader) error {
	_, err := newHeader("", cmp.Or(doc.n, len(doc.sets)), doc.names)
	doc.refuse("names", err)
	if doc.kind == KindAsymmetric {
		return &AsymmetricError{Asymmetric{Format, KindAsymmetric, doc.name, doc.n, doc.names, doc.setsOf("faulty"), doc.setsOf("quorums")}}
	}
	w := &network{sets: doc.sets, isNode: map[string]bool{}}
	for _, name := range doc.names {
		w.isNode[name] = true
		w.members = append(w.members, Member{Name: name})
	}
	return &FederatedError{d.joined(w)}
}

// joined gives each member its set. A set that stellar-core would refuse (isQuorumSetSane in
// src/scp/QuorumSetUtils.cpp: a threshold of 0 or above the number of members, a validator twice)
// is none, as on the network.
func (d *reader) joined(w *network) []Member {
	for i, raw := range w.sets {
		m, set := &w.members[i], &QuorumSet{}
		if raw == nil {
			m.Fault = "the file has no quorum set for it"
		} else if wrong := w.resolve(set, raw, nil); wrong.problem != "" {
			line, _ := position(d.data, wrong.offset)
			m.Fault = fmt.Sprintf("line %d: %s", line, wrong.problem)
		} else {
			m.Set = set
		}
	}
	return w.members
}

// resolve copies a set, with the shared sets in the place of their names. It returns the first
// fault, and panics at a cycle of references.
func (w *network) resolve(to *QuorumSet, s *quorumSet, path []*quorumSet) (wrong problemAt) {
	path = append(path, s)
	if w.entries += 1 + len(s.validators); w.entries > maxNetworkEntries || len(path) > maxQuorumSetDepth {
		panic(problemAt{s.thresholdAt, fmt.Sprintf("the sets name more than %d validators, or are nested more than %d deep", maxNetworkEntries, maxQuorumSetDepth)})
	}
	members, seen := len(s.validators)+len(s.inner), map[string]bool{}
	if to.Threshold = s.threshold; s.threshold < 1 || s.threshold > members {
		wrong = problemAt{s.thresholdAt, fmt.Sprintf("threshold %d of %s", s.threshold, show.Count(members, "member"))}
	}
	inner := slices.Clone(s.inner)
	for _, v := range s.validators {
		switch raw := w.shared[v.name]; {
		case seen[v.name]:
			wrong = problemAt{v.offset, show.Value(v.name) + " occurs twice in one set"}
		case w.isNode[v.name] || raw == nil:
			to.Validators = append(to.Validators, v.name)
		case slices.Contains(path, raw):
			panic(problemAt{v.offset, "the sets form a cycle through " + show.Value(v.name)})
		default:
			inner = append(inner, raw)
		}
		seen[v.name] = true
	}
	for _, raw := range inner {
		copied := &QuorumSet{}
		if below := w.resolve(copied, raw, path); wrong.problem == "" {
			wrong = below
		}
		to.Inner = append(to.Inner, copied)
	}
	return wrong
}

// textOr reads a value; it is "" unless it is a string.
func (d *reader) textOr() string {
	var v any
	d.at = d.dec.InputOffset()
	if err := d.dec.Decode(&v); err != nil {
		d.wrong(err)
	}
	s, _ := v.(string)
	return s
}
