package mutex

import (
	"encoding/json"
	"fmt"
)

// encodedSetup is a setup as JSON: all of it, with the rule by its name.
type encodedSetup struct {
	plainSetup
	Rule encodedRule
}

type plainSetup Setup // has no methods

type encodedRule struct {
	Name  string
	K     int     `json:",omitempty"`
	Alpha [][]int `json:",omitempty"`
}

const (
	ruleOneProcess = "one-process"
	ruleOneGroup   = "one-group"
	ruleAtMost     = "at-most"
	ruleAnyone     = "anyone"
	ruleResources  = "resources"
)

// MarshalJSON returns the whole setup, for another process of the same program: it is no format of
// files. Everything counts from 0.
func (s *Setup) MarshalJSON() ([]byte, error) {
	e := encodedSetup{plainSetup: plainSetup(*s)}
	switch rule := s.Rule.(type) {
	case OneProcess:
		e.Rule.Name = ruleOneProcess
	case OneGroup:
		e.Rule.Name = ruleOneGroup
	case AtMost:
		e.Rule.Name, e.Rule.K = ruleAtMost, rule.K
	case Anyone:
		e.Rule.Name = ruleAnyone
	case Resources:
		e.Rule.Name, e.Rule.Alpha = ruleResources, rule.Alpha
	default:
		return nil, fmt.Errorf("mutex: a rule of an unknown kind, %T", rule)
	}
	return json.Marshal(e)
}

// UnmarshalJSON reads what MarshalJSON wrote. The error of anything else is a *quorum.InputError,
// or one of package json.
func (s *Setup) UnmarshalJSON(data []byte) error {
	var e encodedSetup
	if err := json.Unmarshal(data, &e); err != nil {
		return err
	}
	decoded := Setup(e.plainSetup)
	switch e.Rule.Name {
	case ruleOneProcess:
		decoded.Rule = OneProcess{}
	case ruleOneGroup:
		decoded.Rule = OneGroup{}
	case ruleAtMost:
		decoded.Rule = AtMost{e.Rule.K}
	case ruleAnyone:
		decoded.Rule = Anyone{}
	case ruleResources:
		if len(e.Rule.Alpha) != decoded.Processes {
			return Unfit("the resources of %d processes, and there are %d", len(e.Rule.Alpha), decoded.Processes)
		}
		decoded.Rule = Resources{e.Rule.Alpha}
	default:
		return Unfit("there is no rule %q", e.Rule.Name)
	}
	if err := decoded.check(); err != nil {
		return err
	}
	*s = decoded
	return nil
}

// mostEncoded bounds the nodes and processes of a setup that is read: they cost some bytes, and
// their tables some hundred for each.
const mostEncoded = 1 << 20

// check returns a *quorum.InputError if a place in one list is none of another.
func (s *Setup) check() error {
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
