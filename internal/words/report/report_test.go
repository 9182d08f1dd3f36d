package report

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/big"
	"math/rand/v2"
	"testing"
	"time"

	"coterie/internal/check/assert"
	"coterie/internal/check/reach"
	"coterie/measure"
	"coterie/quorum"
)

// TestWholeTextOfLongNumbers compares the rounded long numbers with roundings of all their digits.
func TestWholeTextOfLongNumbers(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 4))
	numbers := []*big.Int{
		new(big.Int).Exp(big.NewInt(10), big.NewInt(20_000), nil),
		new(big.Int).Sub(new(big.Int).Exp(big.NewInt(10), big.NewInt(20_000), nil), big.NewInt(1)),
	}
	for range 20 {
		x := new(big.Int).Lsh(big.NewInt(1+r.Int64N(1<<60)), longBits+uint(r.IntN(1000)))
		numbers = append(numbers, x.Add(x, big.NewInt(r.Int64())))
	}
	for _, x := range numbers {
		if x.BitLen() <= longBits {
			t.Fatal("no long number")
		}
		assert.Equal(t, wholeText(x), new(big.Float).SetInt(x).Text('e', 2), "a number of %d bits", x.BitLen())
	}
}

// manyCartels returns a report of the given number of cartels, each with a limit.
func manyCartels(cartels int) measure.Report {
	r := measure.Report{Kind: quorum.KindGroupSystem, Name: "many", N: cartels, GroupFigures: &measure.GroupFigures{}, Notes: measure.Notes{Methods: map[string]string{}, Reasons: map[string]measure.Reason{}}}
	for i := range cartels {
		size := 1 + i
		c := measure.CartelReport{Notes: r.Notes}
		c.Sizes = quorum.Sizes{Quorums: big.NewInt(1), MinQuorum: &size, MaxQuorum: &size}
		r.Cartels = append(r.Cartels, c)
		at := quorum.Index(i)
		r.Limits = append(r.Limits, measure.Comparison{Quantity: "load", Cartel: &at, Direction: "lower", Name: "spread-load", Limit: "1", Slack: "0"})
	}
	return r
}

// TestManyCartels: the limits of each cartel are found without going through the limits of all, and
// writing ends with its context.
func TestManyCartels(t *testing.T) {
	assert.Slow(t, "over a second of CPU")
	r := manyCartels(5_000)
	ended, cancel := context.WithCancelCause(t.Context())
	enough := errors.New("enough")
	cancel(enough)
	for name, write := range map[string]func(ctx context.Context, out *bytes.Buffer) error{
		"brief":  func(ctx context.Context, out *bytes.Buffer) error { return Brief(ctx, out, r, 80) },
		"proofs": func(ctx context.Context, out *bytes.Buffer) error { return Proofs(ctx, out, r) },
		"table": func(ctx context.Context, out *bytes.Buffer) error {
			table, err := Table(ctx, r)
			if err == nil {
				err = table.WriteCSV(out)
			}
			return err
		},
	} {
		var out bytes.Buffer
		begun := reach.CPU()
		assert.OK(t, write(t.Context(), &out), "%v", name)
		if took := reach.CPU() - begun; took > 20*time.Second { // it was minutes
			t.Errorf("%s: %v", name, took)
		}
		assert.Contains(t, out.String(), fmt.Sprint(len(r.Cartels)), "%s: cartel", name)
		assert.Is(t, write(ended, &out), enough, "%s of an ended context", name)
	}
}
