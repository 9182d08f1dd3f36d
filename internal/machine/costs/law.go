package costs

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/stat"
)

// Law is how a cost y grows with a size x: ln y = Start + Rate·u with u = ln x for a power of the
// size, and u = x for an exponential function.
type Law struct {
	Exponential bool
	Start, Rate float64
	Scatter     float64 // the greatest factor between a point and the law, at least 1
}

// Fit returns the two laws of points with positive sizes and costs, the closer one first. It
// panics if there are fewer than two sizes. Cost O(points).
func Fit(sizes, costs []float64) [2]Law {
	var laws [2]Law
	for i := range laws {
		l := Law{Exponential: i == 1, Scatter: 1}
		us, vs := make([]float64, len(sizes)), make([]float64, len(sizes))
		for j, x := range sizes {
			us[j], vs[j] = l.scale(x), math.Log(costs[j])
		}
		l.Start, l.Rate = stat.LinearRegression(us, vs, nil, false)
		for j, x := range sizes {
			l.Scatter = max(l.Scatter, math.Exp(math.Abs(vs[j]-math.Log(l.At(x)))))
		}
		laws[i] = l
	}
	if laws[1].Scatter < laws[0].Scatter {
		laws[0], laws[1] = laws[1], laws[0]
	}
	return laws
}

func (l Law) scale(x float64) float64 {
	if l.Exponential {
		return x
	}
	return math.Log(x)
}

// At returns the cost at a size.
func (l Law) At(x float64) float64 { return math.Exp(l.Start + l.Rate*l.scale(x)) }

// Reaches returns the size at which the cost is y. The rate must not be zero.
func (l Law) Reaches(y float64) float64 {
	u := (math.Log(y) - l.Start) / l.Rate
	if l.Exponential {
		return u
	}
	return math.Exp(u)
}

// String says how the cost grows with the size n.
func (l Law) String() string {
	if l.Exponential {
		return fmt.Sprintf("doubles with every %.2g of n", math.Ln2/l.Rate)
	}
	return fmt.Sprintf("n^%.2g", l.Rate)
}

// Forecast is a cost that was foretold.
type Forecast struct {
	Likely float64 `json:"likely"`
	Low    float64 `json:"low"`
	High   float64 `json:"high"`
	Growth string  `json:"growth"` // the law, in words
}

// Foretell returns the cost at a size by both laws of the last points: the likely one is that of
// the closer law or, if the other is nearly as close, between both. The interval contains both, and
// is as much wider as points are off their law. Far beyond the points it is between both laws. A
// cost that does not double over the points is taken for constant. It is no proof.
func Foretell(sizes, costs []float64, size float64) Forecast {
	sizes, costs = sizes[max(0, len(sizes)-lastPoints):], costs[max(0, len(costs)-lastPoints):]
	if least, most := slices.Min(costs), slices.Max(costs); most < 2*least {
		return Forecast{Likely: most, Low: least, High: 2 * most, Growth: "constant"}
	}
	laws := Fit(sizes, costs)
	near, far := laws[0].At(size), laws[1].At(size)
	f := Forecast{Likely: near, Low: near / laws[0].Scatter, High: near * laws[0].Scatter, Growth: laws[0].String()}
	if len(sizes) == 2 || near > mostBeyond*slices.Max(costs) || math.Log(laws[1].Scatter) < 2*math.Log(laws[0].Scatter) {
		f.Likely = math.Sqrt(near * far)
		f.Low, f.High = min(f.Low, far), max(f.High, far)
	}
	return f
}

// lastPoints is the number of points that a forecast looks at. The growth of smaller sizes is often
// another one.
const lastPoints = 5

// mostBeyond is the factor above the greatest cost of a point up to which the closer law is
// trusted.
const mostBeyond = 300
