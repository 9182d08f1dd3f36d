package session

import (
	"cmp"
	"context"
	"fmt"
	"sync"

	"coterie/bounds"
	"coterie/internal/solve/sat"
	"coterie/quorum"
	"coterie/search"
)

// Session is a search under way. It has the result with its two bounds, puts questions to a solver,
// and tells progress.
type Session struct {
	*search.Result
	Options search.Options
	keeper  Keeper   // nil: no proofs are kept
	stopped string   // why a solver gave up; empty if it did not
	cubes   struct { // of the questions that were split
		questions, leaves, open int
		proved                  bool
	}

	talk      sync.Mutex    // held while anything is told
	now, told search.Result // whose objective and bounds count: those that may be reported, and those that were
	remarks   []string
	looking   bool // something was looked for
}

// New begins a search with r, which has its question. A keeper of ctx ([WithKeeper]) keeps the
// proofs.
func New(ctx context.Context, opts search.Options, r *search.Result) *Session {
	return &Session{Result: r, Options: opts, keeper: KeeperOf(ctx)}
}

// Tell takes the objective of the result, its bounds, and the arguments for them. They are reported
// as soon as the search for something begins. From then on each bound is reported when it moves.
func (s *Session) Tell() {
	s.talk.Lock()
	defer s.talk.Unlock()
	s.now = *s.Result
	s.tell()
}

// Remark takes a line about the question, which is reported like the bounds. An empty line is not
// reported.
func (s *Session) Remark(line string) {
	s.talk.Lock()
	defer s.talk.Unlock()
	if line != "" {
		s.remarks = append(s.remarks, line)
	}
	s.tell()
}

// tell reports the remarks, and each bound that has moved since it was reported.
func (s *Session) tell() {
	if !s.looking || s.Options.Say == nil {
		return
	}
	say := func(sign, by string, now, told *bounds.Fraction) {
		if now != nil && (told == nil || now.Cmp(*told) != 0) {
			s.Options.Say(fmt.Sprintf("%s %s %v: %s", s.now.Objective, sign, now, by))
		}
	}
	say(">=", s.now.LowerBy, s.now.Lower, s.told.Lower)
	say("<=", s.now.UpperBy, s.now.Upper, s.told.Upper)
	for _, line := range s.remarks {
		s.Options.Say(line)
	}
	s.told, s.remarks = s.now, nil
}

// At reports the present object of the search.
func (s *Session) At(words string) { s.Count(words, 0, 0) }

// Count reports the present object of the search, the bounds so far, and how many things are done.
// The words begin with the name of these things, as in "cases: the question".
func (s *Session) Count(words string, done, total int) {
	s.talk.Lock()
	defer s.talk.Unlock()
	s.looking = true
	s.tell()
	if s.Options.Progress == nil {
		return
	}
	switch lower, upper := s.now.Lower, s.now.Upper; {
	case lower != nil && upper != nil:
		words += fmt.Sprintf(" (between %v and %v)", lower, upper)
	case lower != nil:
		words += fmt.Sprintf(" (at least %v)", lower)
	case upper != nil:
		words += fmt.Sprintf(" (at most %v)", upper)
	}
	s.Options.Progress(words, done, total)
}

// Raise sets the lower bound, if v is greater than the one so far.
func (s *Session) Raise(v int, by string) {
	if v > s.LowerOr(v-1) {
		s.Lower, s.LowerBy = new(bounds.Integer(v)), by
		s.Tell()
	}
}

// Reduce sets the upper bound, if v is less than the one so far.
func (s *Session) Reduce(v int, by string) {
	if v < s.UpperOr(v+1) {
		s.Upper, s.UpperBy = new(bounds.Integer(v)), by
		s.Tell()
	}
}

// LowerOr returns the lower bound, which is a whole number, or none if there is no lower bound.
func (s *Session) LowerOr(none int) int {
	if v, ok := s.Lower.Int(); ok {
		return v
	}
	return none
}

// UpperOr returns the upper bound, which is a whole number, or none if there is no upper bound.
func (s *Session) UpperOr(none int) int {
	if v, ok := s.Upper.Int(); ok {
		return v
	}
	return none
}

// Met reports whether the two bounds are equal.
func (s *Session) Met() bool { return s.Lower != nil && s.Upper != nil && s.Lower.Cmp(*s.Upper) == 0 }

// End completes the result. If the bounds do not meet and nothing else has stopped the search,
// stopped says why. The error says that the bounds contradict each other. No search lets it come so
// far, because each answer of a solver is compared with the known bounds.
func (s *Session) End(stopped string) (*search.Result, error) {
	if s.Optimal = s.Met(); !s.Optimal && s.Verdict != search.ProvenAbsent && s.StoppedBy == "" {
		s.StoppedBy = stopped
	}
	return s.Result, s.Close()
}

// Close completes the result of a search that sets Optimal and StoppedBy itself. The error is that
// of [Session.End].
func (s *Session) Close() error {
	if note := s.cubeNote(); note != "" {
		s.Notes = append(s.Notes, note)
	}
	s.StoppedBy = cmp.Or(s.StoppedBy, s.stopped)
	if s.Lower == nil || s.Upper == nil || s.Lower.Cmp(*s.Upper) <= 0 {
		return nil
	}
	text := fmt.Sprintf("%s is at least %v (%s), and at most %v (%s)", s.Objective, s.Lower, s.LowerBy, s.Upper, s.UpperBy)
	if len(s.Options.Solver) == 0 || s.Refuted == 0 {
		return quorum.Internal("%s", text)
	}
	return sat.Refused(s.Options.Solver[0], text)
}
