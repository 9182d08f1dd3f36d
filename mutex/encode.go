package mutex

import (
	"fmt"
	"slices"
)

// MarshalText returns the name of the algorithm, as UnmarshalText reads it.
func (a *Algorithm) MarshalText() ([]byte, error) { return []byte(a.Name), nil }

// UnmarshalText sets the algorithm to the one with the name. It fails if there is none.
func (a *Algorithm) UnmarshalText(name []byte) error {
	found := Find(string(name))
	if found == nil {
		return fmt.Errorf("there is no algorithm %q", name)
	}
	*a = *found
	return nil
}

// mostEncoded bounds the nodes and processes of a setup that is read. Each costs only some bytes in
// the file, but some hundred in the tables.
const mostEncoded = 1 << 20

// Check returns a *quorum.InputError if the lists of a setup do not fit each other, or there is no
// such rule. It is for a setup that was read from elsewhere: those that NewSetup makes always pass.
func (s *Setup) Check() error {
	if !slices.Contains([]string{OneProcess, OneGroup, AtMost, Anyone, Resources}, s.Rule.Name) {
		return Unfit("there is no rule %q", s.Rule.Name)
	}
	if s.Rule.Name == Resources && len(s.Rule.Alpha) != s.Processes {
		return Unfit("the resources of %d processes, and there are %d", len(s.Rule.Alpha), s.Processes)
	}
	if s.Nodes < 0 || s.Processes < 0 || s.Nodes > mostEncoded || s.Processes > mostEncoded {
		return Unfit("%d nodes and %d processes", s.Nodes, s.Processes)
	}
	for i, q := range s.Quorums {
		for k, v := range q {
			if v < 0 || int(v) >= s.Nodes || k > 0 && v <= q[k-1] {
				return Unfit("quorum %d is no ascending list of nodes below %d", i, s.Nodes)
			}
		}
	}
	if s.Own != nil && len(s.Own) < s.Processes {
		return Unfit("the quorums of %d sites, and there are %d processes", len(s.Own), s.Processes)
	}
	for _, q := range s.Own {
		if q < -1 || int(q) >= len(s.Quorums) {
			return Unfit("a site has the quorum %d, and there are %d", q, len(s.Quorums))
		}
	}
	if len(s.First) == 0 || s.First[0] != 0 || int(s.First[len(s.First)-1]) != len(s.Quorums) {
		return Unfit("the groups do not divide the quorums")
	}
	for g := range len(s.First) - 1 {
		if s.First[g+1] < s.First[g] {
			return Unfit("group %d ends before it begins", g)
		}
	}
	return nil
}
