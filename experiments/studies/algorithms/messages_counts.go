package algorithms

import (
	"fmt"
	"math/big"
	"math/bits"
	"strings"

	"coterie/bounds"
	"coterie/experiments"
)

// printedAs are the algorithms in the catalogue of counts.
var printedAs = map[string]string{
	maekawas: "Maekawa", literal: "Maekawa", "maekawa-sequential": "sequential locking", circulating: "cyclic passing",
	"maekawa-m": "Maekawa_M", "maekawa-s": "Maekawa_S", "fixed-order": "fixed-order locking", unanimous: "Ricart-Agrawala",
}

// countRow is a printed count beside the cost of runs.
type countRow struct {
	Algorithm string `csv:"algorithm" doc:"the algorithm"`
	N         int    `csv:"n,sites" doc:"N"`
	K         int    `csv:"k,nodes" doc:"K, which Joung calls c"`
	Printed   bounds.MessageCount
	Where     string `csv:"runs" doc:"the runs that stand beside it"`
	// Least and Most are the messages of one entry in these runs. Mean is the mean of the run of
	// the heaviest load, or of the entries that are alone.
	Least int     `csv:"least,messages" doc:"charged to one entry, at least"`
	Most  int     `csv:"most,messages" doc:"charged to one entry, at most"`
	Mean  float64 `csv:"mean,messages" doc:"per entry; of all loads, in that of the heaviest"`
}

// within reports whether the cost of every entry is within the printed range: from the best to the
// worst case, or at most the worst case if no best case is printed.
func (r countRow) within() bool {
	most := big.NewRat(int64(r.Most), 1)
	least := big.NewRat(int64(r.Least), 1)
	return (r.Printed.Best == nil || least.Cmp(r.Printed.Best) >= 0) && (r.Printed.Worst == nil || most.Cmp(r.Printed.Worst) <= 0)
}

// beyondPapers returns counts of algorithms that are missing from the catalogue of the four papers.
func beyondPapers(n int) []bounds.MessageCount {
	upTo := func(worst int, algorithm, formula, source string) bounds.MessageCount {
		return bounds.MessageCount{
			Algorithm: algorithm, Case: "any", Counts: bounds.EntryMessages, Formula: formula, Best: new(big.Rat), Worst: big.NewRat(int64(worst), 1), Source: source,
		}
	}
	depth := bits.Len(uint(n)) - 1
	return []bounds.MessageCount{
		upTo(n, token, "0 or N", "Suzuki and Kasami 1985, abstract"),
		upTo(4*depth, tree, "0 to 2D, D the diameter of the tree", "Raymond 1989, section 4"),
		upTo(3, coordinator, "0 or 3", "counted: REQUEST, GRANT, RELEASE, none at the control node itself"),
	}
}

// counts returns the counts that papers print for an algorithm. Joung's count of Maekawa's
// algorithm is compared with no run, because he also counts the messages of a node to itself.
func (of contender) counts(n, k int) (list []bounds.MessageCount) {
	for _, c := range append(bounds.MessageCounts(bounds.MessageParams{Nodes: n, Size: k, Locks: oneLock.MaxLocks}), beyondPapers(n)...) {
		ours := c.Algorithm == of.Algorithm || c.Algorithm == printedAs[of.Algorithm] && strings.HasPrefix(c.Source, "Joung") == of.Groups
		if c.Counts == bounds.EntryMessages && ours {
			c.Source, _, _ = strings.Cut(c.Source, "; delay")
			list = append(list, c)
		}
	}
	return list
}

// declareCounts puts the printed counts beside the cost of runs: for light demand the entries that
// are alone, for heavy demand the run in which all sites always wish, otherwise all runs.
func declareCounts(out *experiments.Output, alone []aloneRow, rows []messagesRow) {
	var list []countRow
	for _, a := range alone {
		for _, c := range a.counts(a.N, a.K) {
			if c.Case == "light demand" {
				mean, _ := a.Mean.Float64()
				list = append(list, countRow{a.Algorithm, a.N, a.K, c, "each site once, alone", a.Least, a.Most, mean})
			}
		}
	}
	for i, r := range rows {
		if i > 0 && rows[i-1].Algorithm == r.Algorithm && rows[i-1].Order == r.Order {
			continue
		}
		for _, c := range r.counts(r.N, r.K) {
			row := countRow{Algorithm: r.Algorithm, N: r.N, K: r.K, Printed: c, Where: "all loads", Least: int(r.Least)}
			for _, o := range rows {
				if o.Algorithm != r.Algorithm || o.Order != r.Order || c.Case == "heavy demand" && !o.always() {
					continue
				}
				row.Most, row.Mean = max(row.Most, int(o.Most)), o.mean()
				if c.Case == "heavy demand" {
					row.Where, row.Least = o.load(), int(o.Least)
				} else {
					row.Least = min(row.Least, int(o.Least))
				}
			}
			if c.Case != "light demand" {
				list = append(list, row)
			}
		}
	}
	experiments.Table(out, "counts", list,
		"algorithm", "n", "k",
		experiments.Texts("formula", "", "as printed; max[g] is 1", func(r countRow) string { return r.Printed.Formula }),
		experiments.Texts("case", "", "when it holds, as printed", func(r countRow) string { return r.Printed.Case }),
		experiments.Texts("source", "", "where", func(r countRow) string { return r.Printed.Source }),
		experiments.Ratios("printed_best", "messages", "its least value; empty: none is printed", func(r countRow) *big.Rat { return r.Printed.Best }),
		experiments.Ratios("printed_worst", "messages", "its greatest value", func(r countRow) *big.Rat { return r.Printed.Worst }),
		"runs", "mean", "least", "most",
		experiments.Bools("within", "", "every entry is charged what is printed", countRow.within))
}

func (r countRow) String() string {
	return fmt.Sprintf("%s, N = %d, K = %d, %s: printed %s, from %d to %d messages", r.Algorithm, r.N, r.K, r.Where, r.Printed.Formula, r.Least, r.Most)
}
