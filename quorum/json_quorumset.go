package quorum

import (
	"fmt"
	"math"
	"strings"

	"coterie/internal/words/show"
)

// maxQuorumSetDepth bounds the nesting of quorum sets; Stellar's own programs take 2 or 4.
const maxQuorumSetDepth = 100

// quorumSet is a quorum set as it is read: a threshold, names of validators, and inner sets,
// and where these stand. The offset of a key that was not there is 0, where none can be.
type quorumSet struct {
	thresholdAt  int64
	threshold    int
	validatorsAt int64
	validators   []nameAt
	innerAt      int64
	inner        []*quorumSet
	depth        int
}

type nameAt struct {
	name   string
	offset int64
}

// begun reports whether a key of a quorum set was read.
func (s *quorumSet) begun() bool { return s.thresholdAt > 0 || s.validatorsAt > 0 || s.innerAt > 0 }

// quorumSetMember reads the value of a key of a quorum set, if it is one.
func (d *reader) quorumSetMember(s *quorumSet, key, where string) (known bool, err error) {
	at := d.at
	switch key {
	case "threshold":
		s.threshold, err = d.integer(where+key, math.MinInt32, math.MaxInt32)
		s.thresholdAt = d.at
	case "validators":
		s.validatorsAt = at
		seen := map[string]bool{}
		err = d.arrayOrNull(where+key, func(int) error {
			name, err := d.text(where + key)
			switch {
			case err != nil:
				return err
			case name == "":
				return d.fail("%s: an empty name", where+key)
			case seen[name]:
				return d.fail("%s: %s occurs twice", where+key, show.Value(name))
			}
			seen[name] = true
			s.validators = append(s.validators, nameAt{name, d.at})
			return nil
		})
	case "innerQuorumSets":
		s.innerAt = at
		if s.depth+1 == maxQuorumSetDepth {
			return true, d.fail("quorum sets nested more than %d deep", maxQuorumSetDepth)
		}
		err = d.arrayOrNull(where+key, func(i int) error {
			inner := &quorumSet{depth: s.depth + 1}
			s.inner = append(s.inner, inner)
			return d.innerQuorumSet(inner, fmt.Sprintf("%sinner set %v: ", where, Index(i)))
		})
	default:
		return false, nil
	}
	return true, err
}

func (d *reader) innerQuorumSet(s *quorumSet, where string) error {
	err := d.object(strings.TrimSuffix(where, ": "), func(key string) error {
		known, err := d.quorumSetMember(s, key, where)
		if !known {
			return d.fail("%sunknown key %s", where, show.Value(key))
		}
		return err
	})
	if err != nil {
		return err
	}
	return s.check(where, d.at)
}

// check judges a quorum set whose keys have been read, and which ends at offset.
func (s *quorumSet) check(where string, offset int64) error {
	parts := len(s.validators) + len(s.inner)
	switch {
	case s.thresholdAt == 0:
		return &problemAt{offset, where + `key "threshold" is missing`}
	case parts == 0:
		return &problemAt{s.thresholdAt, where + "there are no validators and no inner sets to reach a threshold"}
	case s.threshold < 1 || s.threshold > parts:
		return &problemAt{s.thresholdAt, fmt.Sprintf("%sthreshold: %d is not in 1..%d, the number of validators and inner sets", where, s.threshold, parts)}
	}
	return nil
}

// buildQuorumSet makes a formula of a document that holds keys of a quorum set, and
// begins at offset.
func (doc *document) buildQuorumSet(d *reader, offset int64) (*Input, error) {
	first, of := int64(math.MaxInt64), ""
	for key, at := range doc.keys {
		switch key {
		case "threshold", "validators", "innerQuorumSets":
			continue
		}
		if at < first {
			first, of = at, key
		}
	}
	if _, ok := doc.keys["format"]; ok {
		// A file of the format; its first key of a quorum set is what does not belong there.
		first = math.MaxInt64
		for _, key := range []string{"threshold", "validators", "innerQuorumSets"} {
			if at, ok := doc.keys[key]; ok && at < first {
				first, of = at, key
			}
		}
		return nil, &problemAt{first, fmt.Sprintf("unknown key %s", show.Value(of))}
	}
	if of != "" {
		return nil, &problemAt{first, fmt.Sprintf("a quorum set (threshold, validators, innerQuorumSets) has no key %s", show.Value(of))}
	}
	if err := doc.set.check("", offset); err != nil {
		return nil, err
	}
	b := &setBuilder{node: map[string]int{}}
	f, err := b.formula(&doc.set)
	if err != nil {
		return nil, err
	}
	return &Input{formula: f.Over(len(b.names)), names: b.names}, nil
}

// setBuilder numbers validators in the order in which they first occur.
type setBuilder struct {
	node  map[string]int
	names []string
}

func (b *setBuilder) formula(s *quorumSet) (Formula, error) {
	var parts []Formula
	leaves := func() error {
		for _, v := range s.validators {
			node, known := b.node[v.name]
			if !known {
				if node = len(b.names); node == MaxNodes {
					return &problemAt{v.offset, fmt.Sprintf("more than %d validators", MaxNodes)}
				}
				b.node[v.name] = node
				b.names = append(b.names, v.name)
			}
			parts = append(parts, Leaf(node))
		}
		return nil
	}
	sets := func() error {
		for _, inner := range s.inner {
			f, err := b.formula(inner)
			if err != nil {
				return err
			}
			parts = append(parts, f)
		}
		return nil
	}
	order := []func() error{leaves, sets}
	if s.innerAt > 0 && s.innerAt < s.validatorsAt {
		order = []func() error{sets, leaves}
	}
	for _, add := range order {
		if err := add(); err != nil {
			return Formula{}, err
		}
	}
	return Choose(s.threshold, parts...), nil
}
