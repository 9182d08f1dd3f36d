package excess

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"coterie/internal/check/assert"
)

// weightMatrices lists the matrices that weights yields, and reports whether it ran to the end.
func weightMatrices(t *testing.T, size, product int, profiles ...[]int) (list [][][]int, decided bool) {
	t.Helper()
	s := newCirculants(t.Context(), size, product)
	s.profiles = profiles
	decided = s.weights(func(n [][]int) bool {
		list = append(list, slices.Clone(n))
		return true
	})
	return list, decided
}

// TestEqualCycles: eleven 5-cycles fall, to the one matrix of weights 3I + T, T the tournament of
// the squares modulo 11, and its blocks.
func TestEqualCycles(t *testing.T) {
	assert.Long(t, "half a second of CPU")
	list, decided := weightMatrices(t, 11, 5, []int{3, 1, 1, 1, 1, 1}, []int{2, 2, 2, 1, 1})
	if !decided || len(list) == 0 {
		t.Fatalf("decided %v, %d matrices", decided, len(list))
	}
	s := newCirculants(t.Context(), 11, 5)
	s.need[1], s.need[4] = 2, 2
	for _, n := range list {
		for j := range n {
			for l := range n {
				rows, columns := 0, 0
				for x := range n {
					rows += n[j][x] * n[l][x]
					columns += n[x][j] * n[x][l]
				}
				want := 5
				if j == l {
					want = 14
				}
				if rows != want || columns != want {
					t.Fatalf("%v", n)
				}
			}
		}
		if found, decided := s.lift(n); found || !decided || !s.alike(n) {
			t.Errorf("%v: found %v, decided %v", n, found, decided)
		}
	}
	// 3I + T is among them: it has no row 2,2,2,1,1, and every matrix without such rows is 3P + B
	// with a biplane B. There is only one biplane, so one matrix is left.
	if len(list) != 1 || slices.ContainsFunc(list[0], func(row []int) bool { return slices.Max(row) != 3 }) {
		t.Errorf("%d matrices: %v", len(list), list)
	}
	// Matrices that contain one given row, with rows in one order: 11!/55 sets of rows in all, by
	// the 55 automorphisms of T, 11 rows of 2772 in each.
	assert.Equal(t, throughRow(11, 5, []int{3, 1, 1, 1, 1, 1}, []int{2, 2, 2, 1, 1}), 39916800/55*11/2772, "sets of rows hold a given one")
	if absent, err := (cycles{{5, 11}}).circulants(t.Context(), 8, families{}); !absent || err != nil {
		t.Errorf("eleven 5-cycles: absent %v, %v", absent, err)
	}
}

func scalar(a, b []int) (sum int) {
	for j := range a {
		sum += a[j] * b[j]
	}
	return sum
}

// throughRow counts the sets of rows of these profiles that contain the first row itself, by plain
// search, without renaming anything. Rows are added in the order of the list.
func throughRow(size, product int, profiles ...[]int) (count int) {
	var rows [][]int
	for _, p := range profiles {
		rows = append(rows, arrangements(append(slices.Clone(p), make([]int, size-len(p))...), 1<<20)...)
	}
	total := 0
	for _, x := range rows[0] {
		total += x
	}
	var add func(chosen int, sums []int, left [][]int)
	add = func(chosen int, sums []int, left [][]int) {
		if chosen == size {
			count++
			return
		}
		for i, row := range left {
			more := slices.Clone(sums)
			for j, x := range row {
				more[j] += x
			}
			if slices.Max(more) > total {
				continue
			}
			var fit [][]int
			for _, other := range left[i+1:] {
				if scalar(row, other) == product {
					fit = append(fit, other)
				}
			}
			if len(fit) >= size-chosen-1 {
				add(chosen+1, more, fit)
			}
		}
	}
	var fit [][]int
	for _, other := range rows[1:] {
		if scalar(rows[0], other) == product {
			fit = append(fit, other)
		}
	}
	add(1, rows[0], fit)
	return count
}

// TestWeightsAgainstDesigns: matrices of 0 and 1 are those of symmetric designs, and every class of
// these is listed. Of the five classes on 15 points two are dual to each other.
func TestWeightsAgainstDesigns(t *testing.T) {
	for _, c := range []struct{ size, degree, product, kinds int }{
		{7, 3, 1, 1}, {7, 4, 2, 1}, {13, 4, 1, 1}, {11, 5, 2, 1}, {21, 5, 1, 1}, {16, 6, 2, 3}, {15, 7, 3, 4}, {22, 7, 2, 0},
	} {
		if c.size > 13 && !assert.WithSlow {
			continue
		}
		list, decided := weightMatrices(t, c.size, c.product, slices.Repeat([]int{1}, c.degree))
		if !decided {
			t.Errorf("%+v: not decided", c)
			continue
		}
		// The ranks modulo 2, and the numbers of triples of lines that meet in a given number of
		// points, distinguish these designs.
		kinds := map[string]bool{}
		for _, n := range list {
			counts := make([]int, c.degree+1)
			for i := range n {
				for j := range i {
					for l := range j {
						common := 0
						for x := range n {
							common += n[i][x] * n[j][x] * n[l][x]
						}
						counts[common]++
					}
				}
			}
			kinds[fmt.Sprint(rankModulo2(n), counts)] = true
		}
		assert.Equal(t, len(kinds), c.kinds, "%+v", c)
	}
}

func rankModulo2(n [][]int) (rank int) {
	var basis []int
	for _, row := range n {
		v := 0
		for j, x := range row {
			v |= x & 1 << j
		}
		for _, b := range basis {
			v = min(v, v^b)
		}
		if v != 0 {
			basis = append(basis, v)
		}
	}
	return len(basis)
}

// TestWeightsAgainstAll: for small sizes every matrix of weights, found by trying all rows, is a
// renaming of a listed one. Of size 4 and product 10 some have rows of both profiles.
func TestWeightsAgainstAll(t *testing.T) {
	total := 0
	for size := 2; size <= 4; size++ {
		for product := 1; product <= 10; product++ {
			for _, profiles := range [][][]int{{{2, 1}}, {{1, 1, 1}}, {{3, 1}}, {{2, 1, 1}}, {{3, 1, 1}}, {{2, 2, 1}}, {{3, 2}}, {{3, 1, 1, 1}, {2, 2, 2}}, {{2, 2, 1, 1}}, {{4, 1, 1, 1}, {3, 3, 1}}} {
				var fit [][]int
				for _, p := range profiles {
					if len(p) <= size {
						fit = append(fit, p)
					}
				}
				square := 0
				for _, x := range profiles[0] {
					square += x * x
				}
				if len(fit) == 0 || square == product {
					continue // a row could stand twice
				}
				list, decided := weightMatrices(t, size, product, fit...)
				listed := map[string]bool{}
				for _, n := range list {
					for order := range orders(size) {
						listed[setOfRows(n, order)] = true
					}
				}
				all := 0
				var rows [][]int
				for _, p := range fit {
					rows = append(rows, arrangements(append(slices.Clone(p), make([]int, size-len(p))...), 1<<20)...)
				}
				var add func(chosen [][]int)
				add = func(chosen [][]int) {
					if len(chosen) == size {
						for j := range size {
							sum, square := 0, 0
							for _, row := range chosen {
								sum, square = sum+row[j], square+row[j]*row[j]
							}
							for _, x := range chosen[0] {
								sum, square = sum-x, square-x*x
							}
							if sum != 0 || square != 0 {
								return
							}
						}
						all++
						if !listed[setOfRows(chosen, nil)] {
							t.Errorf("size %d, product %d, %v: %v is not listed", size, product, fit, chosen)
						}
						return
					}
					for _, row := range rows {
						if !slices.ContainsFunc(chosen, func(other []int) bool { return scalar(row, other) != product }) {
							add(append(chosen[:len(chosen):len(chosen)], row))
						}
					}
				}
				add(nil)
				total += all
				if !decided || (all == 0) != (len(list) == 0) {
					t.Errorf("size %d, product %d, %v: %d in all, %d listed, decided %v", size, product, fit, all, len(list), decided)
				}
			}
		}
	}
	if total == 0 {
		t.Error("no matrix at all")
	}
}

// setOfRows formats a matrix with its columns in another order and its rows sorted.
func setOfRows(n [][]int, order []int) string {
	var rows [][]int
	for _, row := range n {
		renamed := slices.Clone(row)
		for j, l := range order {
			renamed[j] = row[l]
		}
		rows = append(rows, renamed)
	}
	slices.SortFunc(rows, slices.Compare)
	return fmt.Sprint(rows)
}

// orders yields the permutations of n things.
func orders(n int) func(yield func([]int) bool) {
	first := make([]int, n)
	for i := range first {
		first[i] = n - 1 - i
	}
	return slices.Values(arrangements(first, 1<<20))
}

// TestLiftOfPlanes: projective planes have cyclic groups, so that their matrices of weights lift;
// the blocks of K = 4 and 5 on one cycle lift, too.
func TestLiftOfPlanes(t *testing.T) {
	for _, c := range []struct {
		size, a  int
		profile  []int
		near     bool
		possible bool
	}{
		{3, 7, []int{3, 1, 1}, false, true}, // 21 points
		{7, 3, []int{2, 1, 1, 1}, false, true},
		{3, 19, []int{4, 3, 1}, false, true}, // 57 points
		{1, 13, []int{4}, false, true},
		{1, 11, []int{4}, true, true},
		{1, 19, []int{5}, true, true},
		{1, 29, []int{6}, true, false},
		{1, 41, []int{7}, true, false},
	} {
		s := newCirculants(t.Context(), c.size, c.a)
		s.profiles = [][]int{c.profile}
		if c.near {
			s.need[1], s.need[c.a-1] = 2, 2
		}
		any := false
		decided := s.weights(func(n [][]int) bool {
			found, decided := s.lift(n)
			any = any || found
			return decided
		})
		if !decided || any != c.possible {
			t.Errorf("%+v: found %v, decided %v", c, any, decided)
		}
	}
}

// TestLiftAgainstAll: two or three rows of random blocks have a lift, and small questions have the
// same answer as a trial of all sets of residues.
func TestLiftAgainstAll(t *testing.T) {
	assert.Long(t, "half a second of CPU")
	random := rand.New(rand.NewPCG(5, 11))
	verdicts := map[bool]int{}
	profiles := map[int][][]int{
		3: {{1, 1, 1}, {2, 1}, {2, 1, 1}, {2, 1, 1, 1}},
		5: {{2, 1}, {2, 1, 1}, {2, 2, 1}, {3, 1, 1}},
	}
	for range 2000 {
		a := 3 + 2*random.IntN(2)
		profile := profiles[a][random.IntN(len(profiles[a]))]
		columns, rows := 4, 2+random.IntN(2)
		s := newCirculants(t.Context(), columns, a)
		n := make([][]int, rows)
		for i := range n {
			n[i] = append(slices.Clone(profile), make([]int, columns-len(profile))...)
			random.Shuffle(columns, func(j, l int) { n[i][j], n[i][l] = n[i][l], n[i][j] })
		}
		clear(s.need)
		for _, w := range profile { // needed: the differences of some sets of these sizes
			set := random.Perm(a)[:w]
			for _, x := range set {
				for _, y := range set {
					s.need[(x-y+a)%a]++
				}
			}
		}
		if scalar(n[0], n[1]) != a || rows == 3 && (scalar(n[0], n[2]) != a || scalar(n[1], n[2]) != a) {
			continue
		}
		found, decided := s.lift(n)
		if want := liftOfAny(s, n); !decided || found != want {
			t.Errorf("%v modulo %d, differences %v: found %v, decided %v, want %v", n, a, s.need[1:], found, decided, want)
		}
		verdicts[found]++
	}
	if verdicts[true] < 5 || verdicts[false] < 5 {
		t.Errorf("one-sided: %v", verdicts)
	}
}

// liftOfAny tries all sets of residues.
func liftOfAny(s *circulants, n [][]int) bool {
	sets := make([][]uint64, len(n))
	for i := range sets {
		sets[i] = make([]uint64, len(n[i]))
	}
	counts := func(r, q []uint64) []int {
		c := make([]int, s.a)
		for j := range r {
			for x := range s.a {
				for y := range s.a {
					if r[j]>>x&1 == 1 && q[j]>>y&1 == 1 {
						c[(x-y+s.a)%s.a]++
					}
				}
			}
		}
		return c
	}
	var fill func(i, j int) bool
	fill = func(i, j int) bool {
		if i == len(n) {
			return true
		}
		if j == len(n[i]) {
			if !slices.Equal(counts(sets[i], sets[i])[1:], s.need[1:]) {
				return false
			}
			for l := range i {
				if slices.ContainsFunc(counts(sets[i], sets[l]), func(x int) bool { return x != 1 }) {
					return false
				}
			}
			return fill(i+1, 0)
		}
		for set := range uint64(1) << s.a {
			weight := 0
			for x := range s.a {
				weight += int(set >> x & 1)
			}
			sets[i][j] = set
			if weight == n[i][j] && fill(i, j+1) {
				return true
			}
		}
		return false
	}
	return fill(0, 0)
}

// TestAlike: if alike holds, every pattern of signs in which two rows agree or disagree throughout
// arises from equal signs by reversing lines.
func TestAlike(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 7))
	verdicts := map[bool]int{}
	for range 400 {
		rows, columns := 2+random.IntN(3), 2+random.IntN(3)
		n := make([][]int, rows)
		var entries [][2]int
		for i := range n {
			n[i] = make([]int, columns)
			for j := range n[i] {
				if random.IntN(3) > 0 {
					n[i][j] = 1
					entries = append(entries, [2]int{i, j})
				}
			}
		}
		// Patterns are words of bits; the patterns that lines make are a span.
		consistent, made := 0, map[int]bool{}
		for pattern := range 1 << len(entries) {
			relation := map[[2]int]int{}
			ok := true
			for x, e := range entries {
				for y, f := range entries[:x] {
					if e[1] != f[1] {
						continue
					}
					key, bit := [2]int{f[0], e[0]}, pattern>>x&1^pattern>>y&1
					if old, known := relation[key]; known && old != bit {
						ok = false
					}
					relation[key] = bit
				}
			}
			if ok {
				consistent++
			}
		}
		for lines := range 1 << (rows + columns) {
			pattern := 0
			for x, e := range entries {
				pattern |= (lines>>e[0]&1 ^ lines>>(rows+e[1])&1) << x
			}
			made[pattern] = true
		}
		all := consistent == len(made)
		if got := newCirculants(t.Context(), columns, 5).alike(n); got && !all {
			t.Errorf("%v: %d patterns, %d of them by lines", n, consistent, len(made))
		} else {
			verdicts[got]++
		}
	}
	if verdicts[true] < 5 || verdicts[false] < 5 {
		t.Errorf("one-sided: %v", verdicts)
	}
}
