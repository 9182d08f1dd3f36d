package record

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"coterie/internal/words/show"
	"coterie/results"
)

// Finding says what holds of a record.
type Finding struct {
	What       string                  `json:"what"`
	N          int                     `json:"n"`
	Parameters map[string]results.Cell `json:"parameters,omitempty"`
	Value      results.Cell            `json:"value"`
	Holds      bool                    `json:"holds"`
	Why        string                  `json:"why,omitempty"` // if it does not
	Better     bool                    `json:"better"`        // than the committed record
	Lower      string                  `json:"lower"`         // what carries the bound
	Upper      string                  `json:"upper"`
}

// Read reads records: a JSON object each, or one object with the list "records". Unknown keys are
// an error.
func Read(data []byte) ([]*results.Record, error) {
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	var list []*results.Record
	for {
		var one struct {
			results.Record
			Records []results.Record `json:"records"`
		}
		switch err := d.Decode(&one); {
		case errors.Is(err, io.EOF) && len(list) > 0:
			return list, nil
		case err != nil:
			return nil, fmt.Errorf("record %d: %w", len(list)+1, err)
		case one.Records != nil:
			for i := range one.Records {
				list = append(list, &one.Records[i])
			}
		default:
			list = append(list, &one.Record)
		}
	}
}

// Judge judges a record. The cost is that of its witness: at most some seconds, for a Byzantine
// system of thousands of quorums.
func Judge(ctx context.Context, r *results.Record) Finding {
	f := Finding{What: r.What, N: r.N, Parameters: r.Parameters, Value: r.Value}
	if f.Why = plain(r); f.Why == "" {
		f.Why = f.judge(ctx, r)
	}
	f.Holds = f.Why == ""
	return f
}

// plain returns the reason why the numbers of a record contradict each other, and "" if they do
// not.
func plain(r *results.Record) string {
	k, lower, upper := results.Of(r.What), r.Lower.Rat(), r.Upper.Rat()
	switch {
	case k == nil:
		return "what: there are no records of " + show.Value(r.What)
	case r.N < 1 || r.N > maxN:
		return fmt.Sprintf("n: %d is not in 1..%d", r.N, maxN)
	case lower == nil || upper == nil:
		return fmt.Sprintf("lower, upper: %s and %s are not both numbers", show.Value(r.Lower), show.Value(r.Upper))
	case lower.Cmp(upper) > 0:
		return fmt.Sprintf("lower, upper: %s is above %s", r.Lower, r.Upper)
	case r.Optimal != (lower.Cmp(upper) == 0):
		return fmt.Sprintf("optimal: %t, and the bounds are %s and %s", r.Optimal, r.Lower, r.Upper)
	case r.Value != r.Upper && !k.Most || r.Value != r.Lower && k.Most:
		return fmt.Sprintf("value: %s is not that of the bound that the witness reaches", show.Value(r.Value))
	}
	return ""
}

// judge returns the reason why the record does not hold, and "" if it does.
func (f *Finding) judge(ctx context.Context, r *results.Record) string {
	k := results.Of(r.What)
	found, err := value(ctx, r)
	if err != nil {
		return "witness: " + err.Error()
	}
	again := "; " + r.Command + " repeats it"
	f.Lower, f.Upper = "cited: "+r.LowerBy+again, "cited: "+r.UpperBy+again
	// Both sides as if the least value were sought.
	sign, lower, upper, proved, reached := 1, r.Lower, r.Upper, &f.Lower, &f.Upper
	if k.Most {
		sign, lower, upper, proved, reached = -1, upper, lower, reached, proved
	}
	if found != nil {
		*reached = "the witness, whose value was found again by the definition"
		if found.Cmp(upper.Rat()) != 0 {
			return fmt.Sprintf("witness: its value is %s, not %s", found.RatString(), r.Value)
		}
	}
	bound, by := arithmetic(r)
	done := bound != nil && bound.Cmp(lower.Rat())*sign >= 0
	if slices.Contains(k.Proofs, r.N) {
		*proved = fmt.Sprintf("a kept proof: coterie verify results/proofs/%s-%d replays it", k.What, r.N)
	}
	if done {
		*proved = "arithmetic, done again: " + by
	}
	var now, then string
	for _, c := range k.Find(r.N, r.Parameters) {
		if f.Better = found != nil && upper.Compare(c.Value)*sign < 0; !f.Better {
			now, then = differ(r, c)
		} else if c.Lower.Compare(r.Lower)*sign >= 0 && !k.Most || c.Upper.Compare(r.Upper)*sign >= 0 && k.Most {
			done = true // it is that of the table, or less
		}
		if now == "" && (!f.Better || done) {
			return ""
		}
	}
	switch {
	case now != "":
		return now + " is not that of the committed record, " + then
	case found == nil || !done:
		return "n, parameters, lower, upper: there is no such record here, and arithmetic does not give the other bound"
	}
	f.Better = true
	return ""
}

// differ returns the first lines in which the JSON of two records differs, which are empty where it
// does not. Witnesses may differ.
func differ(r, committed *results.Record) (now, then string) {
	lines := func(r results.Record) []string {
		r.Witness = nil
		var b strings.Builder
		e := show.Encoder(&b)
		e.SetIndent("", " ")
		_ = e.Encode(r) // it came from JSON
		return strings.Split(strings.ReplaceAll(b.String(), `"`, ""), "\n")
	}
	a, b := lines(*r), lines(*committed)
	for i := range min(len(a), len(b)) {
		if a[i] != b[i] {
			return show.Brief(strings.Trim(a[i], " ,")), show.Brief(strings.Trim(b[i], " ,"))
		}
	}
	return "", ""
}
