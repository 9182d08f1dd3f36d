package bounds

import (
	"encoding/json"
	"math"
	"math/big"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"coterie/internal/check/assert"
)

// readPaper decodes a file of values printed in a paper.
func readPaper(t *testing.T, name string, into any) {
	t.Helper()
	data := assert.Got(os.ReadFile(filepath.Join("..", "experiments", "papers", name)))(t)
	decoder := json.NewDecoder(strings.NewReader(string(data)))
	decoder.DisallowUnknownFields()
	assert.OK(t, decoder.Decode(into), "%s", name)
}

// find returns the only row of an algorithm, a case and a kind of messages, from a source with the
// given prefix.
func find(t *testing.T, rows []MessageCount, algorithm, instance, counts, source string) MessageCount {
	t.Helper()
	var found []MessageCount
	for _, row := range rows {
		if row.Algorithm == algorithm && row.Case == instance && row.Counts == counts && strings.HasPrefix(row.Source, source) {
			found = append(found, row)
		}
	}
	assert.MustEqual(t, len(found), 1, "rows for %s, %s, %s, %s", algorithm, instance, counts, source)
	return found[0]
}

type trafficTable struct {
	Source string `json:"source"`
	Rows   []struct {
		N              int    `json:"N"`
		K              int    `json:"K"`
		Proposed       string `json:"proposed"`
		RicartAgrawala string `json:"ricart-agrawala"`
	} `json:"rows"`
	Sets struct {
		Source  string  `json:"source"`
		N       int     `json:"N"`
		Quorums [][]int `json:"quorums"`
	} `json:"sets"`
}

func TestMaekawaTableI(t *testing.T) {
	var table trafficTable
	readPaper(t, "maekawa-table-1.json", &table)
	assert.MustEqual(t, len(table.Rows), 6, "rows")
	for _, row := range table.Rows {
		if MaekawaNodes(row.K) != row.N || MaekawaSize(row.N) != row.K || !PlaneOrder(row.K-1).Exists() {
			t.Errorf("N = %d, K = %d: not the numbers of a plane", row.N, row.K)
		}
		rows := MessageCounts(MessageParams{Nodes: row.N, Size: MaekawaSize(row.N)})
		maekawa := find(t, rows, "Maekawa", "light demand", EntryMessages, "Maekawa")
		if got := maekawa.Best.RatString(); got != row.Proposed || maekawa.Worst.RatString() != got {
			t.Errorf("N = %d: %s messages, the table says %s", row.N, got, row.Proposed)
		}
		ricart := find(t, rows, "Ricart-Agrawala", "any", EntryMessages, "Maekawa")
		if got := ricart.Best.RatString(); got != row.RicartAgrawala || ricart.Worst.RatString() != got {
			t.Errorf("N = %d: %s messages, the table says %s", row.N, got, row.RicartAgrawala)
		}
	}
}

// TestMaekawaTableII checks the column of Ricart and Agrawala; that each proposed value is
// 3·Σ(|S_i|-1)/N for an integer sum, as printed; for N = 5 that the sum is that of the printed
// sets; and that none is above the value that the size bound would give for equal sizes. That bound
// is on the largest S_i and not on the mean.
func TestMaekawaTableII(t *testing.T) {
	var table trafficTable
	readPaper(t, "maekawa-table-2.json", &table)
	assert.MustEqual(t, len(table.Rows), 4, "rows")
	for _, row := range table.Rows {
		rows := MessageCounts(MessageParams{Nodes: row.N, Size: MaekawaSize(row.N)})
		assert.Equal(t, find(t, rows, "Ricart-Agrawala", "any", EntryMessages, "Maekawa").Best.RatString(), row.RicartAgrawala, "N = %d: messages", row.N)
		proposed := assert.Got(strconv.ParseFloat(row.Proposed, 64))(t)
		sum := int(math.Round(proposed * float64(row.N) / 3))
		assert.Equal(t, strconv.FormatFloat(3*float64(sum)/float64(row.N), 'f', 1, 64), row.Proposed, "N = %d: no integer sum of |S_i|-1 gives", row.N)
		if row.N == table.Sets.N {
			others, counts, largest := 0, make([]int, row.N), 0
			for _, quorum := range table.Sets.Quorums {
				others += len(quorum) - 1
				largest = max(largest, len(quorum))
				for _, node := range quorum {
					counts[node-1]++
				}
			}
			assert.Equal(t, others, sum, "N = %d: the printed sets have Σ(|S_i|-1)", row.N)
			responsibility := 0
			for _, count := range counts {
				responsibility = max(responsibility, count)
			}
			if responsibility > largest || largest != MaekawaSize(row.N) {
				t.Errorf("N = %d: K = %d with responsibility %d, bound %d", row.N, largest, responsibility, MaekawaSize(row.N))
			}
		}
		if light := find(t, rows, "Maekawa", "light demand", EntryMessages, "Maekawa").Best; light.Cmp(new(big.Rat).SetFloat64(proposed)) < 0 {
			t.Errorf("N = %d: %s proposed, %s for equal sizes", row.N, row.Proposed, light.RatString())
		}
	}
}

// TestMaekawaTableIII compares the row on requests; K stands for the printed √N.
func TestMaekawaTableIII(t *testing.T) {
	var table struct {
		Source string `json:"source"`
		Rows   []struct {
			What           string `json:"what"`
			Centralised    string `json:"centralised"`
			Proposed       string `json:"proposed"`
			RicartAgrawala string `json:"ricart-agrawala"`
		} `json:"rows"`
	}
	readPaper(t, "maekawa-table-3.json", &table)
	requests := table.Rows[0]
	rows := MessageCounts(MessageParams{Nodes: 9, Size: 4})
	plain := strings.NewReplacer(" ", "", "√N", "K")
	for algorithm, printed := range assert.Pairs(
		"centralised", requests.Centralised, "Maekawa", requests.Proposed, "Ricart-Agrawala", requests.RicartAgrawala,
	) {
		assert.Equal(t, find(t, rows, algorithm, "any", RequestMessages, "Maekawa").Formula, plain.Replace(printed), "%s: requests, the table says %s", algorithm, printed)
	}
}

// TestMaekawaGaps recomputes the gaps of section 7 from the orders of the planes that exist.
func TestMaekawaGaps(t *testing.T) {
	var table struct {
		Source string                          `json:"source"`
		Gaps   []struct{ UpTo, Gap, L, M int } `json:"gaps"`
	}
	data := assert.Got(os.ReadFile(filepath.Join("..", "experiments", "papers", "maekawa-section-7.json")))(t)
	assert.OK(t, json.Unmarshal([]byte(strings.ReplaceAll(string(data), "up_to", "UpTo")), &table))
	assert.MustEqual(t, len(table.Gaps), 2, "gaps")
	for _, printed := range table.Gaps {
		gap, l, m := 0, 0, 0
		for k := 2; k <= printed.UpTo; k++ {
			if next := PlaneOrderAtLeast(k-1) + 1; next-k > gap {
				gap, l, m = next-k, k, next
			}
		}
		if gap != printed.Gap || l != printed.L || m != printed.M {
			t.Errorf("K ≤ %d: largest gap %d (%d, %d), the paper says %d (%d, %d)", printed.UpTo, gap, l, m, printed.Gap, printed.L, printed.M)
		}
	}
}

// TestMessageCounts evaluates every row once and checks how the papers' counts hang together.
func TestMessageCounts(t *testing.T) {
	const n, c, m = 24, 9, 4 // the surficial system of 24 nodes and 4 groups: k = 2, size 6
	rows := MessageCounts(MessageParams{Nodes: n, Size: c, Locks: 5, GroupSize: 7, Degree: 2, Groups: m})
	want := []string{
		"centralised|any|requests|1|1|1",
		"Ricart-Agrawala|any|requests|N-1|23|23",
		"Ricart-Agrawala|any|messages|2(N-1)|46|46",
		"Thomas majority|any|permissions|N/2|12|",
		"RA1|any|messages|2n||48",
		"RA2|any|messages|3n||72",
		"Maekawa|any|requests|K-1|8|8",
		"Maekawa|light demand|messages|3(K-1)|24|24",
		"Maekawa|heavy demand|messages|4(K-1)|32|32",
		"Maekawa|worst case|messages|3(K-1) to 5(K-1)|24|40",
		"sequential locking|any|messages|2(K-1) + (K-1)|24|24",
		"cyclic passing|any|messages|K + (K-1)|17|17",
		"Maekawa|worst case|messages|3c to 6c|27|54",
		"fixed-order locking|any|messages|3c|27|27",
		"Maekawa_S|any|messages|2c + 1|19|19",
		"Maekawa_M|worst case|messages|3c + 3c·max[g]||162",
		"Maekawa_M, one disjoint quorum per subgroup|worst case|messages|3c + 3c·s/deg(C)||243/2",
		"Maekawa_M over the surficial system, one disjoint quorum per subgroup|worst case, s = n|messages|3√(2n(m-1)/m) + 3n(m-1)||234",
		"Maekawa_M over the surficial system, locks not limited|worst case, s = n|messages|3(n+1)·√(2n(m-1)/m)||450",
		"protocol P|any|messages|3|q||27|27",
	}
	text := func(x *big.Rat) string {
		if x == nil {
			return ""
		}
		return x.RatString()
	}
	assert.Equal(t, len(rows), len(want), "rows")
	for i, row := range rows[:min(len(rows), len(want))] {
		got := strings.Join([]string{row.Algorithm, row.Case, strings.TrimSuffix(row.Counts, " per entry"), row.Formula, text(row.Best), text(row.Worst)}, "|")
		assert.Equal(t, got, want[i], "row %d", i)
		if row.Source == "" || row.Best == nil && row.Worst == nil {
			t.Errorf("row %d has no source or no value: %+v", i, row)
		}
		if row.Best != nil && row.Worst != nil && row.Best.Cmp(row.Worst) > 0 {
			t.Errorf("row %d: best %s, worst %s", i, row.Best, row.Worst)
		}
	}
	delays := map[string]int{"fixed-order locking": 2 * c, "Maekawa_S": c + 1, "Maekawa_M": 2, "RA1": 2, "RA2": 2, "Ricart-Agrawala": 2, "cyclic passing": 0}
	for _, row := range rows {
		if delay, ok := delays[row.Algorithm]; ok && row.Delay != delay {
			t.Errorf("%s: delay %d, want %d", row.Algorithm, row.Delay, delay)
		}
	}

	// Theorem 4.5 with one lock is Joung's worst case of Maekawa's algorithm.
	single := MessageCounts(MessageParams{Size: c, Locks: 1})
	if got, want := find(t, single, "Maekawa_M", "worst case", EntryMessages, "Joung").Worst, find(t, single, "Maekawa", "worst case", EntryMessages, "Joung").Worst; got.Cmp(want) != 0 {
		t.Errorf("Theorem 4.5 with max[g] = 1 gives %s, section 4.1 %s", got, want)
	}
	// Left-out parameters leave out rows, and nothing else.
	for params, count := range map[MessageParams]int{
		{}: 0, {Nodes: 5}: 6, {Size: 5}: 10, {Locks: 5, Groups: 3}: 0, {Nodes: 5, Groups: 3}: 6, {Nodes: 12, Groups: 3}: 8, {Size: 3, GroupSize: 4, Degree: 2}: 11,
	} {
		if got := MessageCounts(params); len(got) != count {
			t.Errorf("%+v: %d rows, want %d", params, len(got), count)
		}
	}
}

// TestSurficialEquations checks equations (1) and (2) of Joung 2003 against the formulas that
// they specialise, wherever the surficial system exists, and the orders of growth that the
// paper states.
func TestSurficialEquations(t *testing.T) {
	systems := 0
	for m := 2; m <= 20; m++ {
		for n := 1; n <= 800; n++ {
			side, exists := SurficialSide(n, m)
			integer := false
			for k := 1; k*k*m*(m-1) <= 2*n; k++ {
				integer = integer || k*k*m*(m-1) == 2*n
			}
			assert.MustEqual(t, exists, integer, "SurficialSide(%d,%d) = %s", n, m, side)
			if exists && m > GroupsByResponsibility(n, 2) {
				t.Fatalf("%d groups of %d nodes, at most %d", m, n, GroupsByResponsibility(n, 2))
			}
			bounded, unbounded := SurficialMessages(n, m), SurficialMessagesUnbounded(n, m)
			if exists {
				systems++
				k := smallInt(side.Floor())
				c := (m - 1) * k
				rows := MessageCounts(MessageParams{Size: c, Locks: n, GroupSize: n, Degree: k})
				partitioned := find(t, rows, "Maekawa_M, one disjoint quorum per subgroup", "worst case", EntryMessages, "Joung")
				if bounded.Cmp(partitioned.Worst) != 0 {
					t.Fatalf("equation (1) for n=%d m=%d: %s, want %s", n, m, bounded, partitioned.Worst)
				}
				free := find(t, rows, "Maekawa_M", "worst case", EntryMessages, "Joung")
				if unbounded.Cmp(free.Worst) != 0 {
					t.Fatalf("equation (2) for n=%d m=%d: %s, want %s", n, m, unbounded, free.Worst)
				}
				// The quotient is k(n+1)/(n+k).
				quotient := big.NewRat(int64(k*(n+1)), int64(n+k))
				assert.MustSameNumber(t, quotient.Mul(quotient, partitioned.Worst), free.Worst, "n=%d m=%d: (2) is not k(n+1)/(n+k) times (1)", n, m)
				if m*m > 2*(2*n)+2*m {
					t.Fatalf("n=%d m=%d: m is not O(√n)", n, m)
				}
			}
			// (2) is more than (1) for k > 1, equal for k = 1, and less for k < 1, where there is
			// no system.
			switch order := side.Cmp(big.NewRat(1, 1)); {
			case order == 0 && unbounded.String() != bounded.String(),
				order > 0 && unbounded.Float64() <= bounded.Float64(),
				order < 0 && unbounded.Float64() >= bounded.Float64():
				t.Fatalf("n=%d m=%d, k = %s: (1) = %s, (2) = %s", n, m, side, bounded, unbounded)
			case (order < 0) != (m > GroupsByResponsibility(n, 2)):
				t.Fatalf("n=%d m=%d: k = %s, at most %d groups", n, m, side, GroupsByResponsibility(n, 2))
			}
			// 3n(m-1) < (1) ≤ 3n(m-1) + 3√(2n) and 3n√n < (2) ≤ 3(n+1)√(2n), as floats.
			root := math.Sqrt(float64(n))
			linear := 3 * float64(n) * float64(m-1)
			if value := bounded.Float64(); value <= linear || value > linear+3*math.Sqrt2*root {
				t.Fatalf("equation (1) for n=%d m=%d: %v", n, m, value)
			}
			if value := unbounded.Float64(); value <= 3*float64(n)*root || value > 3*float64(n+1)*math.Sqrt2*root {
				t.Fatalf("equation (2) for n=%d m=%d: %v", n, m, value)
			}
		}
		if !assert.WithSlow && m == 10 {
			break
		}
	}
	if systems < 30 {
		t.Errorf("%d surficial systems", systems)
	}
}
