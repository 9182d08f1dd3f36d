package plot

import (
	"math"
	"strconv"
	"strings"
)

// tickLabel is the number at a tick: a text and, where it is a power of ten, the exponent to set above it.
// (The fonts lack some of the superscript digits.)
type tickLabel struct {
	text, exponent string
}

// tick is a mark on an axis; one without a label is a minor one.
type tick struct {
	value float64
	label tickLabel
}

func (t tick) isMinor() bool { return t.label.text == "" }

// scale maps the values of an axis to the unit interval.
type scale struct {
	from, to float64
	log      bool
	whole    bool // only whole numbers occur, so there is nothing to mark between them
}

// at returns where v lies: 0 at one end, 1 at the other.
func (s scale) at(v float64) float64 {
	if s.log {
		return (math.Log(v) - math.Log(s.from)) / (math.Log(s.to) - math.Log(s.from))
	}
	return (v - s.from) / (s.to - s.from)
}

// scaleOf chooses the ends of an axis for values from least to greatest.
func scaleOf(a Axis, least, greatest float64, whole bool) scale {
	const pad = 0.025 // of the extent, so that no glyph is cut
	s := scale{log: a.Log, whole: whole}
	switch {
	case a.fixed():
		s.from, s.to = a.From, a.To
	case a.Log && least == greatest:
		s.from, s.to = least/2, greatest*2
	case a.Log:
		grow := math.Pow(greatest/least, pad)
		s.from, s.to = least/grow, greatest*grow
	case least == greatest:
		half := max(1, math.Abs(least)/2)
		s.from, s.to = least-half, greatest+half
	case least >= 0 && least <= (greatest-least)/2:
		s.from, s.to = 0, greatest*(1+pad)
	default:
		s.from, s.to = least-pad*(greatest-least), greatest+pad*(greatest-least)
	}
	return s
}

// ticks returns labelled ticks at round values within the scale, about most of them at most, and minor ones
// between. A logarithmic scale too short for two labels at powers of ten, or at 1, 2 and 5 times them, is
// divided like a linear one.
func (s scale) ticks(most int) []tick {
	most = max(most, 2)
	if !s.log {
		return s.linearTicks(most)
	}
	decades := math.Log10(s.to / s.from)
	if decades*3 <= float64(most) {
		if marks := s.logTicks(1, true); labelled(marks) >= 2 {
			return marks
		}
	}
	for every := max(1, int(math.Ceil(decades/float64(most)))); every >= 1; every-- {
		if marks := s.logTicks(every, false); labelled(marks) >= 2 {
			return marks
		}
	}
	if marks := s.logTicks(1, true); labelled(marks) >= 2 {
		return marks
	}
	return s.linearTicks(most)
}

func labelled(marks []tick) int {
	n := 0
	for _, m := range marks {
		if !m.isMinor() {
			n++
		}
	}
	return n
}

// linearTicks steps by the least of 1, 2, 5 and 10 times a power of ten that keeps to most labels, or by the
// next smaller of them where that one falls on fewer than two.
func (s scale) linearTicks(most int) []tick {
	extent := s.to - s.from
	power := math.Pow(10, math.Floor(math.Log10(extent/float64(most))))
	choices := []struct {
		factor  float64
		perStep int // minor steps in a step
	}{{1, 5}, {2, 4}, {5, 5}, {10, 5}}
	i := 0
	for i < len(choices)-1 && extent > power*choices[i].factor*float64(most) {
		i++
	}
	marks := s.multiples(power*choices[i].factor, choices[i].perStep)
	for i > 0 && labelled(marks) < 2 {
		i--
		marks = s.multiples(power*choices[i].factor, choices[i].perStep)
	}
	return marks
}

// multiples puts labels at the multiples of step and divides each step into perStep minor ones.
func (s scale) multiples(step float64, perStep int) []tick {
	if s.whole {
		step = max(step, 1)
		for perStep > 1 && math.Mod(step, float64(perStep)) != 0 {
			perStep--
		}
	}
	decimals := max(0, -int(math.Floor(math.Log10(step)+1e-9)))
	minor := step / float64(perStep)
	var marks []tick
	// Multiples are computed from integers, so that rounding errors do not pile up.
	first := int(math.Ceil(s.from/minor - 1e-9))
	last := int(math.Floor(s.to/minor + 1e-9))
	for i := first; i <= last; i++ {
		mark := tick{value: float64(i) * minor}
		if i%perStep == 0 {
			mark.label = linearLabel(float64(i/perStep)*step, step, decimals)
		}
		marks = append(marks, mark)
	}
	return marks
}

// linearLabel prints plainly unless there would be many zeros.
func linearLabel(v, step float64, decimals int) tickLabel {
	if v != 0 && (math.Abs(v) >= 1e6 && step >= 1e5 || decimals > 4) {
		return powerLabel(v)
	}
	return tickLabel{text: strings.Replace(strconv.FormatFloat(v, 'f', decimals, 64), "-", "−", 1)}
}

// logTicks labels the powers of ten whose exponent is a multiple of every, with fine also 2 and 5 times them,
// and puts minor ticks at the other multiples.
func (s scale) logTicks(every int, fine bool) []tick {
	low, high := int(math.Floor(math.Log10(s.from))), int(math.Ceil(math.Log10(s.to)))
	plain := s.from >= 1e-4 && s.to < 1e6 // else all are powers of ten, for the look of it
	var marks []tick
	for e := low; e <= high; e++ {
		power := math.Pow(10, float64(e))
		for digit := 1; digit <= 9; digit++ {
			mark := tick{value: power * float64(digit)}
			if mark.value < s.from*(1-1e-9) || mark.value > s.to*(1+1e-9) {
				continue
			}
			if digit == 1 && e%every == 0 || fine && (digit == 2 || digit == 5) {
				mark.label = powerLabel(mark.value)
				if plain || e >= -1 && e <= 2 {
					mark.label = tickLabel{text: strconv.FormatFloat(mark.value, 'f', max(0, -e), 64)}
				}
			} else if every > 1 && digit > 1 || s.whole && mark.value != math.Trunc(mark.value) {
				continue // too dense, or nothing there
			}
			marks = append(marks, mark)
		}
	}
	return marks
}

// powerLabel prints a number other than zero as a multiple of a power of ten.
func powerLabel(v float64) tickLabel {
	sign := ""
	if v < 0 {
		sign, v = "−", -v
	}
	// Not all digits: ticks are round, and 3e5 as computed may be 2.9999999999999997e5.
	mantissa, exponent, _ := strings.Cut(strconv.FormatFloat(v, 'e', 9, 64), "e")
	mantissa = strings.TrimRight(strings.TrimRight(mantissa, "0"), ".")
	e, _ := strconv.Atoi(exponent) // FormatFloat wrote it
	label := tickLabel{text: sign + mantissa + "·10", exponent: strings.Replace(strconv.Itoa(e), "-", "−", 1)}
	if mantissa == "1" {
		label.text = sign + "10"
	}
	return label
}
