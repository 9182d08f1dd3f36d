package experiments

import (
	"fmt"
	"iter"
	"slices"
)

// Verdict is the outcome of judging a claim.
type Verdict int

// The verdicts, from the strongest to the weakest.
const (
	Proved     Verdict = iota + 1 // a proof is in docs/theorems, and an exhaustive run found no exception
	HoldsOn                       // no exception on a stated range
	HoldsUnder                    // fails as printed, holds under a stated reading
	Fails                         // there is a counterexample
)

// String returns the verdict as reports print it: proved, holds on, holds under, fails.
func (v Verdict) String() string {
	names := [...]string{Proved: "proved", HoldsOn: "holds on", HoldsUnder: "holds under", Fails: "fails"}
	if v < Proved || v > Fails {
		return fmt.Sprintf("Verdict(%d)", int(v))
	}
	return names[v]
}

// verdicts lists them.
func verdicts() []Verdict { return []Verdict{Proved, HoldsOn, HoldsUnder, Fails} }

// Range describes, in words, the cases on which a statement was tried.
type Range struct {
	text       string
	exhaustive bool
}

// Every returns a range whose cases are all tried: Every("n in 3..200, m in 2..5"). It panics on an
// empty text.
func Every(text string) Range { return newRange(text, true) }

// Sample returns a range from which only some cases are tried: Sample("1000 random families, n in
// 5..12, seed 0"). It panics on an empty text.
func Sample(text string) Range { return newRange(text, false) }

func newRange(text string, exhaustive bool) Range {
	if text == "" {
		panic("experiments: a range without words")
	}
	return Range{text: text, exhaustive: exhaustive}
}

// Judgement is the outcome of trying a statement on cases. Only code that tried one can make it:
// [Judge], [JudgeExists] and [JudgeOnce], then [Judgement.Proved] and [HoldsUnderReading]. It has
// no exported fields and no JSON, so a verdict cannot be typed in; compute it from rows, after
// [Rows]. The zero Judgement is refused by [Output.Claim].
type Judgement struct {
	verdict Verdict
	over    Range
	cases   int // tried
	against int // of these, counterexamples
	Reading string
	witness string
	trivial string // see [ButFor]
	doc     string
	flaw    string // why this is no judgement
}

// Judge tries a statement of the form "for all" on every case, in order. holds judges one case. The
// witness of the first case for which it is false is kept. The verdict is HoldsOn or Fails. If
// there is no case at all, no claim may carry the judgement.
func Judge[T any](over Range, cases iter.Seq[T], holds func(T) (ok bool, witness string)) Judgement {
	j := Judgement{verdict: HoldsOn, over: over}
	for c := range cases {
		j.cases++
		ok, witness := holds(c)
		if ok {
			continue
		}
		j.against++
		if j.verdict == HoldsOn {
			j.verdict, j.witness = Fails, witness
			if witness == "" {
				j.flaw = "a counterexample without a witness"
			}
		}
	}
	return j.tried()
}

// ForAll is [Judge] on a list whose cases are all tried; every describes them.
func ForAll[T any](every string, cases []T, holds func(T) (ok bool, witness string)) Judgement {
	return Judge(Every(every), slices.Values(cases), holds)
}

// LargestFirst returns the cases from the last to the first. If the cases grow, the witness is then
// the largest counterexample to the words and not the most trivial one.
func LargestFirst[T any](cases []T) []T {
	turned := slices.Clone(cases)
	slices.Reverse(turned)
	return turned
}

// JudgeExists tries a statement of the form "there is". found judges one case. The first example is
// the witness; it ends the trial, and the range says so. The verdict is HoldsOn, or Fails if every
// case of an exhaustive range was tried in vain. A sample without an example decides nothing, and
// no claim may carry its judgement.
func JudgeExists[T any](over Range, cases iter.Seq[T], found func(T) (ok bool, witness string)) Judgement {
	j := Judgement{verdict: Fails, over: over, witness: "none found"}
	for c := range cases {
		j.cases++
		if ok, witness := found(c); ok {
			j.verdict, j.witness = HoldsOn, witness
			if over.text != "" {
				j.over = Range{text: over.text + ", up to the first example", exhaustive: false}
			}
			if witness == "" {
				j.flaw = "an example without a witness"
			}
			return j.tried()
		}
	}
	if !over.exhaustive {
		j.flaw = "an example was sought in a sample only and not found"
	}
	return j.tried()
}

// JudgeOnce tries a statement about a single fact, such as an entry of a table. witness states the
// comparison: "printed 7, computed 8". It is kept for either verdict, HoldsOn or Fails.
func JudgeOnce(over Range, holds bool, witness string) Judgement {
	j := Judgement{verdict: HoldsOn, over: over, cases: 1, witness: witness}
	if !holds {
		j.verdict, j.against = Fails, 1
	}
	if witness == "" {
		j.flaw = "no word on what was compared"
	}
	return j.tried()
}

func (j Judgement) tried() Judgement {
	if j.cases == 0 {
		j.flaw = "no case was tried"
	}
	if j.over.text == "" {
		j.flaw = "no range"
	}
	return j
}

// Proved raises HoldsOn to Proved. theorem names the file docs/theorems/THEOREM.md with the proof.
// The run must have been exhaustive on its range. A failed statement stays failed, whatever the
// documentation says.
func (j Judgement) Proved(theorem string) Judgement {
	switch {
	case j.flaw != "" || j.verdict != HoldsOn && j.trivial == "":
	case !j.over.exhaustive:
		j.flaw = "proved needs an exhaustive run"
	case !isKebab(theorem):
		j.flaw = "proved needs the name of a theorem"
	default:
		if j.verdict == HoldsOn {
			j.verdict = Proved
		}
		j.doc = "docs/theorems/" + theorem + ".md"
	}
	return j
}

// HoldsUnderReading judges a statement that has to be read with care. literal is the judgement of
// its words, amended the judgement under the reading. If the words hold, so does the claim, and no
// reading is mentioned. Otherwise, if the amended statement holds, the verdict is HoldsUnder, with
// the counterexample to the words as the witness. If not, the verdict is Fails, even under the
// reading.
func HoldsUnderReading(reading string, literal, amended Judgement) Judgement {
	switch {
	case literal.flaw != "":
		return literal
	case literal.verdict != Fails:
		return literal
	case amended.flaw != "":
		return amended
	case amended.verdict == Fails:
		amended.Reading = reading
		return amended
	case reading == "":
		amended.flaw = "no reading"
	}
	return Judgement{
		verdict: HoldsUnder, over: amended.over, cases: literal.cases, against: literal.against,
		Reading: reading, witness: literal.witness, doc: amended.doc, flaw: amended.flaw,
	}
}

// ButFor judges words that hold as printed except in trivial cases: a single node, the smallest
// side or order. is recognises these cases, and trivial names them ("n = 1"). over is the range
// with them, rest the range without them. The words are the same in both trials, so nothing is read
// into them. If they fail with the trivial cases and hold without them, the verdict is HoldsUnder,
// with the reading, and the claim carries the trivial cases. If they hold with them, or fail
// without them, the verdict is that of a claim without trivial cases. Cases that are a tenth of all
// or more are not trivial, unless there are at most two of them, and no claim may carry such a
// judgement. [Judgement.Proved] names the proof.
func ButFor[T any](trivial string, is func(T) bool, reading string, over, rest Range, cases []T, holds func(T) (ok bool, witness string)) Judgement {
	j := HoldsUnderReading(reading, Judge(over, slices.Values(cases), holds),
		Judge(rest, slices.Values(Keep(cases, func(c T) bool { return !is(c) })), holds))
	if j.verdict != HoldsUnder {
		return j
	}
	j.trivial = trivial
	left := len(Keep(cases, is))
	switch {
	case trivial == "":
		j.flaw = "trivial cases without a name"
	case left > 2 && 10*left >= len(cases):
		j.flaw = fmt.Sprintf("%d of %d cases are not trivial", left, len(cases))
	}
	return j
}

// Verdict returns the verdict.
func (j Judgement) Verdict() Verdict { return j.verdict }

// Cases returns how many cases were tried, and how many of them were counterexamples to the words.
func (j Judgement) Cases() (tried, against int) { return j.cases, j.against }

// Witness returns the witness of the verdict, "" if a universal statement held.
func (j Judgement) Witness() string { return j.witness }
