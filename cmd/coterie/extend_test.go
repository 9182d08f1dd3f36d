package main

import (
	"bytes"
	"context"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"coterie/internal/check/assert"
	"coterie/internal/command"
)

// extendPrinted has the keys of `extend --format json` that this test reads.
type extendPrinted struct {
	Verdict  string     `json:"verdict"`
	Contains bool       `json:"contains"`
	LiveSets [][]string `json:"live_sets"`
	System   struct {
		N       int       `json:"n"`
		Quorums [][]int   `json:"quorums"`
		Cartels [][][]int `json:"cartels"`
	} `json:"system"`
}

// bitMasks returns the sets of nodes as bit masks.
func bitMasks(sets [][]int) []uint {
	masks := make([]uint, len(sets))
	for i, s := range sets {
		for _, v := range s {
			masks[i] |= 1 << (v - 1)
		}
	}
	return masks
}

// TestExtendCertificates checks the printed extension set by set, with code of its own. In an
// ordinary extension exactly one of every two complementary sets is live. In a group system, cartel
// i is live exactly where the complement is live in no other cartel. No quorum contains another of
// its cartel. An extension that is said to contain the given system does so.
func TestExtendCertificates(t *testing.T) {
	assert.Long(t, "over half a second of CPU")
	t.Parallel()
	for _, spec := range []string{
		"grid:n=4", "grid:n=9", "grid:n=12", "wheel:n=5", "wall:rows=1-2-3", "cyclic:order=3", "billiard:q=5", "singleton:n=3", "majority:n=6", "triangle:rows=4",
		"surficial:n=12,m=3", "surficial:n=6,m=4", "affine:order=3,m=4", "affine:order=3,m=2", "read-write-grid:rows=2,columns=4", "net:side=3,m=3",
		"design-surficial:design=projective,order=2,degree=1",
	} {
		for _, extra := range [][]string{nil, {"--prefer", "availability"}, {"--dominate"}} {
			e := printed[extendPrinted](t, append([]string{"extend", spec}, extra...)...)
			given, _ := ran(t, command.ExitDone, "build", spec, "--format", "json")
			var from extendPrinted
			assert.OK(t, json.Unmarshal([]byte(given), &from.System))
			cartels, before := e.System.Cartels, from.System.Cartels
			if len(e.System.Quorums) > 0 {
				cartels, before = [][][]int{e.System.Quorums}, [][][]int{from.System.Quorums}
			}
			assert.Equal(t, extensionDefect(e, cartels, before), "", "%s %v", spec, extra)
		}
	}
}

func extensionDefect(e extendPrinted, cartels, before [][][]int) string {
	n := e.System.N
	live := make([][]bool, len(cartels))
	for i, cartel := range cartels {
		live[i] = make([]bool, 1<<n)
		masks := bitMasks(cartel)
		for x := range live[i] {
			live[i][x] = slices.ContainsFunc(masks, func(q uint) bool { return q&^uint(x) == 0 })
		}
		for a, q := range masks {
			for _, p := range masks[:a] {
				if q&p == q || q&p == p {
					return fmt.Sprintf("cartel %d: quorums %b and %b, one in the other", i+1, p, q)
				}
			}
		}
		for _, q := range bitMasks(before[i]) {
			if !live[i][q] {
				return fmt.Sprintf("cartel %d: the given quorum %b is not live", i+1, q)
			}
			if e.Contains && !slices.Contains(masks, q) {
				return fmt.Sprintf("cartel %d: the given quorum %b is missing", i+1, q)
			}
		}
		bySize := make([]int, n+1)
		for x, yes := range live[i] {
			if yes {
				size := 0
				for y := x; y > 0; y >>= 1 {
					size += y & 1
				}
				bySize[size]++
			}
		}
		for size, c := range bySize {
			if fmt.Sprint(c) != e.LiveSets[i][size] {
				return fmt.Sprintf("cartel %d: %d live sets of %d nodes, printed %v", i+1, c, size, e.LiveSets[i])
			}
		}
	}
	full := 1<<n - 1
	for x := range 1 << n {
		if len(cartels) == 1 {
			if live[0][x] == live[0][full^x] {
				return fmt.Sprintf("%b and its complement are both live, or neither", x)
			}
			continue
		}
		for i := range cartels {
			others := false
			for j := range cartels {
				others = others || j != i && live[j][full^x]
			}
			if live[i][x] == others {
				return fmt.Sprintf("cartel %d at %b: %v, the others at the complement: %v", i+1, x, live[i][x], others)
			}
		}
	}
	return ""
}

// cancelling is an output that presses Ctrl-C at the first write.
type cancelling struct {
	bytes.Buffer
	cancel context.CancelFunc
}

func (c *cancelling) Write(p []byte) (int, error) {
	c.cancel()
	return c.Buffer.Write(p)
}

// TestExtendInterrupted presses Ctrl-C amid millions of quorums. The output is no whole system, and
// it must not be mistaken for one.
func TestExtendInterrupted(t *testing.T) {
	assert.Long(t, "over half a second of CPU")
	t.Parallel()
	interrupted := func(args ...string) string {
		t.Helper()
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		var errs bytes.Buffer
		out := &cancelling{cancel: cancel}
		status := run(ctx, append([]string{"extend"}, args...), strings.NewReader(""), out, &errs)
		exits(t, command.ExitLimit)(status, errs.String())
		return out.String()
	}

	for line, end := range map[string]string{"grid:n=25 --prefer availability": "]}}", "surficial:n=54,m=4": "]]}}"} {
		spec := strings.Fields(line)
		text := interrupted(append(spec, "--format", "json")...)
		if json.Valid([]byte(text)) {
			t.Errorf("%s: a whole object of %d bytes", spec, len(text))
		}
		var e extendPrinted // the end alone is missing
		if err := json.Unmarshal([]byte(text+end), &e); err != nil {
			t.Errorf("%s: %v in ...%s", spec, err, text[max(0, len(text)-60):])
		} else if len(e.System.Quorums)+len(e.System.Cartels) == 0 {
			t.Errorf("%s: no quorum came", spec)
		}
	}

	text := interrupted("grid:n=25", "--prefer", "availability")
	lines := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
	listed := 0
	for _, l := range lines {
		if strings.HasPrefix(l, "  {") {
			listed++
		}
	}
	if want := fmt.Sprintf("stopped here: the list of quorums is cut short after %d", listed); listed == 0 || lines[len(lines)-1] != want {
		t.Errorf("%d quorums, and the end %q, want %q", listed, lines[len(lines)-1], want)
	}

	rows, err := csv.NewReader(strings.NewReader(interrupted("grid:n=25", "--prefer", "availability", "--format", "csv"))).ReadAll()
	if err != nil || len(rows) < 2 || len(rows) > 5_000_000 {
		t.Errorf("%d rows, %v", len(rows), err)
	}
}
