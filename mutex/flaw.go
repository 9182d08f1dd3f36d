package mutex

import "slices"

// Flaw is a step left out of an algorithm on purpose, as somebody who writes it from memory might
// leave it out. The flaws that an explorer catches show how good it is.
type Flaw uint8

// The flaws.
const (
	Flawless            Flaw = iota
	ClearsAnyFailed          // maekawa-fixed
	FailsForHolderOnly       // maekawa-fixed
	TakesLateInquire         // maekawa-fixed
	TakesLateRelinquish      // maekawa-fixed
	SkipsE11                 // maekawa-m
	SkipsF4                  // maekawa-m
	SkipsF10                 // maekawa-m
	OpensDoor                // maekawa-s
	IgnoresNodeNumbers       // ricart-agrawala
	TakesLateReply           // raymond-k
	ForgetsQueue             // suzuki-kasami
)

// FlawOf describes a flaw.
type FlawOf struct {
	Flaw      Flaw
	Name      string
	Algorithm string
	Text      string // the step that is left out
}

// Flaws returns all flaws, in the order of their algorithms.
func Flaws() []FlawOf {
	return []FlawOf{
		{ClearsAnyFailed, "any-locked-clears-failed", "maekawa-fixed", "a LOCKED ends the FAILED of every member, and not of its sender alone"},
		{FailsForHolderOnly, "failed-for-holder-only", "maekawa-fixed", "FAILED goes to a new request only where the holder of the lock precedes it, not where one that waits does"},
		{TakesLateInquire, "late-inquire", "maekawa-fixed", "a process takes every INQUIRE to be about its present lock, even a late one"},
		{TakesLateRelinquish, "late-relinquish", "maekawa-fixed", "a process takes an INQUIRE to be about its present lock and answers even without one, and an arbiter takes every RELINQUISH to be about its present lock"},
		{SkipsE11, "no-e11", "maekawa-m", "lines E.11 to E.18: a request that comes before a holder of its group takes no lock from it"},
		{SkipsF4, "no-f4", "maekawa-m", "line F.4: who has given a lock back for an INQUIRE stays in inquired_ps"},
		{SkipsF10, "no-f10", "maekawa-m", "lines F.10 to F.12: the locks of a group that has lost its priority are not asked back"},
		{OpensDoor, "open-door", "maekawa-s", "in E.5 a new reference is picked even while requests are deferred"},
		{IgnoresNodeNumbers, "no-node-numbers", "ricart-agrawala", "node numbers do not decide between equal sequence numbers: both reply"},
		{TakesLateReply, "late-reply", "raymond-k", "a REPLY counts for the present request, even if it answers an earlier one alone"},
		{ForgetsQueue, "no-queue", "suzuki-kasami", "the token travels without its queue"},
	}
}

// FindFlaw returns the flaw with a name, and whether there is one.
func FindFlaw(name string) (FlawOf, bool) {
	all := Flaws()
	i := slices.IndexFunc(all, func(f FlawOf) bool { return f.Name == name })
	if i < 0 {
		return FlawOf{}, false
	}
	return all[i], true
}

// String returns the name of the flaw, "" for none.
func (f Flaw) String() string {
	for _, of := range Flaws() {
		if of.Flaw == f {
			return of.Name
		}
	}
	return ""
}
