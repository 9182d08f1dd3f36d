package quorum

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
)

// Property names a property that Check can judge; the values are those of the
// JSON report.
type Property string

// The properties, by the kind of structure that can have them.
const (
	Intersection        Property = "intersection"         // every two quorums meet: Maekawa's (a)
	Minimality          Property = "minimality"           // no quorum contains another, none is repeated
	Inclusion           Property = "inclusion"            // i is in S_i: Maekawa's (b)
	EqualEffort         Property = "equal-effort"         // all quorums have one size: (c)
	EqualResponsibility Property = "equal-responsibility" // all nodes are in equally many quorums: (d)
	Uniqueness          Property = "uniqueness"           // S_i and S_j differ for i ≠ j
	CrossIntersection   Property = "cross-intersection"   // quorums of different cartels meet
	CartelMinimality    Property = "cartel-minimality"    // each cartel is an antichain
	KIntersection       Property = "k-intersection"       // of any k+1 quorums two meet
	KNonIntersection    Property = "k-non-intersection"   // every h < k disjoint quorums extend by one
	ConditionC          Property = "condition-c"          // Miyamoto et al. 1994, section 3.2.1
	ForGood             Property = "for-good"             // who enters can be given a resource, and keep it
	WritesMeet          Property = "writes-meet"          // every two writes of a read/write system meet
	QuorumIntersection  Property = "quorum-intersection"  // every two quorums of a federated system meet

	// These are judged of an asymmetric system (package asymmetric).
	B3          Property = "b3"           // some quorums are consistent and available
	Consistency Property = "consistency"  // two quorums share a node that may be trusted
	Available   Property = "availability" // each fail-prone set leaves its process a quorum

	// These are judged of nodes that may lie (package measure/liars).
	Dissemination Property = "dissemination" // data is signed
	Masking       Property = "masking"       // a reader takes what b+1 nodes say
	Opaque        Property = "opaque"        // a reader takes what most nodes say, and does not know b

	// These are the questions that people ask first, in everyday words.
	QuorumSystem Property = "quorum-system" // intersection; of a group system all that defines it
	Coterie      Property = "coterie"       // intersection and minimality
	Nondominated Property = "nondominated"  // no other survives all that it survives, and more
)

// Properties returns the properties that a structure of the kind can have, in
// the order of the report.
func (k Kind) Properties() []Property {
	switch k {
	case KindSystem:
		return []Property{Intersection, Minimality, Inclusion, EqualEffort, EqualResponsibility, Uniqueness}
	case KindGroupSystem:
		return []Property{CrossIntersection, CartelMinimality, EqualEffort, EqualResponsibility}
	case KindKCoterie:
		return []Property{KIntersection, KNonIntersection, Minimality, EqualEffort, EqualResponsibility}
	case KindSharing:
		return []Property{ConditionC, ForGood}
	case KindFederated:
		return []Property{QuorumIntersection}
	case KindAsymmetric:
		return []Property{B3, Consistency, Available}
	}
	panic(fmt.Sprintf("quorum: no such kind: %q", string(k)))
}

// Defining returns the properties that define the kind: a structure without one of them is not of
// the kind.
func (k Kind) Defining() []Property {
	switch k {
	case KindSystem:
		return []Property{Intersection}
	case KindGroupSystem:
		return []Property{CrossIntersection, CartelMinimality}
	case KindKCoterie:
		return []Property{KIntersection, KNonIntersection, Minimality}
	case KindFederated, KindAsymmetric:
		return k.Properties()
	default:
		return []Property{ConditionC}
	}
}

// Truth is the answer to whether a property holds.
type Truth int

// The answers. Unknown comes with a reason.
const (
	Unknown Truth = iota
	Holds
	Fails
)

func (t Truth) String() string {
	switch t {
	case Holds:
		return "holds"
	case Fails:
		return "fails"
	default:
		return "unknown"
	}
}

// MarshalJSON returns true, false or null.
func (t Truth) MarshalJSON() ([]byte, error) {
	switch t {
	case Holds:
		return []byte("true"), nil
	case Fails:
		return []byte("false"), nil
	default:
		return []byte("null"), nil
	}
}

// UnmarshalJSON reads true, false or null.
func (t *Truth) UnmarshalJSON(b []byte) error {
	var v *bool
	if err := json.Unmarshal(b, &v); err != nil {
		return err
	}
	switch {
	case v == nil:
		*t = Unknown
	case *v:
		*t = Holds
	default:
		*t = Fails
	}
	return nil
}

// Judged is a property with the answer about it, and the evidence by which a stranger checks it by
// hand: the witness of a failure, the reason for an open answer.
type Judged struct {
	Property Property `json:"name"`
	Holds    Truth    `json:"holds"`
	Witness  *Witness `json:"witness"`
	// Reason says why Holds is Unknown; with Holds it may name the argument that decided, with
	// Fails it describes the witness in a sentence.
	Reason string `json:"reason"`
	// Limit is set on an Unknown answer that more time might decide; without it the
	// property does not apply to the structure.
	Limit bool `json:"limit,omitempty"`
}

// Witness holds the sets, nodes and figures that break a property. Which fields are set depends on
// the property; Sets[i] is always the quorum that Quorums[i] (and Cartels[i], in a group system)
// points at, Values[i] the figure of Nodes[i] or of Quorums[i].
type Witness struct {
	Cartels   []Index `json:"cartels,omitempty"`
	Quorums   []Index `json:"quorums,omitempty"`
	Sites     []Node  `json:"sites,omitempty"`
	Processes []Index `json:"processes,omitempty"` // one of each group concerned
	Sets      []Set   `json:"sets,omitempty"`
	Nodes     []Node  `json:"nodes,omitempty"`
	Values    []int   `json:"values,omitempty"`
	Liars     []Set   `json:"liars,omitempty"` // nodes that may lie
}

func holds(p Property, reason string) Judged {
	return Judged{Property: p, Holds: Holds, Reason: reason}
}

func inapplicable(p Property, reason string) Judged {
	return Judged{Property: p, Holds: Unknown, Reason: reason}
}

func undecided(p Property, reason string) Judged {
	return Judged{Property: p, Holds: Unknown, Reason: reason, Limit: true}
}

// unanswered returns the open answer where an error stopped the search for it: the end of ctx, or
// its budget of memory.
func unanswered(ctx context.Context, p Property, err error) Judged {
	if ctx.Err() != nil {
		return undecided(p, "stopped: "+context.Cause(ctx).Error())
	}
	return undecided(p, err.Error())
}

// Fails returns the judgement that p fails, as the witness shows.
func (w Witness) Fails(p Property) Judged { return fails(p, w) }

func fails(p Property, w Witness) Judged {
	return Judged{Property: p, Holds: Fails, Witness: &w, Reason: w.describe(p, nil, nil)}
}

// Checked is the outcome of Check.
type Checked struct {
	Kind    Kind
	Name    string
	Roles   Roles // of the cartels of a group system
	N       int
	Quorums int
	// Asked are the answers to the questions that people ask first: QuorumSystem, Coterie,
	// Nondominated (which package measure judges; Check leaves it Unknown) and WritesMeet, in this
	// order.
	Asked []Judged
	// Arbiter says, of an ordinary system, how many quorums always share a node (package measure
	// finds it).
	Arbiter Arbiter
	// Properties are the properties of the kind, and WritesMeet for a system with reads and writes.
	Properties []Judged
	// ForGood has, of a sharing structure, the rule or the strategy that decides ForGood.
	ForGood *Handout
}

// Arbiter has the greatest k for which a quorum system is a k-arbiter: every k+1 of its quorums
// share a node (Manabe, Baldoni, Raynal and Aoyagi 1998). It is 0 where two quorums do not meet.
type Arbiter struct {
	K       *int    // nil where all quorums share one node, or it is not known
	Quorums []Index // K+2 quorums that share no node
	Reason  string  // why K is nil
}

// Judged returns the verdict on p, which is a property of the kind or one of Asked.
func (r Checked) Judged(p Property) (v Judged, ok bool) {
	for _, v := range slices.Concat(r.Properties, r.Asked) {
		if v.Property == p {
			return v, true
		}
	}
	return Judged{}, false
}

// Key is the key of a property in JSON objects: "writes_meet".
func (p Property) Key() string { return strings.ReplaceAll(string(p), "-", "_") }

// MarshalJSON returns an object that has each answer of Asked under its key, and the reasons for
// the answers that are null, before the properties.
func (r Checked) MarshalJSON() ([]byte, error) {
	type dominating struct {
		Cartel *Index `json:"cartel,omitempty"`
		Nodes  Set    `json:"nodes"`
	}
	out := struct {
		Kind         Kind              `json:"kind"`
		Name         string            `json:"name,omitempty"`
		Roles        Roles             `json:"roles,omitempty"`
		N            int               `json:"n"`
		Quorums      int               `json:"quorums"`
		QuorumSystem Truth             `json:"quorum_system"`
		Coterie      Truth             `json:"coterie"`
		Nondominated Truth             `json:"nondominated"`
		Dominating   *dominating       `json:"domination_witness,omitempty"`
		WritesMeet   Truth             `json:"writes_meet"`
		Arbiter      *int              `json:"arbiter"`
		Unshared     []Index           `json:"arbiter_witness,omitempty"`
		Reasons      map[string]string `json:"reasons"`
		Properties   []Judged          `json:"properties"`
		ForGood      *Handout          `json:"for_good,omitempty"`
	}{Kind: r.Kind, Name: r.Name, Roles: r.Roles, N: r.N, Quorums: r.Quorums, Reasons: map[string]string{}, Properties: r.Properties, ForGood: r.ForGood, Arbiter: r.Arbiter.K, Unshared: r.Arbiter.Quorums}
	if r.Arbiter.Reason != "" {
		out.Reasons["arbiter"] = r.Arbiter.Reason
	}
	for i, to := range []*Truth{&out.QuorumSystem, &out.Coterie, &out.Nondominated, &out.WritesMeet} {
		v := r.Asked[i]
		if *to = v.Holds; v.Holds == Unknown {
			out.Reasons[v.Property.Key()] = v.Reason
		}
		if v.Property == Nondominated && v.Holds == Fails {
			out.Dominating = &dominating{Nodes: v.Witness.Sets[0]}
			if len(v.Witness.Cartels) > 0 {
				out.Dominating.Cartel = &v.Witness.Cartels[0]
			}
		}
	}
	return json.Marshal(out)
}

// all answers whether all of some properties hold. Its answer is the first that fails, or else the
// first that is open.
func all(p Property, list ...Judged) Judged {
	found := holds(p, "")
	for _, v := range list {
		if v.Holds == Fails || v.Holds == Unknown && found.Holds == Holds {
			found = v
			found.Property = p
		}
		if v.Holds == Fails {
			break
		}
	}
	return found
}
