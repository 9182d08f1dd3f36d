package exercises

import (
	"encoding/json"
	"fmt"
	"math"
	"math/big"
	"math/bits"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"coterie/internal/check/assert"
)

// naive is a system as masks of nodes, read and judged without the packages of the project.
type naive struct {
	n       int
	quorums []uint
	cartels [][]uint
}

var setText = regexp.MustCompile(`\{([0-9, ]*)\}`)

func maskOf(t *testing.T, text string) (mask uint) {
	for word := range strings.SplitSeq(text, ",") {
		mask |= 1 << (assert.Got(strconv.Atoi(strings.TrimSpace(word)))(t) - 1)
	}
	return mask
}

func masksOf(t *testing.T, text string) (list []uint) {
	for _, set := range setText.FindAllStringSubmatch(text, -1) {
		list = append(list, maskOf(t, set[1]))
	}
	return list
}

func textOf(mask uint) string {
	var nodes []string
	for v := range 64 {
		if mask>>v&1 == 1 {
			nodes = append(nodes, strconv.Itoa(v+1))
		}
	}
	return "{" + strings.Join(nodes, ",") + "}"
}

func naiveOf(t *testing.T, spec string) (s naive) {
	var file struct {
		N       int
		Quorums [][]int
		Cartels [][][]int
		Sites   []int
	}
	masks := func(sets [][]int) (list []uint) {
		for _, set := range sets {
			mask := uint(0)
			for _, v := range set {
				mask |= 1 << (v - 1)
			}
			list = append(list, mask)
		}
		return list
	}
	var votes string
	quota := 0
	switch {
	case strings.HasPrefix(spec, `{"`):
		assert.OK(t, json.Unmarshal([]byte(spec), &file))
		s.n = file.N
		for _, c := range file.Cartels {
			s.cartels = append(s.cartels, masks(c))
		}
		for _, i := range file.Sites {
			s.quorums = append(s.quorums, masks(file.Quorums)[i-1])
		}
	case strings.HasPrefix(spec, "{"):
		s.quorums = masksOf(t, spec)
		for _, q := range s.quorums {
			s.n = max(s.n, bits.Len(q))
		}
	default:
		spec = strings.Replace(spec, ",quota=", " ", 1)
		_, err := fmt.Sscanf(spec, "weighted:votes=%s", &votes)
		assert.OK(t, err)
		s.n = strings.Count(votes, "1")
		quota = s.n/2 + 1
		if _, after, ok := strings.Cut(spec, " "); ok {
			quota = assert.Got(strconv.Atoi(after))(t)
		}
		for mask := range uint(1) << s.n {
			if bits.OnesCount(mask) == quota {
				s.quorums = append(s.quorums, mask)
			}
		}
	}
	return s
}

func meetsAll(list []uint, t uint) bool {
	return !slices.ContainsFunc(list, func(q uint) bool { return q&t == 0 })
}

func containsOne(list []uint, t uint) bool {
	return slices.ContainsFunc(list, func(q uint) bool { return q&t == q })
}

func coterie(list []uint) bool {
	for i, q := range list {
		for j, r := range list {
			if i != j && (q&r == 0 || q&r == q) {
				return false
			}
		}
	}
	return true
}

func (s naive) nondominated(list []uint) bool {
	for t := range uint(1) << s.n {
		if meetsAll(list, t) && !containsOne(list, t) {
			return false
		}
	}
	return true
}

func (s naive) smallest() int {
	least := s.n
	for t := range uint(1) << s.n {
		if meetsAll(s.quorums, t) {
			least = min(least, bits.OnesCount(t))
		}
	}
	return least
}

// disjoint returns how many of the sets can be disjoint, apart from the nodes that are taken.
func disjoint(list []uint, taken uint) (most int) {
	for i, q := range list {
		if q&taken == 0 {
			most = max(most, 1+disjoint(list[i+1:], taken|q))
		}
	}
	return most
}

func apart(list []uint) bool {
	taken := uint(0)
	for _, q := range list {
		if q&taken != 0 {
			return false
		}
		taken |= q
	}
	return true
}

// load plays the game of a quorum against a node by multiplicative weights; the value is within
// 0.01 of the result.
func (s naive) load(t *testing.T) float64 {
	const rounds, rate = 30000, 0.01
	weights := slices.Repeat([]float64{1}, s.n)
	asked := make([]float64, s.n)
	low := 0.0 // the mean weight of the lightest quorum
	for range rounds {
		total := 0.0
		for _, w := range weights {
			total += w
		}
		best, lightest := uint(0), math.Inf(1)
		for _, q := range s.quorums {
			sum := 0.0
			for v, w := range weights {
				if q>>v&1 == 1 {
					sum += w
				}
			}
			if sum < lightest {
				best, lightest = q, sum
			}
		}
		low += lightest / total / rounds
		for v := range weights {
			weights[v] /= total
			if best>>v&1 == 1 {
				weights[v] *= 1 + rate
				asked[v] += 1.0 / rounds
			}
		}
	}
	high := slices.Max(asked)
	if high-low > 0.02 {
		t.Fatalf("the load is only known to be in %v..%v", low, high)
	}
	return (low + high) / 2
}

// masks reports the definition of b-masking: no Q∩R is a part of two sets of b liars, and some
// quorum has no liar.
func (s naive) masks(b int) bool {
	for liars := range uint(1) << s.n {
		if bits.OnesCount(liars) == b && meetsAll(s.quorums, liars) {
			return false
		}
		for i := range s.quorums {
			for j := range i {
				if common := s.quorums[i] & s.quorums[j]; bits.OnesCount(liars) <= 2*b && common&liars == common {
					return false
				}
			}
		}
	}
	return true
}

// condition returns the first of Maekawa's conditions that fails.
func (s naive) condition() string {
	count := make([]int, s.n)
	sizes, inside := map[int]bool{}, true
	for i, q := range s.quorums {
		sizes[bits.OnesCount(q)] = true
		inside = inside && q>>i&1 == 1
		for v := range count {
			count[v] += int(q >> v & 1)
		}
	}
	for _, q := range s.quorums {
		if !meetsAll(s.quorums, q) {
			return "a"
		}
	}
	switch {
	case !inside:
		return "b"
	case len(sizes) > 1:
		return "c"
	case slices.Min(count) != slices.Max(count):
		return "d"
	}
	return "none"
}

// right judges an answer of the form by brute force.
func right(t *testing.T, e Exercise, text string) bool {
	if e.Topic == "algorithm" {
		return breaks(t, e.System, *e.Run, strings.FieldsFunc(text, func(r rune) bool { return r == ' ' || r == ',' }))
	}
	s := naiveOf(t, e.System)
	word, _, _ := strings.Cut(text, "{")
	word = strings.TrimSpace(word)
	sets := masksOf(t, text)
	value, _ := new(big.Rat).SetString(text)
	exactly := func(v int) bool { return value.Cmp(big.NewRat(int64(v), 1)) == 0 }
	switch e.Topic {
	case "coterie":
		if word == "yes" {
			return coterie(s.quorums)
		}
		q, r := sets[0], sets[1]
		return q != r && slices.Contains(s.quorums, q) && slices.Contains(s.quorums, r) && (q&r == 0 || q&r == q || q&r == r)
	case "nondominated":
		if word == "yes" {
			return s.nondominated(s.quorums)
		}
		return meetsAll(s.quorums, sets[0]) && !containsOne(s.quorums, sets[0])
	case "completion":
		return !slices.Contains(s.quorums, sets[0]) && coterie(append(s.quorums, sets[0])) && s.nondominated(append(s.quorums, sets[0]))
	case "transversal":
		return meetsAll(s.quorums, sets[0]) && bits.OnesCount(sets[0]) == s.smallest()
	case "minimal-transversal":
		var size int
		_, after, _ := strings.Cut(e.Question, "exactly ")
		_, err := fmt.Sscan(after, &size)
		assert.OK(t, err)
		for v := range s.n {
			if sets[0]>>v&1 == 1 && meetsAll(s.quorums, sets[0]&^(1<<v)) {
				return false
			}
		}
		return meetsAll(s.quorums, sets[0]) && bits.OnesCount(sets[0]) == size
	case "resilience":
		return exactly(s.smallest() - 1)
	case "load":
		f, _ := value.Float64()
		return math.Abs(f-s.load(t)) < 0.01
	case "availability":
		live := 0
		for mask := range uint(1) << s.n {
			if containsOne(s.quorums, mask) {
				live++
			}
		}
		return value.Cmp(big.NewRat(int64(live), 1<<s.n)) == 0
	case "liars":
		b := 0
		for s.masks(b + 1) {
			b++
		}
		return s.masks(0) && exactly(b)
	case "read-write":
		if word == "yes" {
			return !slices.ContainsFunc(s.cartels[0], func(r uint) bool { return !meetsAll(s.cartels[1], r) })
		}
		return slices.Contains(s.cartels[0], sets[0]) && slices.Contains(s.cartels[1], sets[1]) && apart(sets)
	case "degree":
		return !slices.ContainsFunc(sets, func(q uint) bool { return !slices.Contains(s.cartels[0], q) }) &&
			apart(sets) && len(sets) == disjoint(s.cartels[0], 0)
	case "maekawa":
		return word == s.condition()
	case "plane":
		lines := append(s.quorums, sets...)
		for u := range 7 {
			for v := range u {
				both, through := uint(1)<<u|1<<v, 0
				for _, q := range lines {
					if q&both == both {
						through++
					}
				}
				if through != 1 {
					return false
				}
			}
		}
		return len(lines) == 7
	}
	t.Fatalf("there is no oracle for %s", e.Topic)
	return false
}
