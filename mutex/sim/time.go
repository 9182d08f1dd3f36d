package sim

import (
	"math"
	"math/rand/v2"
)

// Time is a moment of a run, or a duration, in ticks.
type Time int64

// Unit is the number of ticks in a unit of time.
const Unit Time = 1_000_000

// Units returns the time in units.
func (t Time) Units() float64 { return float64(t) / float64(Unit) }

// Shape is the shape of a distribution of durations.
type Shape uint8

// The shapes.
const (
	Constant Shape = iota
	Uniform
	Exponential
)

// Distribution is a distribution of durations: A units always, uniform on A to B units, or
// exponential with mean A units. The zero value is no time at all.
type Distribution struct {
	Shape Shape
	A, B  float64
}

// Always returns the distribution that is always a units.
func Always(a float64) Distribution { return Distribution{Constant, a, 0} }

// Exp returns the exponential distribution with a mean of a units.
func Exp(a float64) Distribution { return Distribution{Exponential, a, 0} }

// Mean returns the mean in units.
func (d Distribution) Mean() float64 {
	if d.Shape == Uniform {
		return (d.A + d.B) / 2
	}
	return d.A
}

// Draw returns a duration, never negative.
func (d Distribution) Draw(r *rand.Rand) Time {
	x := d.A
	switch d.Shape {
	case Uniform:
		x += float64((d.B - d.A) * r.Float64()) // rounded before the sum, on every machine
	case Exponential:
		x *= r.ExpFloat64()
	}
	return ticks(x)
}

// ticks converts units to a Time.
func ticks(units float64) Time { return Time(math.Round(units * float64(Unit))) }
