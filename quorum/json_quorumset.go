package quorum

import (
	"fmt"
	"math"
	"strings"

	"coterie/internal/words/show"
)

// maxQuorumSetDepth bounds the nesting of quorum sets; Stellar's own programs take 2 or 4.
const maxQuorumSetDepth = 100

// quorumSet is a quorum set as it is read: a threshold, names of validators, and inner sets, with
// their offsets. The offset of a key that was not there is 0, where no key can be.
type quorumSet struct {
	thresholdAt  int64
	threshold    int
	validatorsAt int64
	validators   []nameAt
	innerAt      int64
	inner        []*quorumSet
	depth        int
	tagged       nameAt // in place of a set, the one validator of MobileCoin's type Node
}

type nameAt struct {
	name   string
	offset int64
}

// begun reports whether a key of a quorum set was read.
func (s *quorumSet) begun() bool { return s.thresholdAt > 0 || s.validatorsAt > 0 || s.innerAt > 0 }

// quorumSetMember reads the value of a key of a quorum set, if it is one.
func (d *reader) quorumSetMember(s *quorumSet, key, where string) (known bool) {
	at := d.at
	switch key {
	case "threshold":
		s.threshold = d.integer(where+key, math.MinInt, math.MaxInt) // stellarbeat has 2⁵³-1 for "unknown"
		s.thresholdAt = d.at
	case "validators":
		s.validatorsAt = at
		seen := map[string]bool{}
		d.arrayOrNull(where+key, func(int) {
			name := d.text(where + key)
			switch {
			case name == "":
				d.fail("%s: an empty name", where+key)
			case seen[name]:
				d.fail("%s: %s occurs twice", where+key, show.Value(name))
			}
			seen[name] = true
			s.validators = append(s.validators, nameAt{name, d.at})
		})
	case "innerQuorumSets":
		s.innerAt = at
		if s.depth+1 == maxQuorumSetDepth {
			d.fail("quorum sets nested more than %d deep", maxQuorumSetDepth)
		}
		d.arrayOrNull(where+key, func(i int) {
			inner := &quorumSet{depth: s.depth + 1}
			s.inner = append(s.inner, inner)
			d.innerQuorumSet(inner, fmt.Sprintf("%sinner set %v: ", where, Index(i)))
		})
	default:
		return false
	}
	return true
}

func (d *reader) innerQuorumSet(s *quorumSet, where string) {
	d.object(strings.TrimSuffix(where, ": "), func(key string) {
		if !d.quorumSetMember(s, key, where) {
			d.fail("%sunknown key %s", where, show.Value(key))
		}
	})
	s.check(where, d.at)
}

// check judges a quorum set whose keys have been read, and which ends at offset.
func (s *quorumSet) check(where string, offset int64) {
	parts := len(s.validators) + len(s.inner)
	switch {
	case s.thresholdAt == 0:
		panic(problemAt{offset, where + `key "threshold" is missing`})
	case parts == 0:
		panic(problemAt{s.thresholdAt, where + "there are no validators and no inner sets to reach a threshold"})
	case s.threshold < 1 || s.threshold > parts:
		panic(problemAt{s.thresholdAt, fmt.Sprintf("%sthreshold: %d is not in 1..%d, the number of validators and inner sets", where, s.threshold, parts)})
	}
}

// buildQuorumSet makes a formula of a document that holds keys of a quorum set, and
// begins at offset.
func (doc *document) buildQuorumSet(offset int64) *Input {
	ofSet := func(key string) bool { return key == "threshold" || key == "validators" || key == "innerQuorumSets" }
	if _, ok := doc.keys["format"]; ok {
		// A file of the format: its first key of a quorum set does not belong there.
		key, at := doc.first(ofSet)
		panic(problemAt{at, fmt.Sprintf("unknown key %s", show.Value(key))})
	}
	if key, at := doc.first(func(key string) bool { return !ofSet(key) }); key != "" {
		panic(problemAt{at, fmt.Sprintf("a quorum set (threshold, validators, innerQuorumSets) has no key %s", show.Value(key))})
	}
	doc.set.check("", offset)
	node := map[string]int{}
	f := doc.set.formula(node)
	names := make([]string, len(node))
	for name, v := range node {
		names[v] = name
	}
	return &Input{formula: f.Over(len(names)), names: names}
}

// formula numbers the validators in the order in which they first occur; node has the validators
// seen so far.
func (s *quorumSet) formula(node map[string]int) Formula {
	var parts []Formula
	leaves := func() {
		for _, v := range s.validators {
			if _, known := node[v.name]; !known {
				if len(node) == MaxNodes {
					panic(problemAt{v.offset, fmt.Sprintf("more than %d validators", MaxNodes)})
				}
				node[v.name] = len(node)
			}
			parts = append(parts, Leaf(node[v.name]))
		}
	}
	innerFirst := s.innerAt > 0 && s.innerAt < s.validatorsAt
	if !innerFirst {
		leaves()
	}
	for _, inner := range s.inner {
		parts = append(parts, inner.formula(node))
	}
	if innerFirst {
		leaves()
	}
	return Choose(s.threshold, parts...)
}
