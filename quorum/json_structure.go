package quorum

import (
	"bytes"
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
	families  []rawGroupFamily

	set quorumSet // the keys of a quorum set

	note string // what was taken for granted
}

type rawGroupFamily struct {
	group   []int
	quorums *quorumList
}

// keysOf lists the keys that a kind has beside format, kind and name; a key with
// a ? may be absent.
var keysOf = map[Kind]string{
	KindSystem:      "n quorums sites? names?",
	KindGroupSystem: "n cartels roles? names?",
	KindKCoterie:    "n k quorums names?",
	KindSharing:     "resources alpha n? families? names?",
}

func (d *reader) input() (*Input, error) {
	blank := len(d.data) - len(bytes.TrimLeft(d.data, " \t\r\n"))
	if blank < len(d.data) && d.data[blank] != '{' {
		// Said here, for the decoder would complain of a letter in a literal.
		d.at = int64(blank)
		return nil, d.fail(`the file: expected "{"`)
	}
	doc := &document{keys: map[string]int64{}}
	if err := d.object("the file", func(key string) error {
		doc.keys[key] = d.at
		return d.member(doc, key)
	}); err != nil {
		return nil, err
	}
	end := d.dec.InputOffset()
	if _, err := d.dec.Token(); err != io.EOF {
		d.at = end + int64(len(d.data[end:])-len(strings.TrimLeft(string(d.data[end:]), " \t\r\n")))
		return nil, d.fail("there is more after the end of the object")
	}
	if doc.set.begun() {
		return doc.buildQuorumSet(d, int64(blank))
	}
	d.at = 0
	s, err := doc.build(d)
	if err != nil {
		return nil, err
	}
	return &Input{structure: s, note: doc.note}, nil
}

func (d *reader) member(doc *document, key string) (err error) {
	switch key {
	case "format":
		if doc.format, err = d.text(key); err == nil && doc.format != Format {
			return d.fail("format %s: this program reads %q", show.Value(doc.format), Format)
		}
	case "kind":
		var kind string
		if kind, err = d.text(key); err == nil {
			if _, known := keysOf[Kind(kind)]; !known {
				return d.fail("kind %s: kinds are %s, %s, %s, %s", show.Value(kind), KindSystem, KindGroupSystem, KindKCoterie, KindSharing)
			}
			doc.kind = Kind(kind)
		}
	case "name":
		doc.name, err = d.text(key)
	case "n":
		doc.n, err = d.integer(key, 1, MaxNodes)
	case "k":
		doc.k, err = d.integer(key, 1, math.MaxInt32)
	case "resources":
		doc.resources, err = d.integer(key, 1, MaxNodes)
	case "names":
		doc.names, err = d.texts(key)
	case "roles":
		var roles []string
		roles, err = d.texts(key)
		doc.roles = roles
	case "quorums":
		doc.quorums, err = d.quorums(key)
	case "sites":
		doc.sites, err = d.ordinals(key)
	case "cartels":
		err = d.array(key, func(i int) error {
			l, err := d.quorums(fmt.Sprintf("cartel %v", Index(i)))
			doc.cartels = append(doc.cartels, l)
			return err
		})
	case "alpha":
		err = d.array(key, func(int) error {
			resources, err := d.ordinals(key)
			doc.alpha = append(doc.alpha, resources)
			return err
		})
	case "families":
		err = d.array(key, func(i int) error { return d.groupFamily(doc, i) })
	default:
		known, err := d.quorumSetMember(&doc.set, key, "")
		if !known {
			return d.fail("unknown key %s", show.Value(key))
		}
		return err
	}
	return err
}

// texts reads an array of strings; an empty one is not nil.
func (d *reader) texts(where string) ([]string, error) {
	list := []string{}
	err := d.array(where, func(int) error {
		s, err := d.text(where)
		list = append(list, s)
		return err
	})
	return list, err
}

// ordinals reads an array of 1-based numbers.
func (d *reader) ordinals(where string) ([]int, error) {
	list := []int{}
	err := d.array(where, func(int) error {
		v, err := d.integer(where, 1, math.MaxInt32)
		list = append(list, v-1)
		return err
	})
	return list, err
}

func (d *reader) groupFamily(doc *document, i int) error {
	where := fmt.Sprintf("family %v", Index(i))
	var gf rawGroupFamily
	err := d.object(where, func(key string) (err error) {
		switch key {
		case "group":
			gf.group, err = d.ordinals(where + ": group")
		case "quorums":
			gf.quorums, err = d.quorums(where)
		default:
			err = d.fail("unknown key %s", show.Value(key))
		}
		return err
	})
	if err == nil && (gf.group == nil || gf.quorums == nil) {
		return d.fail("%s: it needs the keys group and quorums", where)
	}
	doc.families = append(doc.families, gf)
	return err
}

// build makes the structure once all keys are known.
func (doc *document) build(d *reader) (Structure, error) {
	if _, ok := doc.keys["format"]; !ok {
		if err := doc.infer(d); err != nil {
			return nil, err
		}
	}
	if _, ok := doc.keys["kind"]; !ok {
		return nil, d.fail("key %q is missing", "kind")
	}
	if err := doc.checkKeys(d); err != nil {
		return nil, err
	}
	at := func(key string, err error) error { return &problemAt{doc.keys[key], key + ": " + err.Error()} }
	switch doc.kind {
	case KindSystem:
		f, err := doc.quorums.family(doc.n)
		if err != nil {
			return nil, err
		}
		s, err := NewSystem(doc.name, f, SystemOptions{Sites: doc.sites})
		if err != nil {
			return nil, at("sites", err)
		}
		s.header, err = newHeader(doc.name, doc.n, doc.names)
		if err != nil {
			return nil, at("names", err)
		}
		return s, nil
	case KindGroupSystem:
		var cartels []Family
		for _, l := range doc.cartels {
			f, err := l.family(doc.n)
			if err != nil {
				return nil, err
			}
			cartels = append(cartels, f)
		}
		if len(cartels) == 0 {
			return nil, at("cartels", fmt.Errorf("there is none"))
		}
		g, err := NewGroupSystem(doc.name, cartels, doc.names)
		if err != nil {
			return nil, at("names", err)
		}
		if doc.roles == nil {
			return g, nil
		}
		if len(cartels) != 2 || !slices.Equal(doc.roles, ReadsAndWrites()) {
			return nil, at("roles", fmt.Errorf(`the roles that a file can hold are ["reads","writes"], of two cartels`))
		}
		return g.WithRoles(doc.roles), nil
	case KindKCoterie:
		f, err := doc.quorums.family(doc.n)
		if err != nil {
			return nil, err
		}
		c, err := NewKCoterie(doc.name, doc.k, f, doc.names)
		if err != nil {
			return nil, at("names", err)
		}
		return c, nil
	default:
		return doc.buildSharing(at)
	}
}

// infer fills in the kind and the numbers that an object without a format leaves out.
func (doc *document) infer(d *reader) error {
	has := func(key string) bool { _, ok := doc.keys[key]; return ok }
	lists := append(slices.Clone(doc.cartels), doc.quorums)
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
		return d.fail("key %q is missing", "quorums")
	}
	for _, f := range doc.families {
		lists = append(lists, f.quorums)
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
		doc.keys["resources"] = 0
	}
	doc.keys["kind"] = 0
	doc.note = fmt.Sprintf("there is no key \"format\": read as a %s", doc.kind)
	if doc.n > 0 {
		doc.note += fmt.Sprintf(", n = %d", doc.n)
	}
	return nil
}

func (doc *document) buildSharing(at func(string, error) error) (Structure, error) {
	if _, withN := doc.keys["n"]; withN != (len(doc.families) > 0) {
		return nil, at("alpha", fmt.Errorf("n and families go together"))
	}
	var families []GroupFamily
	for i, raw := range doc.families {
		for _, u := range raw.group {
			if u >= len(doc.alpha) {
				return nil, at("families", fmt.Errorf("family %v: process %v is not in 1..%d", Index(i), Index(u), len(doc.alpha)))
			}
		}
		f, err := raw.quorums.family(doc.n)
		if err != nil {
			return nil, err
		}
		families = append(families, GroupFamily{raw.group, f})
	}
	s, err := NewSharingStructure(doc.name, doc.resources, doc.alpha, doc.n, families, doc.names)
	if err != nil {
		return nil, at("alpha", err)
	}
	return s, nil
}

// checkKeys refuses the keys of other kinds, and their absence.
func (doc *document) checkKeys(d *reader) error {
	known := map[string]bool{"format": true, "kind": true, "name": true}
	for _, key := range strings.Fields(keysOf[doc.kind]) {
		name, optional := strings.CutSuffix(key, "?")
		known[name] = true
		if _, ok := doc.keys[name]; !ok && !optional {
			return d.fail("kind %s: key %q is missing", doc.kind, name)
		}
	}
	var foreign []string
	for key := range doc.keys {
		if !known[key] {
			foreign = append(foreign, key)
		}
	}
	if len(foreign) > 0 {
		key := slices.MinFunc(foreign, func(a, b string) int { return int(doc.keys[a] - doc.keys[b]) })
		return &problemAt{doc.keys[key], fmt.Sprintf("kind %s has no key %s", doc.kind, show.Value(key))}
	}
	return nil
}
