package bounds

import (
	"encoding/json"
	"fmt"
	"math"
	"math/big"
	"strings"
	"testing"

	"coterie/internal/check/assert"
)

// evaluate reads a printed value: a rational, sqrt(r), or a + sqrt(r).
func evaluate(value string) (float64, error) {
	sum := 0.0
	for part := range strings.SplitSeq(value, " + ") {
		inner, root := strings.CutPrefix(part, "sqrt(")
		r, ok := new(big.Rat).SetString(strings.TrimSuffix(inner, ")"))
		if !ok {
			return 0, fmt.Errorf("%q is no value", value)
		}
		x, _ := r.Float64()
		if root {
			x = math.Sqrt(x)
		}
		sum += x
	}
	return sum, nil
}

// TestLimitsAreConsistent reads every list on a range: all fields are there, the text says the
// same as the float, names are unique and come in one order, and no two limits on the same
// systems cross.
func TestLimitsAreConsistent(t *testing.T) {
	limit := assert.Sized(120, 400)
	position := map[string]int{}  // the longest list seen has the order of all others
	longest, err := Limits(36, 9) // a square, and the size of a surficial system
	if err != nil {
		t.Fatal(err)
	}
	for i, l := range longest {
		if _, twice := position[l.Name]; twice {
			t.Errorf("two limits are called %s", l.Name)
		}
		position[l.Name] = i
	}
	position["one-cartel-degree"] = position["joung-degree"]
	for n := 1; n <= limit; n++ {
		for m := 0; m <= 9; m++ {
			limits := assert.Got(Limits(n, m))(t)
			last := -1
			byName := map[string]Limit{}
			for _, l := range limits {
				if l.Name == "" || l.AppliesTo == "" || l.Quantity == "" || l.Formula == "" || l.Source == "" || l.Value == "" {
					t.Fatalf("n=%d m=%d: a field is missing: %+v", n, m, l)
				}
				at, known := position[l.Name]
				if !known || at <= last {
					t.Fatalf("n=%d m=%d: %s is out of order", n, m, l.Name)
				}
				last = at
				byName[l.Name] = l
				if l.Direction != Lower && l.Direction != Upper && l.Direction != Exact {
					t.Fatalf("n=%d m=%d: %s has the direction %q", n, m, l.Name, l.Direction)
				}
				if l.Name == "plane-order" {
					continue
				}
				value, err := evaluate(l.Value)
				if err != nil || math.Abs(value-l.Approx) > 1e-9*math.Max(1, math.Abs(value)) {
					t.Fatalf("n=%d m=%d: %s = %s, approx %v: %v", n, m, l.Name, l.Value, l.Approx, err)
				}
			}
			atMost := func(lesser, greater string) {
				if byName[lesser].Approx > byName[greater].Approx*(1+1e-12) {
					t.Fatalf("n=%d m=%d: %s = %s, %s = %s", n, m, lesser, byName[lesser].Value, greater, byName[greater].Value)
				}
			}
			atMost("maekawa-size", "plane-size")
			atMost("equal-responsibility-size", "maekawa-size")
			atMost("naor-wool-load", "plane-load")
			atMost("maekawa-light-messages", "maekawa-heavy-messages")
			atMost("maekawa-heavy-messages", "maekawa-worst-messages")
			atMost("maekawa-worst-messages", "maekawa-worst-messages-joung")
			if below := byName["plane-below"]; n < 3 && below.Name != "" || n >= 3 && (below.Approx > float64(n) || below.Approx < 3) {
				t.Fatalf("n=%d: plane-below = %s", n, below.Value)
			}
			if above := byName["plane-above"]; above.Approx < float64(n) {
				t.Fatalf("n=%d: plane-above = %s", n, above.Value)
			}
			if q, ok := OrderOfPoints(n); ok && PlaneOrder(q).Exists() {
				if byName["plane-below"].Approx != float64(n) || byName["plane-above"].Approx != float64(n) {
					t.Fatalf("n=%d is the size of a plane: %s, %s", n, byName["plane-below"].Value, byName["plane-above"].Value)
				}
			} else if byName["plane-below"].Approx == float64(n) || byName["plane-above"].Approx == float64(n) {
				t.Fatalf("n=%d is not the size of a plane", n)
			}
			if m < 2 {
				continue
			}
			for r := 2; r < min(m, maxListedResponsibility); r++ {
				atMost(fmt.Sprintf("responsibility-%d-degree", r), fmt.Sprintf("responsibility-%d-degree", r+1))
			}
			atMost("responsibility-2-degree", "joung-degree")
			atMost("net-degree", "joung-degree")
			if _, exists := SurficialSide(n, m); exists != (byName["surficial-messages"].Name != "") {
				t.Fatalf("n=%d m=%d: the surficial rows", n, m)
			}
		}
	}
}

func TestLimitsValues(t *testing.T) {
	value := func(n, m int, name string) string {
		limits := assert.Got(Limits(n, m))(t)
		for _, l := range limits {
			if l.Name == name {
				return l.Value
			}
		}
		return "absent"
	}
	for _, c := range []struct {
		n, m int
		name string
		want string
	}{
		{7, 0, "maekawa-size", "3"},
		{7, 0, "plane-load", "3/7"},
		{7, 0, "naor-wool-load", "sqrt(1/7)"},
		{7, 0, "plane-order", "order 2: exists"},
		{3, 0, "plane-order", "order 1: degenerate"},
		{43, 0, "plane-order", "order 6: excluded-by-theorem"},
		{43, 0, "maekawa-size", "7"},
		{43, 0, "plane-size", "8"},
		{43, 0, "plane-below", "31"},
		{43, 0, "plane-above", "57"},
		{111, 0, "plane-order", "order 10: excluded-by-computation"},
		{157, 0, "plane-order", "order 12: open"},
		{157, 0, "plane-size", "13"},
		{8, 0, "plane-order", "none: 8 is not q^2+q+1 for any q >= 1"},
		{1, 0, "plane-order", "none: 1 is not q^2+q+1 for any q >= 1"},
		{20, 0, "maekawa-size", "5"},
		{20, 0, "plane-size", "6"},
		{12, 0, "plane-size", "4"},
		{20, 0, "maekawa-light-messages", "15"},
		{43, 0, "maekawa-light-messages", "21"},
		{43, 0, "maekawa-heavy-messages", "28"},
		{43, 0, "maekawa-worst-messages", "35"},
		{43, 0, "maekawa-worst-messages-joung", "48"},
		{43, 0, "sequential-messages", "21"},
		{43, 0, "cyclic-messages", "15"},
		{57, 0, "maekawa-light-messages", "21"},
		{5, 0, "plane-load", "1/10 + sqrt(17/100)"},
		{5, 0, "majority-resilience", "2"},
		{5, 0, "joung-degree", "absent"},
		{5, 1, "one-cartel-degree", "5"},
		{36, 3, "net-degree", "6"},
		{36, 4, "net-degree", "5"},
		{35, 4, "net-degree", "absent"},
		{54, 4, "responsibility-2-degree", "3"},
		{54, 4, "surficial-messages", "513"},
		{54, 4, "surficial-messages-unbounded", "1485"},
		{53, 4, "surficial-messages", "absent"},
		{2, 3, "responsibility-2-degree", "0"},
		{2, 3, "responsibility-2-groups", "2"},
	} {
		assert.Equal(t, value(c.n, c.m, c.name), c.want, "n=%d m=%d: %s", c.n, c.m, c.name)
	}
}

// TestLimitsHypotheses checks the hypotheses without which a limit would be false: every degree of
// 0 requires non-empty cartels, a count of messages to the K-1 others requires (b), and a
// complexity that a paper states is an upper limit.
func TestLimitsHypotheses(t *testing.T) {
	zeros, counts := 0, 0
	for n := 1; n <= 60; n++ {
		for m := 2; m <= 9; m++ {
			limits := assert.Got(Limits(n, m))(t)
			for _, l := range limits {
				if l.Quantity == DegreeQuantity && l.Value == "0" {
					zeros++
					if !strings.Contains(l.AppliesTo, "non-empty cartels") || !strings.Contains(l.Formula, "with non-empty cartels") {
						t.Fatalf("n=%d m=%d: %+v", n, m, l)
					}
				}
				if l.Quantity == Messages && strings.Contains(l.Formula, "K from ") {
					counts++
					others := strings.Contains(l.Formula, "K-1")
					assert.MustEqual(t, others, strings.Contains(l.AppliesTo, "(a), (b), (c), (d)"), "n=%d m=%d: %+v", n, m, l)
				}
				if strings.HasPrefix(l.Name, "ra") && l.Direction != Upper {
					t.Fatalf("n=%d m=%d: %+v", n, m, l)
				}
			}
		}
	}
	if zeros == 0 || counts != 6*60*8 {
		t.Errorf("%d degrees of 0, %d counts of messages", zeros, counts)
	}
}

func TestLimitsJSON(t *testing.T) {
	limits := assert.Got(Limits(7, 2))(t)
	data := assert.Got(json.Marshal(limits[0]))(t)
	var object map[string]any
	assert.OK(t, json.Unmarshal(data, &object))
	for _, key := range []string{"name", "applies_to", "quantity", "direction", "value", "approx", "formula", "source"} {
		if _, ok := object[key]; !ok {
			t.Errorf("no key %q in %s", key, data)
		}
	}
	if len(object) != 8 || object["direction"] != "lower" || object["quantity"] != "K" {
		t.Errorf("%s", data)
	}
}

func TestLimitsRange(t *testing.T) {
	greatest := MaxNodes // a variable, so that adding 1 compiles even if it is the greatest int
	for _, bad := range []struct {
		n, m int
		name string
		min  int
	}{
		{0, 0, "n", 1}, {-3, 2, "n", 1}, {greatest + 1, 0, "n", 1}, {7, -1, "m", 0}, {7, greatest + 1, "m", 0},
	} {
		limits, err := Limits(bad.n, bad.m)
		value := map[string]int{"n": bad.n, "m": bad.m}[bad.name]
		if err == nil || err.Error() != fmt.Sprintf("%s = %d is out of range %d..%d", bad.name, value, bad.min, MaxNodes) || limits != nil {
			t.Errorf("Limits(%d,%d): %v", bad.n, bad.m, err)
		}
	}
	assert.Equal(t, checkRange("q", 0, 1, math.MaxInt).Error(), "q = 0 is out of range: at least 1 is needed")
	for _, good := range [][2]int{{1, 0}, {1, 1}, {1, 5}, {MaxNodes, 0}, {MaxNodes, MaxNodes}, {1, MaxNodes}} {
		if _, err := Limits(good[0], good[1]); err != nil {
			t.Errorf("Limits(%d,%d): %v", good[0], good[1], err)
		}
	}
}

// TestPanics checks that every function refuses numbers outside its stated domain, by an
// error that names the parameter.
func TestPanics(t *testing.T) {
	half := []*big.Rat{big.NewRat(1, 2), big.NewRat(1, 2)}
	for name, call := range map[string]func(){
		"k: NodesByResponsibility":      func() { NodesByResponsibility(0, 1) },
		"d: NodesByResponsibility":      func() { NodesByResponsibility(1, 0) },
		"d: NodesByResponsibility huge": func() { NodesByResponsibility(math.MaxInt, 3) },
		"K: MaekawaNodes":               func() { MaekawaNodes(0) },
		"K: MaekawaNodes huge":          func() { MaekawaNodes(maxSize + 1) },
		"n: MaekawaSize":                func() { MaekawaSize(0) },
		"n: PlaneSize":                  func() { PlaneSize(0) },
		"n: MeanSizeFloor":              func() { MeanSizeFloor(0) },
		"n: InclusionSize":              func() { InclusionSize(0) },
		"n: LoadFromSize":               func() { LoadFromSize(0, 1) },
		"c: LoadFromSize":               func() { LoadFromSize(3, 4) },
		"n: LoadFromNodes":              func() { LoadFromNodes(0) },
		"n: PlaneLoad":                  func() { PlaneLoad(-1) },
		"r: LoadFromLargest":            func() { LoadFromLargest(3, 0) },
		"c: CartelLoad":                 func() { CartelLoad(3, []int{1, 4}, 0) },
		"i: CartelLoad":                 func() { CartelLoad(3, []int{1, 2}, 2) },
		"n: LoadProduct":                func() { LoadProduct(0) },
		"n: MixLoad":                    func() { MixLoad(0, half) },
		"c: MixLoadFromSizes":           func() { MixLoadFromSizes(3, []int{1, 0}, half) },
		"c: ResilienceFromSize":         func() { ResilienceFromSize(0) },
		"c: ResilienceFromSurvivors":    func() { ResilienceFromSurvivors(3, 4) },
		"n: ResilienceFromNodes":        func() { ResilienceFromNodes(0) },
		"m: CartelResilience":           func() { CartelResilience([]int{3}, 0) },
		"i: CartelResilience":           func() { CartelResilience([]int{3, 3}, -1) },
		"n: Degree":                     func() { Degree(0, 2) },
		"m: Degree":                     func() { Degree(4, 0) },
		"m: DegreeRadicand":             func() { DegreeRadicand(4, 1, 2) },
		"R: DegreeByResponsibility":     func() { DegreeByResponsibility(4, 2, -1) },
		"R: GroupsByResponsibility":     func() { GroupsByResponsibility(4, 0) },
		"m: NodesByDegree":              func() { NodesByDegree(1, 2, 2) },
		"d: NodesByDegree":              func() { NodesByDegree(3, 0, 2) },
		"R: SizeByDegree":               func() { SizeByDegree(3, 1, 1) },
		"m: NetDegree":                  func() { NetDegree(4, 0) },
		"c: CartelDegree":               func() { CartelDegree(4, []int{5, 1}, 0) },
		"q: PlaneOrder":                 func() { PlaneOrder(0) },
		"q: PlanePoints":                func() { PlanePoints(maxPlaneOrder + 1) },
		"limit: PlaneOrderAtMost":       func() { PlaneOrderAtMost(0) },
		"limit: PlaneOrderAtLeast":      func() { PlaneOrderAtLeast(0) },
		"s: MOLS":                       func() { MOLS(1) },
		"s: NetGroups":                  func() { NetGroups(1) },
		"a: ConicPlace":                 func() { ConicPlace(math.MinInt, 1) },
		"m: SurficialSide":              func() { SurficialSide(4, 1) },
		"m: SurficialMessages":          func() { SurficialMessages(4, 1) },
		"n: SurficialMessagesUnbounded": func() { SurficialMessagesUnbounded(0, 2) },
		"Size: MessageCounts":           func() { MessageCounts(MessageParams{Size: -1}) },
		"Groups: MessageCounts":         func() { MessageCounts(MessageParams{Groups: 1}) },
	} {
		t.Run(name, func(t *testing.T) {
			defer func() {
				outside, ok := recover().(error)
				parameter, _, _ := strings.Cut(name, ":")
				if !ok || !strings.HasPrefix(outside.Error(), parameter+" = ") {
					t.Errorf("panic %v", outside)
				}
			}()
			call()
		})
	}
	for name, call := range map[string]func(){
		"negative radicand": func() { NewSurd(big.NewRat(1, 1), big.NewRat(-1, 1)) },
		"negative share":    func() { MixLoad(3, []*big.Rat{big.NewRat(-1, 2), big.NewRat(3, 2)}) },
		"half a mix":        func() { MixLoad(3, half[:1]) },
		"one share missing": func() { MixLoadFromSizes(3, []int{1, 1, 1}, half) },
		"root of -1":        func() { FloorSqrt(big.NewRat(-1, 1)) },
	} {
		assert.Panics(t, name, call)
	}
	// The greatest arguments that are allowed do not overflow.
	if got := MaekawaNodes(maxSize); got <= 0 {
		t.Errorf("MaekawaNodes(%d) = %d", maxSize, got)
	}
	if got := PlanePoints(maxPlaneOrder); got <= 0 {
		t.Errorf("PlanePoints(%d) = %d", maxPlaneOrder, got)
	}
	nodes := func(k int) *big.Int { return new(big.Int).Add(multiply(k, k-1), big.NewInt(1)) }
	if k := MaekawaSize(math.MaxInt); nodes(k).Cmp(bigInt(math.MaxInt)) < 0 || nodes(k-1).Cmp(bigInt(math.MaxInt)) >= 0 {
		t.Errorf("MaekawaSize(MaxInt) = %d", k)
	}
	assert.Equal(t, NodesByResponsibility(math.MaxInt-1, 1), 1, "NodesByResponsibility(MaxInt-1,1)")
}
