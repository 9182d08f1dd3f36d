package maekawa

import (
	"fmt"

	"coterie/quorum"
)

// Turned is sets S_1..S_N of sizes and responsibilities of at most K, written by base sets and the
// permutation g that makes all others of them: g leaves nodes 1..Fixed alone, and turns each
// following run of Length nodes by one.
type Turned struct {
	N      int          `json:"n"`
	K      int          `json:"k"`
	Fixed  int          `json:"fixed"`
	Length int          `json:"length"`
	Base   []quorum.Set `json:"base"` // S_i of the first site of each orbit, in order
}

// First returns the first site of each orbit of g; Length is at least 1.
func (s Turned) First() (first []int) {
	for i := 0; i < s.N; i++ {
		if i < s.Fixed || (i-s.Fixed)%s.Length == 0 {
			first = append(first, i)
		}
	}
	return first
}

// Expand applies g to the base sets, and returns S_1..S_N as lists of nodes. The error says that
// the numbers do not fit together.
func (s Turned) Expand() ([][]int, error) {
	if s.N < 1 || s.Length < 1 || s.Fixed < 0 || s.Fixed > s.N || (s.N-s.Fixed)%s.Length != 0 {
		return nil, fmt.Errorf("n = %d: %d fixed nodes and orbits of length %d", s.N, s.Fixed, s.Length)
	}
	first := s.First()
	if len(s.Base) != len(first) {
		return nil, fmt.Errorf("n = %d: %d base sets for %d fixed nodes and orbits of length %d", s.N, len(s.Base), s.Fixed, s.Length)
	}
	sets := make([][]int, s.N)
	for k, i := range first {
		turns := s.Length
		if i < s.Fixed {
			turns = 1
		}
		for t := range turns {
			for x := range s.Base[k].All() {
				if x >= s.Fixed {
					start := x - (x-s.Fixed)%s.Length
					x = start + (x-start+t)%s.Length
				}
				sets[i+t] = append(sets[i+t], x)
			}
		}
	}
	return sets, nil
}

// System returns the sets as a system: the translates of a cover under their spec, and others
// under the name given. Errors are those of Expand and of package construct.
func (s Turned) System(name string) (*quorum.System, error) {
	sets, err := s.Expand()
	if err != nil {
		return nil, err
	}
	if s.Fixed == 0 && s.Length == s.N {
		built, err := translates(s.N, s.Base[0].Nodes())
		if err != nil {
			return nil, err
		}
		return built.system, nil
	}
	return system(name, sets)
}
