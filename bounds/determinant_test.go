package bounds

import (
	"math/big"
	"slices"
	"strings"
	"testing"

	"coterie/gf"
	"coterie/internal/check/assert"
)

// TestPlaneSizeOfPairs checks the case n = K(K-1) of PlaneSize. The determinant of (K-1)I + J + P
// is computed by elimination, and K is excluded exactly if it is not a square. Other n are not
// touched, except n = K(K-1)+1.
func TestPlaneSizeOfPairs(t *testing.T) {
	greatest := assert.Sized(8, 10)
	for k := 3; k <= greatest; k++ {
		n := k * (k - 1)
		gram := make([][]*big.Int, n)
		for i := range gram {
			gram[i] = make([]*big.Int, n)
			for j := range gram[i] {
				switch {
				case i == j:
					gram[i][j] = bigInt(k)
				case i^1 == j:
					gram[i][j] = bigInt(2)
				default:
					gram[i][j] = bigInt(1)
				}
			}
		}
		det := determinant(gram)
		want := new(big.Int).Exp(bigInt(k), bigInt(n/2+1), nil)
		want.Mul(want, new(big.Int).Exp(bigInt(k-2), bigInt(n/2), nil))
		assert.MustSameNumber(t, det, want, "K=%d: the determinant, not K^(n/2+1)·(K-2)^(n/2)", k)
		size := k
		if _, square := integerRoot(det); !square {
			size++
		}
		if got := PlaneSize(n); MaekawaSize(n) != k || got != size {
			t.Errorf("K=%d: PlaneSize(%d) = %d, the determinant says %d", k, n, got, size)
		}
	}
	var excluded []int
	for n := 1; n <= 600; n++ {
		k := MaekawaSize(n)
		if got := PlaneSize(n); got == k {
			continue
		} else if got != k+1 || n != k*(k-1) && n != k*(k-1)+1 && n != 29 && n != 41 && n != 55 {
			t.Fatalf("PlaneSize(%d) = %d with K = %d", n, got, k)
		}
		if n == k*(k-1) {
			excluded = append(excluded, n)
		}
	}
	if known := []int{20, 42, 56, 90, 132, 156, 182, 210}; !slices.Equal(excluded[:8], known) {
		t.Errorf("excluded: %v, want %v", excluded, known)
	}
}

// determinant returns the determinant by Bareiss's elimination without fractions, for a matrix
// whose leading minors are not 0. It overwrites the matrix.
func determinant(a [][]*big.Int) *big.Int {
	previous := big.NewInt(1)
	product := new(big.Int)
	for c := range len(a) - 1 {
		for i := c + 1; i < len(a); i++ {
			for j := c + 1; j < len(a); j++ {
				a[i][j].Mul(a[i][j], a[c][c])
				a[i][j].Sub(a[i][j], product.Mul(a[i][c], a[c][j]))
				a[i][j].Quo(a[i][j], previous)
			}
		}
		previous = a[c][c]
	}
	return a[len(a)-1][len(a)-1]
}

// TestPlaneSizeOnCyclicCovers finds, by trying all sets, the fewest residues modulo n such that
// every residue is a difference of two of them. Their translates are a site assignment with sizes
// and responsibilities equal to that number. For n = 6 and n = 12 it is K with n = K(K-1), so that
// K is rightly not excluded there. For n = 20 it is 6 and not 5, and for n = 42 it is more than 7.
func TestPlaneSizeOnCyclicCovers(t *testing.T) {
	fewest := map[int]int{}
	limit := assert.Sized(21, 28)
	for n := 1; n <= limit; n++ {
		k := 1
		for !cyclicCover(n, k) {
			k++
		}
		fewest[n] = k
		if k < PlaneSize(n) {
			t.Errorf("%d residues modulo %d suffice, PlaneSize is %d", k, n, PlaneSize(n))
		}
	}
	for n, want := range map[int]int{6: 3, 7: 3, 12: 4, 13: 4, 20: 6, 21: 5} {
		if fewest[n] != want || PlaneSize(n) != want {
			t.Errorf("n=%d: %d residues, PlaneSize %d, want %d", n, fewest[n], PlaneSize(n), want)
		}
	}
	if assert.WithSlow && (cyclicCover(42, 7) || !cyclicCover(57, 8)) {
		t.Error("seven residues modulo 42, or no eight modulo 57")
	}
}

// cyclicCover reports whether every residue modulo n < 64 is a difference of two of some k of
// them, which may be taken to contain 0.
func cyclicCover(n, k int) bool {
	chosen := []int{0}
	var extend func(from int, differences uint64) bool
	extend = func(from int, differences uint64) bool {
		if len(chosen) == k {
			return differences == 1<<n-1
		}
		for x := from; x < n; x++ {
			more := differences
			for _, y := range chosen {
				more |= 1<<(x-y) | 1<<(n+y-x)
			}
			chosen = append(chosen, x)
			found := extend(x+1, more)
			chosen = chosen[:len(chosen)-1]
			if found {
				return true
			}
		}
		return false
	}
	return extend(1, 1)
}

// TestPairsInEveryAssignment checks a lemma of PlaneSize for n = K(K-1), K = 3: in every assignment
// of six nodes with sizes and responsibilities of at most 3 they all are 3, and each quorum shares
// two nodes with exactly one other.
func TestPairsInEveryAssignment(t *testing.T) {
	const n, k = 6, 3
	var sets []nodeSet
	counts := make([]int, n)
	found := 0
	var assign func(next nodeSet)
	assign = func(next nodeSet) {
		if len(sets) == n {
			found++
			for i, s := range sets {
				twice := 0
				for j, u := range sets {
					if i != j && onesCount(s&u) == 2 {
						twice++
					}
				}
				if onesCount(s) != k || counts[i] != k || twice != 1 {
					t.Fatalf("%b: sizes, responsibilities %v, or pairs", sets, counts)
				}
			}
			return
		}
	candidates:
		for s := next; s < 1<<n; s++ { // ascending, for the order does not matter, and with repetitions
			if onesCount(s) > k || !meetsAll(s, sets) {
				continue
			}
			for x := range n {
				if s>>x&1 == 1 && counts[x] == k {
					continue candidates
				}
			}
			for x := range n {
				counts[x] += int(s >> x & 1)
			}
			sets = append(sets, s)
			assign(s)
			sets = sets[:len(sets)-1]
			for x := range n {
				counts[x] -= int(s >> x & 1)
			}
		}
	}
	assign(1)
	if found == 0 {
		t.Error("no assignment of six nodes with K = 3")
	}
	t.Logf("%d assignments", found)
}

// TestDesignsFromBlocks searches all lists of v ≤ 7 blocks, up to their order, with k points
// each and λ < k points common to any two, and checks the statements of BruckRyserChowla on the
// definition by blocks: λ(v-1) = k(k-1), every point is in k blocks, and no existing design is
// excluded.
func TestDesignsFromBlocks(t *testing.T) {
	limit := nodeSet(7)
	lists := map[[3]int]int{}
	for v := nodeSet(1); v <= limit; v++ {
		for k := 1; k <= int(v); k++ {
			for lambda := range k {
				var blocks []nodeSet
				var extend func(next nodeSet)
				extend = func(next nodeSet) {
					if len(blocks) == int(v) {
						lists[[3]int{int(v), k, lambda}]++
						exclude, reason, err := BruckRyserChowla(int(v), k, lambda)
						if err != nil || exclude {
							t.Fatalf("%b is a (%d,%d,%d) design: %v %v", blocks, v, k, lambda, reason, err)
						}
						for _, r := range responsibilities(int(v), blocks) {
							assert.MustEqual(t, r, k, "%b: a point in blocks of points", blocks)
						}
						return
					}
				candidates:
					for s := next; s < 1<<v; s++ {
						if onesCount(s) != k {
							continue
						}
						for _, b := range blocks {
							if onesCount(s&b) != lambda {
								continue candidates
							}
						}
						blocks = append(blocks, s)
						extend(s)
						blocks = blocks[:len(blocks)-1]
					}
				}
				extend(1)
			}
		}
	}
	// The seven points of the Fano plane can be named in 7!/168 ways.
	if lists[[3]int{7, 3, 1}] != 30 || lists[[3]int{7, 4, 2}] != 30 || lists[[3]int{6, 5, 4}] != 1 {
		t.Errorf("lists found: %v", lists)
	}
}

// TestPlaneSizeByHasse: if both determinants are squares, pairs are excluded by the theorem of
// Hasse and Minkowski alone, first at n = 4290, and the formula says so.
func TestPlaneSizeByHasse(t *testing.T) {
	var alone []int
	for k := 3; k <= 100; k++ {
		n := k * (k - 1)
		square := k - 2
		if n/2%2 == 0 {
			square = k
		}
		if r := gf.FloorSqrt(square); r*r != square || PlaneSize(n) == k {
			continue
		}
		alone = append(alone, n)
		if by, _ := NearPlane(n); !strings.Contains(by, "Hasse-Minkowski") || PlaneSize(n) != k+1 {
			t.Errorf("n = %d: %s", n, by)
		}
	}
	if len(alone) == 0 || alone[0] != 4290 {
		t.Errorf("excluded with square determinants: %v", alone)
	}
	if !slices.ContainsFunc(sizeLimits(4290), func(l Limit) bool { return l.Value == "67" && strings.Contains(l.Formula, "Hasse") }) {
		t.Errorf("%+v", sizeLimits(4290))
	}
}
