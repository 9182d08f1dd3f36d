package quorum

import (
	"encoding/json"
	"fmt"
	"iter"
	"slices"

	"coterie/internal/solve/sets"
)

// Set is an immutable set of nodes, held as a bit vector of 64-bit words without
// trailing zero words. The zero value is the empty set. Membership costs O(1),
// the other operations O(largest node / 64).
type Set struct {
	words sets.Bits
}

// SetOf returns the set of the given 0-based nodes. It panics on a negative node.
func SetOf(nodes ...int) Set {
	if len(nodes) == 0 {
		return Set{}
	}
	words := sets.New(slices.Max(nodes) + 1)
	for _, v := range nodes {
		if v < 0 {
			panic(fmt.Sprintf("quorum: SetOf: negative node %d", v))
		}
		words.Add(v)
	}
	return Set{words}
}

// SetOfMask returns the set of the nodes whose bits are set in a mask: bit v is node v.
func SetOfMask[M ~int | ~uint | ~uint8 | ~uint32 | ~uint64](mask M) Set {
	return trimmed(sets.Bits{uint64(mask)})
}

// Mask returns the set with bit v for node v, of those below 64.
func (s Set) Mask() uint64 {
	if s.Empty() {
		return 0
	}
	return s.words[0]
}

// Masks returns the Mask of each set.
func Masks(list []Set) (masks []uint64) {
	for _, s := range list {
		masks = append(masks, s.Mask())
	}
	return masks
}

// FullSet returns {0, ..., n-1}.
func FullSet(n int) Set {
	return Set{sets.Full(n)}
}

// setOfSorted takes a sorted quorum as Family keeps it.
func setOfSorted(nodes []int32) Set {
	if len(nodes) == 0 {
		return Set{}
	}
	words := sets.New(int(nodes[len(nodes)-1]) + 1)
	for _, v := range nodes {
		words.Add(int(v))
	}
	return Set{words}
}

func trimmed(words sets.Bits) Set {
	for len(words) > 0 && words[len(words)-1] == 0 {
		words = words[:len(words)-1]
	}
	return Set{words}
}

// Has reports whether v is in s.
func (s Set) Has(v int) bool {
	return v>>6 < len(s.words) && v >= 0 && s.words.Has(v)
}

// Len returns the number of nodes.
func (s Set) Len() int { return s.words.Len() }

// Empty reports whether s has no node.
func (s Set) Empty() bool { return len(s.words) == 0 }

// All yields the nodes in ascending order.
func (s Set) All() iter.Seq[int] { return s.words.All() }

// Nodes returns the nodes in ascending order.
func (s Set) Nodes() []int { return slices.AppendSeq(make([]int, 0, s.Len()), s.All()) }

// Equal reports whether s and t have the same nodes.
func (s Set) Equal(t Set) bool { return slices.Equal(s.words, t.words) }

// Intersects reports whether s and t share a node.
func (s Set) Intersects(t Set) bool {
	return s.words[:min(len(s.words), len(t.words))].Meets(t.words)
}

// SubsetOf reports whether every node of s is in t.
func (s Set) SubsetOf(t Set) bool {
	return len(s.words) <= len(t.words) && s.words.SubsetOf(t.words)
}

// Union returns s ∪ t.
func (s Set) Union(t Set) Set {
	if len(s.words) < len(t.words) {
		s, t = t, s
	}
	words := slices.Clone(s.words)
	words.Unite(t.words)
	return Set{words}
}

// Intersect returns s ∩ t.
func (s Set) Intersect(t Set) Set {
	if len(s.words) > len(t.words) {
		s, t = t, s
	}
	words := slices.Clone(s.words)
	words.Intersect(t.words[:len(words)])
	return trimmed(words)
}

// Minus returns s ∖ t.
func (s Set) Minus(t Set) Set {
	words := slices.Clone(s.words)
	words.Subtract(t.words[:min(len(s.words), len(t.words))])
	return trimmed(words)
}

// Compare orders sets by their ascending node lists, lexicographically: -1, 0 or
// +1. {1,2} < {1,2,3} < {1,3} < {2}.
func (s Set) Compare(t Set) int { return slices.Compare(s.Nodes(), t.Nodes()) }

// String returns the 1-based form {1,2,3}.
func (s Set) String() string { return s.Label(nil) }

// Label returns the form {a,b,c} with the nodes' names; a node without one keeps its 1-based
// number. Two different sets never have one label.
func (s Set) Label(names []string) string {
	dst := []byte{'{'}
	for v := range s.All() {
		dst = appendLabelled(dst, v, names)
	}
	return string(append(dst, '}'))
}

// appendLabelled appends a member to the label of a set whose brace is still open.
func appendLabelled(dst []byte, v int, names []string) []byte {
	if dst[len(dst)-1] != '{' {
		dst = append(dst, ',')
	}
	if v < len(names) {
		return append(dst, Node(v).Label(names)...)
	}
	dst, _ = Node(v).AppendText(dst)
	return dst
}

// MarshalJSON returns the 1-based array [1,2,3].
func (s Set) MarshalJSON() ([]byte, error) {
	b := []byte{'['}
	for v := range s.All() {
		if len(b) > 1 {
			b = append(b, ',')
		}
		b = append(b, Node(v).String()...)
	}
	return append(b, ']'), nil
}

// UnmarshalJSON reads a 1-based array; a node that occurs twice is an error.
func (s *Set) UnmarshalJSON(b []byte) error {
	var nodes []Node
	if err := json.Unmarshal(b, &nodes); err != nil {
		return err
	}
	list := make([]int, len(nodes))
	for i, v := range nodes {
		if v >= MaxNodes {
			return fmt.Errorf("quorum: node %v: at most %d nodes", v, MaxNodes)
		}
		list[i] = int(v)
	}
	*s = SetOf(list...)
	if s.Len() != len(list) {
		return fmt.Errorf("quorum: a node occurs twice in %s", b)
	}
	return nil
}
