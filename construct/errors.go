package construct

import (
	"fmt"
	"math/big"
	"strings"

	"coterie/internal/words/show"
	"coterie/quorum"
)

// noSpec returns the error for a spec that has not the form FAMILY[:KEY=VALUE,...], or is no list
// of quorums or no expression. The offset of the fault counts bytes from 0.
func noSpec(text string, offset int, problem, advice string) error {
	return &quorum.FormatError{In: "spec " + show.Value(text), Column: offset + 1, Problem: problem, Advice: advice}
}

// UnknownFamilyError says that a spec names no family.
type UnknownFamilyError struct{ Name string }

func (e *UnknownFamilyError) Error() string {
	if e.Name == "" {
		return "a spec begins with the name of a family"
	}
	return fmt.Sprintf("there is no family %s", show.Value(e.Name))
}

// names lists the families and the aliases.
func names() []string {
	var list []string
	for _, f := range registry() {
		list = append(list, f.Name)
	}
	for _, a := range Aliases() {
		list = append(list, a.Name)
	}
	return list
}

// Nearest returns the family or the alias whose name is the fewest edits away, or "" if even that
// name is too different to be the intended one.
func (e *UnknownFamilyError) Nearest() string {
	return show.Nearest(e.Name, names())
}

// Hint names the nearest family, and how to name a file.
func (e *UnknownFamilyError) Hint() string {
	return show.Meant(e.Name, names()) + "@PATH reads a file"
}

// ParamProblem is the kind of a ParamError.
type ParamProblem int

// The ways in which a parameter can be wrong.
const (
	Missing    ParamProblem = iota + 1 // a required parameter is not there
	Unknown                            // the family has no such parameter
	Repeated                           // the parameter is there twice
	Clashing                           // it is given beside the parameter that it replaces
	NotANumber                         // a whole number, or a list of them, was asked for
	NotASpec                           // a spec in parentheses was asked for
	OutOfRange                         // no legal value
)

// ParamError says why a parameter of a family is wrong.
type ParamError struct {
	Family  string
	Key     string
	Value   string // the offending value; empty where the key itself is at fault
	Problem ParamProblem
	Legal   string // the legal values; for Unknown the known keys, for Clashing the other key
}

// badParam returns the error that says why a parameter is wrong; value and legal may be empty.
func badParam(family, key, value string, problem ParamProblem, legal string) *ParamError {
	return &ParamError{Family: family, Key: key, Value: value, Problem: problem, Legal: legal}
}

func (e *ParamError) Error() string {
	switch e.Problem {
	case Missing:
		return fmt.Sprintf("%s: parameter %s is missing", e.Family, e.Key)
	case Unknown:
		return fmt.Sprintf("%s has no parameter %s; its parameters are %s", e.Family, show.Value(e.Key), e.Legal)
	case Repeated:
		return fmt.Sprintf("%s: parameter %s is given twice", e.Family, e.Key)
	case Clashing:
		return fmt.Sprintf("%s: %s is given in place of %s, not beside it", e.Family, e.Key, e.Legal)
	default:
		return fmt.Sprintf("%s: %s=%s: want %s", e.Family, e.Key, show.Brief(e.Value), e.Legal)
	}
}

// Hint shows the form of the family's specs and, where one parameter is at fault, its meaning.
func (e *ParamError) Hint() string {
	f, ok := Lookup(e.Family)
	if !ok {
		return ""
	}
	hint := "the form is " + f.Usage()
	if p, ok := f.paramOf(e.Key); ok {
		hint += fmt.Sprintf("; %s: %s", p.Name, p.Doc)
	}
	return hint
}

// NoSystemError says that a family has no system for legal numbers: for a number of nodes that its
// construction does not give, or for an order whose plane is not available.
type NoSystemError struct {
	Family string
	N      int    // the number of nodes that the system would have
	M      int    // the number of cartels; 0 for an ordinary family
	K      int    // the number of holders; 0 for a family without k
	Why    string // such as "43 = 6²+6+1, and there is no projective plane of order 6"
	Note   string // the theorem behind Why, where there is one; it opens the hint

	// Below and Above are the nearest numbers of nodes for which the family has a default system
	// with the same M and K; 0 where there is none.
	Below, Above int
}

// tooMany says that a system has too many quorums or node entries, and that at most limit quorums
// are listed.
func tooMany(spec string, quorums *big.Int, limit int, entries *big.Int) error {
	return &quorum.TooManyError{Spec: spec, Quorums: quorums, Limit: limit, Entries: entries}
}

func noSystem(family string, n, m int, why string) *NoSystemError {
	return &NoSystemError{Family: family, N: n, M: m, Why: why}
}

// near sets the nearest numbers of nodes, and returns e.
func (e *NoSystemError) near(below, above int) *NoSystemError {
	e.Below, e.Above = below, above
	return e
}

// forK sets the number of holders, and returns e.
func (e *NoSystemError) forK(k int) *NoSystemError {
	e.K = k
	return e
}

func (e *NoSystemError) Error() string {
	if e.K > 0 {
		return fmt.Sprintf("%s has no system of %d nodes for k = %d: %s", e.Family, e.N, e.K, e.Why)
	}
	if e.M > 0 {
		return fmt.Sprintf("%s has no system of %d nodes and %d groups: %s", e.Family, e.N, e.M, e.Why)
	}
	return fmt.Sprintf("%s has no system of %d nodes: %s", e.Family, e.N, e.Why)
}

// Hint gives the theorem behind the error and the specs for the nearest numbers of nodes. It is
// empty if there is neither.
func (e *NoSystemError) Hint() string {
	var near []string
	if f, ok := Lookup(e.Family); ok {
		for _, n := range []int{e.Below, e.Above} {
			if n == 0 {
				continue
			}
			if i, err := f.ForN(n, max(e.M, e.K)); err == nil {
				near = append(near, fmt.Sprintf("%s (n = %d)", i.Spec(), n))
			}
		}
	}
	var parts []string
	if e.Note != "" {
		parts = append(parts, e.Note)
	}
	if len(near) > 0 {
		parts = append(parts, "nearest: "+strings.Join(near, ", "))
	}
	return strings.Join(parts, "; ")
}

// shortSpec shortens a spec of thousands of votes or rows, so that it does not fill the screen.
func shortSpec(spec string) string {
	return show.Brief(spec)
}
