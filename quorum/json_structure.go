package quorum

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"coterie/internal/words/show"
)

// document holds the keys of one object, as far as they have been read.
type document struct {
	keys    map[string]int64 // where each key stands
	format  string
	kind    Kind
	name    string
	n       int
	names   []string
	quorums *quorumList
	sites   []int

	cartels []*quorumList
	roles   Roles

	k int

	resources int
	alpha     [][]int
	groups    [][]int       // of the families
	families  []*quorumList // and their quorums

	set quorumSet // the keys of a quorum set

	sets []*quorumSet // of a federated system

	processes map[string][]processSets // of an asymmetric system, by key

	note string // the assumptions
}

// keysOf lists the keys that a kind has beside format, kind and name; a key with
// a ? may be absent.
var keysOf = map[Kind]string{
	KindSystem:      "n quorums sites? names?",
	KindGroupSystem: "n cartels roles? names?",
	KindKCoterie:    "n k quorums names?",
	KindSharing:     "resources alpha n? families? names?",
	KindFederated:   "names sets",
	KindAsymmetric:  "n faulty quorums? names?",
}

func (d *reader) input() *Input {
	blank := len(d.data) - len(bytes.TrimLeft(d.data, " \t\r\n"))
	if isNetwork(d.data) {
		return &Input{other: d.readNetwork()}
	}
	if blank < len(d.data) && d.data[blank] != '{' {
		// The error is made here: the decoder would complain of a letter in a literal.
		d.at = int64(blank)
		d.fail(`the file: expected "{"`)
	}
	doc := &document{keys: map[string]int64{}, processes: map[string][]processSets{}}
	d.object("the file", func(key string) {
		doc.keys[key] = d.at
		d.member(doc, key)
	})
	d.end()
	if doc.set.begun() {
		return doc.buildQuorumSet(int64(blank))
	}
	d.at = 0
	if doc.kind == KindFederated || doc.kind == KindAsymmetric {
		doc.checkKeys(d)
		return &Input{other: doc.buildOther(d)}
	}
	return &Input{structure: doc.build(d), note: doc.note}
}

// end refuses anything after the value.
func (d *reader) end() {
	end := d.dec.InputOffset()
	if _, err := d.dec.Token(); err != io.EOF {
		d.at = end + int64(len(d.data[end:])-len(strings.TrimLeft(string(d.data[end:]), " \t\r\n")))
		d.fail("there is more after the end of the object")
	}
}

func (d *reader) member(doc *document, key string) {
	switch key {
	case "format":
		if doc.format = d.text(key); doc.format != Format {
			d.fail("format %s: this program reads %q", show.Value(doc.format), Format)
		}
	case "kind":
		doc.kind = Kind(d.text(key))
		if _, known := keysOf[doc.kind]; !known {
			d.fail("kind %s: kinds are %s, %s, %s, %s, %s, %s", show.Value(string(doc.kind)), KindSystem, KindGroupSystem, KindKCoterie, KindSharing, KindFederated, KindAsymmetric)
		}
	case "name":
		doc.name = d.text(key)
	case "n":
		doc.n = d.integer(key, 1, MaxNodes)
	case "k":
		doc.k = d.integer(key, 1, math.MaxInt32)
	case "resources":
		doc.resources = d.integer(key, 1, MaxNodes)
	case "names":
		doc.names = d.texts(key)
	case "roles":
		doc.roles = d.texts(key)
	case "quorums", "faulty":
		if key == "quorums" && !isAsymmetric.Match(d.data) {
			doc.quorums = d.quorums(key, "quorum")
		} else {
			doc.processes[key] = d.processSets(key)
		}
	case "sites":
		doc.sites = d.ordinals(key)
	case "cartels":
		d.array(key, func(i int) {
			doc.cartels = append(doc.cartels, d.quorums(fmt.Sprintf("cartel %v", Index(i)), "quorum"))
		})
	case "alpha":
		d.array(key, func(int) { doc.alpha = append(doc.alpha, d.ordinals(key)) })
	case "families":
		d.array(key, func(i int) {
			group, quorums := d.groupFamily(i)
			doc.groups, doc.families = append(doc.groups, group), append(doc.families, quorums)
		})
	case "sets":
		d.array(key, func(i int) { doc.sets = append(doc.sets, d.anySet(fmt.Sprintf("set %v: ", Index(i)), 0)) })
	default:
		if !d.quorumSetMember(&doc.set, key, "") {
			d.fail("unknown key %s", show.Value(key))
		}
	}
}

// texts reads an array of strings; an empty one is not nil.
func (d *reader) texts(where string) []string {
	list := []string{}
	d.array(where, func(int) { list = append(list, d.text(where)) })
	return list
}

// ordinals reads an array of 1-based numbers.
func (d *reader) ordinals(where string) []int {
	list := []int{}
	d.array(where, func(int) { list = append(list, d.integer(where, 1, math.MaxInt32)-1) })
	return list
}

func (d *reader) groupFamily(i int) (group []int, quorums *quorumList) {
	where := fmt.Sprintf("family %v", Index(i))
	d.object(where, func(key string) {
		switch key {
		case "group":
			group = d.ordinals(where + ": group")
		case "quorums":
			quorums = d.quorums(where, "quorum")
		default:
			d.fail("unknown key %s", show.Value(key))
		}
	})
	if group == nil || quorums == nil {
		d.fail("%s: it needs the keys group and quorums", where)
	}
	return group, quorums
}

// build makes the structure once all keys are known.
func (doc *document) build(d *reader) Structure {
	if _, ok := doc.keys["format"]; !ok {
		doc.infer(d)
	}
	if _, ok := doc.keys["kind"]; !ok {
		d.fail("key %q is missing", "kind")
	}
	doc.checkKeys(d)
	switch doc.kind {
	case KindSystem:
		s, err := NewSystem(doc.name, doc.quorums.family(doc.n), SystemOptions{Sites: doc.sites})
		doc.refuse("sites", err)
		s.header, err = newHeader(doc.name, doc.n, doc.names)
		doc.refuse("names", err)
		return s
	case KindGroupSystem:
		var cartels []Family
		for _, l := range doc.cartels {
			cartels = append(cartels, l.family(doc.n))
		}
		if len(cartels) == 0 {
			doc.refuse("cartels", errors.New("there is none"))
		}
		g, err := NewGroupSystem(doc.name, cartels, doc.names)
		doc.refuse("names", err)
		if doc.roles == nil {
			return g
		}
		if len(cartels) != 2 || !slices.Equal(doc.roles, ReadsAndWrites()) {
			doc.refuse("roles", errors.New(`the roles that a file can hold are ["reads","writes"], of two cartels`))
		}
		return g.WithRoles(doc.roles)
	case KindKCoterie:
		c, err := NewKCoterie(doc.name, doc.k, doc.quorums.family(doc.n), doc.names)
		doc.refuse("names", err)
		return c
	default:
		return doc.buildSharing()
	}
}

// refuse ends the reading if there is an error. It gives the place of the key.
func (doc *document) refuse(key string, err error) {
	if err != nil {
		panic(problemAt{doc.keys[key], key + ": " + err.Error()})
	}
}

// infer fills in the kind and the numbers that an object without a format leaves out.
func (doc *document) infer(d *reader) {
	has := func(key string) bool { _, ok := doc.keys[key]; return ok }
	lists := append(slices.Concat(doc.cartels, doc.families), doc.quorums)
	switch {
	case has("kind"):
	case has("quorums") && has("k"):
		doc.kind = KindKCoterie
	case has("quorums"):
		doc.kind = KindSystem
	case has("cartels"):
		doc.kind = KindGroupSystem
	case has("alpha"):
		doc.kind = KindSharing
	default:
		d.fail("key %q is missing", "quorums")
	}
	n := max(len(doc.names), len(doc.sites))
	for _, l := range lists {
		if l != nil {
			n = max(n, int(l.greatest)+1)
		}
	}
	if !has("n") && n > 0 {
		doc.n, doc.keys["n"] = n, 0
	}
	if doc.kind == KindSharing && !has("resources") {
		for _, resources := range doc.alpha {
			for _, r := range resources {
				doc.resources = max(doc.resources, r+1)
			}
		}
		if doc.resources == 0 {
			doc.refuse("alpha", errors.New("no process may use a resource"))
		}
		doc.keys["resources"] = 0
	}
	doc.keys["kind"] = 0
	doc.note = fmt.Sprintf("there is no key \"format\": read as a %s", doc.kind)
	if doc.n > 0 {
		doc.note += fmt.Sprintf(", n = %d", doc.n)
	}
}

func (doc *document) buildSharing() Structure {
	if _, withN := doc.keys["n"]; withN != (len(doc.families) > 0) {
		doc.refuse("alpha", errors.New("n and families go together"))
	}
	var families []GroupFamily
	for i, group := range doc.groups {
		for _, u := range group {
			if u >= len(doc.alpha) {
				doc.refuse("families", fmt.Errorf("family %v: process %v is not in 1..%d", Index(i), Index(u), len(doc.alpha)))
			}
		}
		families = append(families, GroupFamily{group, doc.families[i].family(doc.n)})
	}
	s, err := NewSharingStructure(doc.name, doc.resources, doc.alpha, doc.n, families, doc.names)
	doc.refuse("alpha", err)
	if r := s.Unused(); r >= 0 {
		doc.refuse("alpha", fmt.Errorf("no process may use resource %v of 1..%d", Index(r), s.resources))
	}
	return s
}

// checkKeys refuses keys of other kinds, and the absence of keys of this kind.
func (doc *document) checkKeys(d *reader) {
	known := map[string]bool{"format": true, "kind": true, "name": true}
	for _, key := range strings.Fields(keysOf[doc.kind]) {
		name, optional := strings.CutSuffix(key, "?")
		known[name] = true
		if _, ok := doc.keys[name]; !ok && !optional {
			d.fail("kind %s: key %q is missing", doc.kind, name)
		}
	}
	if key, at := doc.first(func(key string) bool { return !known[key] }); key != "" {
		panic(problemAt{at, fmt.Sprintf("kind %s has no key %s", doc.kind, show.Value(key))})
	}
}

// first returns the first key of a sort, and where it stands; it is empty if there is none.
func (doc *document) first(of func(key string) bool) (first string, at int64) {
	for key, offset := range doc.keys {
		if of(key) && (first == "" || offset < at) {
			first, at = key, offset
		}
	}
	return first, at
}
