package chart

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"coterie/internal/picture/plot"

	gonum "gonum.org/v1/plot"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"

	"coterie/internal/picture/canvas"
)

// ends returns the ends of the axis for values from least to greatest.
func ends(a plot.Axis, least, greatest float64) (from, to float64) {
	const pad = 0.025 // as a share of the extent, so that no glyph is cut
	switch extent := greatest - least; {
	case a.From != 0 || a.To != 0:
		return a.From, a.To
	case a.Log && extent == 0:
		return least / 2, greatest * 2
	case a.Log:
		grow := math.Pow(greatest/least, pad)
		return least / grow, greatest * grow
	case extent == 0:
		half := max(1, math.Abs(least)/2)
		return least - half, greatest + half
	case least >= 0 && least <= extent/2:
		return 0, greatest * (1 + pad)
	default:
		return least - pad*extent, greatest + pad*extent
	}
}

// ticker puts about most labels on an axis, at the most. gonum/plot itself makes three to five for
// any length, labels only powers of ten on a logarithmic axis, and puts ticks between whole
// numbers.
type ticker struct {
	log   bool
	whole bool // all values are whole numbers, so no ticks are needed between them
	most  int
}

// Ticks implements [gonum.Ticker]. A logarithmic axis that is too short for two labels is divided
// like a linear one.
func (t ticker) Ticks(from, to float64) []gonum.Tick {
	if t.log {
		if marks := t.logTicks(from, to); labelled(marks) > 1 {
			return marks
		}
	}
	return t.linearTicks(from, to)
}

func labelled(marks []gonum.Tick) (n int) {
	for _, m := range marks {
		if !m.IsMinor() {
			n++
		}
	}
	return n
}

// linearTicks steps by the least of 1, 2, 5 and 10 times a power of ten that makes at most most
// labels. If that step has fewer than two labels, it takes the next smaller one.
func (t ticker) linearTicks(from, to float64) (marks []gonum.Tick) {
	extent := to - from
	power := math.Pow(10, math.Floor(math.Log10(extent/float64(t.most))))
	factors, minors := []float64{1, 2, 5, 10}, []int{5, 4, 5, 5}
	i := 0
	for i < 3 && extent > power*factors[i]*float64(t.most) {
		i++
	}
	for ; i >= 0; i-- {
		if marks = t.multiples(from, to, power*factors[i], minors[i]); labelled(marks) > 1 {
			break
		}
	}
	return marks
}

// multiples puts labels at the multiples of step and divides each step into parts.
func (t ticker) multiples(from, to, step float64, parts int) (marks []gonum.Tick) {
	if t.whole {
		step = max(step, 1)
		for parts > 1 && math.Mod(step, float64(parts)) != 0 {
			parts--
		}
	}
	decimals := max(0, -int(math.Floor(math.Log10(step)+1e-9)))
	minor := step / float64(parts)
	// Computing multiples from integers keeps rounding errors from adding up.
	for i := int(math.Ceil(from/minor - 1e-9)); float64(i) <= to/minor+1e-9; i++ {
		mark := gonum.Tick{Value: float64(i) * minor}
		if i%parts == 0 {
			v := float64(i/parts) * step
			mark.Label = strings.Replace(strconv.FormatFloat(v, 'f', decimals, 64), "-", "−", 1)
			if v != 0 && (math.Abs(v) >= 1e6 && step >= 1e5 || decimals > 4) { // otherwise there would be many zeros
				mark.Label = power(v)
			}
		}
		marks = append(marks, mark)
	}
	return marks
}

// logTicks keeps those of gonum/plot's ticks that fit. If only one label is left, it labels more
// decades or, if necessary, the 2 and the 5 within a decade.
func (t ticker) logTicks(from, to float64) (marks []gonum.Tick) {
	decades := math.Log10(to / from)
	sparse := max(1, int(math.Ceil(decades/float64(t.most))))
	fine := decades*3 <= float64(t.most)
	for every := sparse; every >= 0; every-- {
		if every == 0 {
			every, fine = 1, true
		}
		marks = nil
		plain := from >= 1e-4 && to < 1e6 // otherwise all labels are powers of ten, for a uniform look
		// It starts a decade below, because gonum/plot starts too late if from is less than 1.
		for _, mark := range slices.CompactFunc(gonum.LogTicks{Prec: -1}.Ticks(from/10, to), func(a, b gonum.Tick) bool { return a.Value == b.Value }) {
			e := int(math.Floor(math.Log10(mark.Value) + 1e-9))
			digit := int(math.Round(mark.Value / math.Pow10(e)))
			mark.Label = ""
			switch {
			case mark.Value < from*(1-1e-9) || mark.Value > to*(1+1e-9):
				continue
			case digit == 1 && e%every == 0 || fine && (digit == 2 || digit == 5):
				mark.Label = power(mark.Value)
				if plain || e >= -1 && e <= 2 {
					mark.Label = strconv.FormatFloat(mark.Value, 'f', max(0, -e), 64)
				}
			case every > 1 && digit > 1 || t.whole && mark.Value < 1:
				continue // too close, or without a value
			}
			marks = append(marks, mark)
		}
		if labelled(marks) > 1 || fine {
			break
		}
	}
	return marks
}

// power prints a number other than zero as a multiple of a power of ten, with the exponent after ^.
func power(v float64) string {
	// Nine digits, because ticks are round but 3e5 may be computed as 2.9999999999999997e5.
	mantissa, exponent, _ := strings.Cut(strconv.FormatFloat(v, 'e', 9, 64), "e")
	mantissa = strings.TrimRight(strings.TrimRight(mantissa, "0"), ".")
	e, _ := strconv.Atoi(exponent) // FormatFloat wrote it
	label := mantissa + "·10^" + strconv.Itoa(e)
	if mantissa == "1" || mantissa == "-1" {
		label = strings.Replace(label, "1·", "", 1)
	}
	return strings.ReplaceAll(label, "-", "−")
}

// exponents raises text that follows ^. The font lacks some of the superscript digits.
type exponents struct{ lettering }

// exponentSize is the size of an exponent relative to its base.
const exponentSize = 0.72

// Box implements [text.Handler].
func (h exponents) Box(s string, f font.Font) (width, height, depth vg.Length) {
	base, exponent, _ := strings.Cut(s, "^")
	width, height, depth = h.Plain.Box(base, f)
	f.Size *= exponentSize
	above, _, _ := h.Plain.Box(exponent, f)
	return width + above, height, depth
}

// Draw implements [text.Handler].
func (h exponents) Draw(c vg.Canvas, s string, sty text.Style, at vg.Point) {
	if canvas.Anchor(c, sty.XAlign) { // LaTeX raises exponents itself
		h.Plain.Draw(c, s, sty, at)
		return
	}
	base, exponent, _ := strings.Cut(s, "^")
	at.X += vg.Length(sty.XAlign) * sty.Width(s)
	sty.XAlign = 0
	h.Plain.Draw(c, base, sty, at)
	at.X += sty.Width(base)
	// The place where Plain puts a baseline depends on the size.
	e := sty.FontExtents()
	baseline := (e.Ascent+e.Descent)*vg.Length(sty.YAlign) - e.Ascent + sty.Font.Size
	at.Y += 0.4*sty.Font.Size + (1-exponentSize)*baseline
	sty.Font.Size *= exponentSize
	h.Plain.Draw(c, exponent, sty, at)
}
