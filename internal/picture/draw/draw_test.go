package draw

import (
	"bytes"
	"context"
	"encoding/xml"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"io"
	"math"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg"

	"coterie/construct"
	"coterie/internal/check/assert"
	"coterie/internal/picture/canvas"
	"coterie/internal/picture/paper"
	"coterie/quorum"
)

func ofSites(list ...int) Options   { return Options{Sites: list} }
func ofQuorums(list ...int) Options { return Options{Quorums: list} }

// recorder is a canvas that remembers the rectangles of texts, and of everything, on the page.
type recorder struct {
	stack []matrix2
	texts []vg.Rectangle
	words []string
	all   []vg.Rectangle
	width vg.Length
}

// matrix2 maps (x, y) to (a·x + c·y + e, b·x + d·y + f).
type matrix2 struct{ a, b, c, d, e, f float64 }

func newRecorder() *recorder { return &recorder{stack: []matrix2{{a: 1, d: 1}}} }

func (r *recorder) top() *matrix2 { return &r.stack[len(r.stack)-1] }
func (r *recorder) at(p vg.Point) vg.Point {
	m, x, y := r.top(), float64(p.X), float64(p.Y)
	return pt(vg.Length(m.a*x+m.c*y+m.e), vg.Length(m.b*x+m.d*y+m.f))
}

func (r *recorder) SetLineWidth(w vg.Length)            { r.width = w }
func (r *recorder) SetLineDash([]vg.Length, vg.Length)  {}
func (r *recorder) SetColor(color.Color)                {}
func (r *recorder) Scale(float64, float64)              { panic("not expected") }
func (r *recorder) DrawImage(vg.Rectangle, image.Image) { panic("not expected") }
func (r *recorder) Push()                               { r.stack = append(r.stack, *r.top()) }
func (r *recorder) Pop()                                { r.stack = r.stack[:len(r.stack)-1] }
func (r *recorder) Translate(p vg.Point) {
	q := r.at(p)
	r.top().e, r.top().f = float64(q.X), float64(q.Y)
}
func (r *recorder) Stroke(p vg.Path) { r.path(p, r.width/2) }
func (r *recorder) Fill(p vg.Path)   { r.path(p, 0) }
func (r *recorder) Rotate(rad float64) {
	m := *r.top()
	sin, cos := math.Sincos(rad)
	r.top().a, r.top().b = m.a*cos+m.c*sin, m.b*cos+m.d*sin
	r.top().c, r.top().d = m.c*cos-m.a*sin, m.d*cos-m.b*sin
}

func (r *recorder) path(p vg.Path, by vg.Length) {
	for _, c := range p {
		if c.Type == vg.CloseComp {
			continue
		}
		q, d := r.at(c.Pos), by
		if c.Type == vg.ArcComp {
			d += c.Radius
		}
		r.all = append(r.all, canvas.Rect(q.X-d, q.Y-d, q.X+d, q.Y+d))
	}
}

func (r *recorder) FillString(f font.Face, p vg.Point, text string) {
	e := f.Extents()
	a, b := r.at(pt(p.X, p.Y-e.Descent)), r.at(pt(p.X+f.Width(text), p.Y+e.Ascent))
	box := canvas.Rect(min(a.X, b.X), min(a.Y, b.Y), max(a.X, b.X), max(a.Y, b.Y))
	r.texts, r.words, r.all = append(r.texts, box), append(r.words, text), append(r.all, box)
}

// pictureOf draws an instance, or a structure that no family has, with its list or without.
func pictureOf(ctx context.Context, i *construct.Instance, s quorum.Structure, opts Options) (*Picture, error) {
	if i == nil {
		return Of(ctx, quorum.KnownOf(s), opts)
	}
	k := i.Known()
	k.Structure = s
	return Of(ctx, k, opts)
}

// drawn builds and draws a spec.
func drawn(t *testing.T, spec string, opts Options) *Picture {
	t.Helper()
	i := assert.Got(construct.Parse(t.Context(), spec))(t)
	p, err := pictureOf(t.Context(), i, nil, opts)
	if errors.Is(err, ErrNoList) {
		var s quorum.Structure
		if s, err = i.Build(t.Context(), 0); err != nil {
			t.Fatal(err)
		}
		p, err = pictureOf(t.Context(), i, s, opts)
	}
	assert.OK(t, err, "%s %+v", spec, opts)
	return p
}

// known leaves out specs of families that are not there.
func known(spec string) bool {
	for _, word := range strings.FieldsFunc(spec, func(r rune) bool { return strings.ContainsRune("(),=", r) }) {
		if name, _, ok := strings.Cut(word, ":"); ok {
			if _, found := construct.Lookup(name); !found {
				return false
			}
		}
	}
	return true
}

func specs() []string {
	list := []string{
		"billiard:q=3", "billiard:q=9", "billiard:q=21", "billiard:q=41", "billiard:q=79", "billiard:q=101", "billiard:q=5791",
		"grid:n=1", "grid:n=2", "grid:n=3", "grid:n=5", "grid:n=13", "grid:n=19", "grid:n=100", "grid:n=1000", "grid:n=4000", "grid:n=16777216", "grid:n=99990",
		"surficial:n=1,m=2", "surficial:n=4,m=2", "surficial:n=3,m=3", "surficial:n=54,m=4", "surficial:n=600,m=4", "surficial:n=45,m=10",
		"surficial:n=4900,m=2", "surficial:n=4950,m=100", "surficial:n=40000,m=2", "surficial:n=16777216,m=2",
		"fpp:order=1", "fpp:order=2", "fpp:order=3", "fpp:order=11", "fpp:order=31",
		"cyclic:n=1,cover=0", "cyclic:n=2,cover=0-1", "cyclic:n=3,cover=0-1", "cyclic:n=7,cover=0-1-3", "cyclic:n=13,cover=0-1-3-9", "cyclic:order=1", "cyclic:order=7", "cyclic:order=16", "cyclic:order=31", "cyclic:order=101",
		"triangle:rows=1", "triangle:rows=2", "triangle:rows=5", "triangle:rows=40", "triangle:rows=99", "triangle:rows=5792",
		"triangle-lattice:rows=1", "triangle-lattice:rows=2", "triangle-lattice:rows=6", "triangle-lattice:rows=10", "triangle-lattice:rows=30", "triangle-lattice:rows=89", "triangle-lattice:rows=90", "triangle-lattice:rows=5792",
		"paths:d=1", "paths:d=2", "paths:d=4", "paths:d=5", "paths:d=20", "paths:d=54", "paths:d=56", "paths:d=2895",
		"degenerate-fpp:n=12", "affine:order=3,m=4", "affine:order=9,m=10", "net:side=6,m=3", "lift:m=3,of=(fpp:order=4)", "lift:m=50,of=(fpp:order=2)", "lift:m=300,of=(fpp:order=2)",
		"majority:n=1", "majority:n=5", "majority:n=9", "majority:n=15", "singleton:n=1,centre=1", "singleton:n=50", "singleton:n=5000",
		"read-write-grid:rows=1,columns=1", "read-write-grid:rows=1,columns=6", "read-write-grid:rows=6,columns=1", "read-write-grid:rows=4,columns=5", "read-write-grid:rows=60,columns=60", "read-write-grid:rows=4000,columns=4000",
		"read-write-grid:rows=1,columns=1000", "read-write-grid:rows=1000,columns=1", "read-write-grid:rows=3,columns=100000", "read-write-grid:rows=100000,columns=3",
		"wheel:n=3", "wheel:n=9", "wheel:n=50", "wheel:n=500", "wheel:n=100000",
		"wall:rows=1-2-3", "wall:rows=3", "wall:rows=1-4-3-6-5", "wall:rows=1-200-300",
		"tree:height=0", "tree:height=1", "tree:height=2", "tree:height=4", "tree:height=8", "tree:height=20", "tree:height=2,degree=3", "tree:height=1,degree=100", "tree:height=1,degree=1000", "tree:height=3,degree=20",
		"hierarchical:outer=(majority:n=3),inner=(majority:n=3)", "hierarchical:outer=(majority:n=5),inner=(grid:n=13)",
		"hierarchical:outer=(majority:n=5),inner=(hierarchical:outer=(majority:n=3),inner=(majority:n=3))",
		"hierarchical:outer=(billiard:q=9),inner=(billiard:q=9)", "hierarchical:outer=(grid:n=100),inner=(hierarchical:outer=(grid:n=100),inner=(grid:n=100))",
		"rectangular-surficial:sides=1-2", "rectangular-surficial:sides=2-3-4", "rectangular-surficial:sides=9-1-1-30",
		"design-surficial:design=projective,order=2,degree=1", "design-surficial:design=projective,order=2,degree=3", "design-surficial:design=projective,order=4,degree=4",
		"design-surficial:design=projective,order=8,degree=1", "design-surficial:design=affine,order=3,degree=2", "design-surficial:design=affine,order=5,degree=5",
		"design-surficial:design=triples,m=13,degree=2", "design-surficial:design=triples,m=33,degree=1", "design-surficial:design=pairs,m=4,degree=3",
		"design-surficial:design=one,m=4,degree=5", "design-surficial:design=one,m=20,degree=1", "design-surficial:design=one,m=9,degree=8", "design-surficial:design=one,m=5,degree=64",
		"design-surficial:design=one,m=3,degree=150", "design-surficial:design=projective,order=2,degree=60", "design-surficial:design=triples,m=7,degree=24",
	}
	return slices.DeleteFunc(list, func(s string) bool { return !known(s) })
}

// pictures are all pictures that the tests look at: of all specs, some with highlights, of files,
// of figures.
func pictures(t *testing.T) map[string]*Picture {
	t.Helper()
	all := map[string]*Picture{}
	for _, spec := range specs() {
		all[spec] = drawn(t, spec, Options{})
	}
	for _, c := range []struct {
		spec string
		opts Options
	}{
		{"billiard:q=9", ofSites(10)}, {"billiard:q=9", ofQuorums(33)},
		{"billiard:q=9", ofSites(10, 33)}, {"billiard:q=41", ofSites(0, 1, 2, 400, 500, 600, 800, 839)}, {"billiard:q=101", ofSites(0, 4000)},
		{"grid:n=13", ofSites(0, 11, 12)}, {"grid:n=10000", ofSites(0, 11, 12)},
		{"grid:n=13", ofSites(12)}, {"grid:n=19", ofSites(18)},
		{"surficial:n=54,m=4", ofQuorums(2)}, {"surficial:n=54,m=4", ofQuorums(0, 1, 2, 0)},
		{"fpp:order=2", ofQuorums(0, 4)}, {"fpp:order=2", ofSites(6)},
		{"fpp:order=4", ofQuorums(0, 1, 2, 3, 4, 5, 6, 7)}, {"fpp:order=4", ofSites(20)},
		{"cyclic:n=13,cover=0-1-3-9", ofSites(0)}, {"cyclic:n=13,cover=0-1-3-9", ofSites(5)},
		{"triangle:rows=4", ofQuorums(0, 30, 40)}, {"triangle:rows=4", ofSites(5)},
		{"triangle-lattice:rows=6", ofQuorums(0, 200, 440)}, {"triangle-lattice:rows=12", ofSites(77)}, {"triangle-lattice:rows=300", ofSites(0, 1, 2, 40000, 45000)},
		{"paths:d=3", ofQuorums(4000)}, {"paths:d=7", ofSites(0)}, {"paths:d=200", ofSites(401)},
		{"majority:n=5", ofQuorums(0, 9)}, {"majority:n=5", ofSites(4)},
		{"majority:n=15", ofQuorums(3)},
		{"majority:n=15", ofQuorums(3, 6000)}, {"majority:n=15", ofSites(14)}, {"singleton:n=400", ofSites(0)}, {"singleton:n=5000", ofSites(0)},
		{"affine:order=9,m=10", ofQuorums(8)}, {"lift:m=50,of=(fpp:order=2)", ofQuorums(1)}, {"lift:m=300,of=(fpp:order=2)", ofQuorums(1)},
		{"sharing:alpha=1+2-3", ofQuorums(5, 2)}, {"kmajority:n=13,k=2", ofQuorums(5, 2)},
		{"read-write-grid:rows=4,columns=5", ofQuorums(1023, 1279)}, {"read-write-grid:rows=4000,columns=4000", ofQuorums(123456789)}, {"read-write-grid:rows=100,columns=3", ofQuorums(999999, 29999)},
		{"net:side=5,m=3", ofQuorums(1)}, {"net:side=5,m=3", ofQuorums(1, 2, 3)},
		{"wall:rows=1-2-3", ofSites(4)}, {"tree:height=3", ofSites(6)}, {"tree:height=3", ofQuorums(0, 254)},
		{"wheel:n=9", ofQuorums(0, 8)}, {"wheel:n=9", ofSites(0)},
		{"hierarchical:outer=(majority:n=3),inner=(majority:n=3)", ofQuorums(0, 26)},
		{"rectangular-surficial:sides=2-3-4", ofQuorums(1, 2, 3)},
		{"design-surficial:design=affine,order=3,degree=2", ofQuorums(1)}, {"design-surficial:design=pairs,m=4,degree=3", ofQuorums(2)},
		{"design-surficial:design=projective,order=2,degree=3", ofQuorums(0, 1, 2, 0, 1, 2, 0)},
	} {
		if known(c.spec) {
			all[fmt.Sprintf("%s %+v", c.spec, c.opts)] = drawn(t, c.spec, c.opts)
		}
	}
	for name, text := range files() {
		s, err := quorum.Read(strings.NewReader(text))
		if err != nil {
			t.Fatal(name, err)
		}
		if all[name], err = pictureOf(t.Context(), nil, s, Options{}); err != nil {
			t.Fatal(name, err)
		}
	}
	for _, q := range []int{3, 9, 41, 201} {
		all[fmt.Sprint("grid of side ", q)] = billiardPaths(q, []int{middleSite(q)})
	}
	scene := assert.Got(figures().Picture())(t)
	all["a scene"] = scene
	return all
}

func files() map[string]string {
	long := make([]string, 40)
	for i := range long {
		long[i] = fmt.Sprintf(`"the server of region %d & <its> friends"`, i)
	}
	return map[string]string{
		"names":      `{"format":"coterie/1","kind":"quorum-system","name":"a pair","n":3,"quorums":[[1,2],[2,3]],"names":["left","middle","right"]}`,
		"no name":    `{"format":"coterie/1","kind":"quorum-system","n":2,"quorums":[[1,2]]}`,
		"long names": `{"format":"coterie/1","kind":"quorum-system","name":"<&>","n":40,"quorums":[[1,2,40]],"names":[` + strings.Join(long, ",") + `]}`,
		"k-coterie":  `{"format":"coterie/1","kind":"k-coterie","name":"two at a time","n":4,"k":2,"quorums":[[1,2],[3,4]]}`,
		"sharing":    `{"format":"coterie/1","kind":"sharing-structure","name":"s","resources":3,"alpha":[[1,2],[2,3],[1,2]]}`,
		"families":   `{"format":"coterie/1","kind":"sharing-structure","name":"s","resources":2,"alpha":[[1],[2],[1]],"n":4,"families":[{"group":[1,3],"quorums":[[1,2],[3]]},{"group":[2],"quorums":[[1,2]]}]}`,
	}
}

// figures is a scene like those of the billiard paper.
func figures() Scene {
	cells := func(r int) []Cell {
		return []Cell{{r, 0, "s", Chosen}, {r, 1, "", Category(0)}, {(r + 1) % 5, 2, "12", Category(1)}, {4, 4, "x", LeftOut}}
	}
	return Scene{
		Title: "Billiard paths, and broken ones",
		Panels: []Panel{
			{Caption: "(a) a billiard path", Paths: []Path{{[]XY{{0, 0.3}, {0.7, 1}, {1, 0.7}}, 0}}, Points: []Point{{XY{0.4, 0.7}, "s"}}},
			{Caption: "(b) a broken one, with a long caption that takes more than one line below it", Paths: []Path{{[]XY{{0, 0.3}, {0.4, 0.7}, {1, 0.1}}, 1}}, Points: []Point{{XY{0.4, 0.7}, "s'"}, {XY{0.41, 0.7}, "t"}, {XY{1, 1}, "u"}, {XY{0, 0}, "v"}}},
			{Caption: "(c)", Rows: 5, Columns: 5, Numbered: true, Cells: cells(1), Paths: []Path{{[]XY{CellCentre(5, 5, 4, 0), CellCentre(5, 5, 0, 4)}, 2}}},
		},
		Legend: []Entry{LookEntry(Chosen, "the point"), PathEntry(1, "its path"), TextEntry("A remark.")},
	}
}

// TestPictures judges every picture by the calls that a canvas receives.
func TestPictures(t *testing.T) {
	assert.Slow(t, "over a second of CPU")
	for name, p := range pictures(t) {
		assert.NoError(t, p.Validate(), "%s", name)
		r := newRecorder()
		p.paint(r)
		if p.width > 7*72+0.1 || p.height > 9*72+0.1 {
			t.Errorf("%s: %.1f x %.1f points", name, p.width, p.height)
		}
		for _, box := range r.all {
			if box.Min.X < -0.1 || box.Min.Y < -0.1 || box.Max.X > p.width+0.1 || box.Max.Y > p.height+0.1 {
				t.Errorf("%s: something at %v leaves the page of %v x %v", name, box, p.width, p.height)
				break
			}
		}
		for i, a := range r.texts {
			for k, b := range r.texts[:i] {
				if a.Min.X < b.Max.X-0.1 && b.Min.X < a.Max.X-0.1 && a.Min.Y < b.Max.Y-0.1 && b.Min.Y < a.Max.Y-0.1 {
					t.Errorf("%s: %q and %q overlap", name, r.words[i], r.words[k])
				}
			}
		}
		if p.legend == 0 || !strings.Contains(strings.Join(r.words, ""), strings.Fields(p.Title())[0][:1]) || p.Title() == "" {
			t.Errorf("%s: no legend or title", name)
		}
		for _, it := range p.items {
			if it.label != nil && it.label.size < smallest {
				t.Errorf("%s: %q is set in %.1f points", name, it.label.text, it.label.size)
			}
		}
		checkSVG(t, name, p)
	}
}

func checkSVG(t *testing.T, name string, p *Picture) {
	t.Helper()
	var out, again bytes.Buffer
	if err := errors.Join(p.Write(&out, canvas.SVG), p.Write(&again, canvas.SVG)); err != nil {
		t.Errorf("%s: %v", name, err)
		return
	}
	assert.True(t, bytes.Equal(out.Bytes(), again.Bytes()), "%s: two drawings differ", name)
	if out.Len() > 3<<20 {
		t.Errorf("%s: %d bytes of SVG", name, out.Len())
	}
	d := xml.NewDecoder(bytes.NewReader(out.Bytes()))
	title, in := "", false
	for {
		token, err := d.Token()
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Errorf("%s: %v", name, err)
			return
		}
		switch token := token.(type) {
		case xml.StartElement:
			in = token.Name.Local == "title"
			for _, a := range token.Attr {
				if strings.Contains(a.Value, "NaN") || strings.Contains(a.Value, "Inf") {
					t.Errorf("%s: %s = %.60s", name, a.Name.Local, a.Value)
				}
			}
		case xml.CharData:
			if in {
				title += string(token)
			}
		case xml.EndElement:
			in = false
		}
	}
	assert.Equal(t, title, p.Title(), "%s: the title", name)
}

func TestPNG(t *testing.T) {
	assert.Long(t, "it renders four pictures")
	for _, spec := range []string{"billiard:q=5", "fpp:order=2", "surficial:n=12,m=3", "majority:n=12"} {
		p := drawn(t, spec, Options{})
		var out bytes.Buffer
		assert.OK(t, p.Write(&out, paper.PNG))
		img := assert.Got(png.Decode(&out))(t)
		w, h := float64(p.width)*3, float64(p.height)*3
		if b := img.Bounds(); math.Abs(float64(b.Dx())-w) > 1 || math.Abs(float64(b.Dy())-h) > 1 {
			t.Errorf("%s: %v, want about %.0f x %.0f", spec, b, w, h)
		}
		if grey := color.GrayModel.Convert(img.At(2, 2)).(color.Gray); grey.Y != 255 {
			t.Errorf("%s: the page is not white", spec)
		}
		dark := 0
		for y := range img.Bounds().Dy() {
			for x := range img.Bounds().Dx() {
				if color.GrayModel.Convert(img.At(x, y)).(color.Gray).Y < 128 {
					dark++
				}
			}
		}
		if dark < 1000 {
			t.Errorf("%s: nothing is drawn", spec)
		}
	}
}

func luma(c color.Color) int { return int(color.GrayModel.Convert(c).(color.Gray).Y) }

// TestLooksInGrey: any two looks differ in lightness or pattern, and so do lines in their dashes.
func TestLooksInGrey(t *testing.T) {
	for a := Plain; a < firstCategory+Categories; a++ {
		for b := Plain; b < a; b++ {
			x, y := a.style(), b.style()
			if x.pattern == y.pattern && abs(luma(x.fill)-luma(y.fill)) < MinContrast {
				t.Errorf("looks %d and %d: luma %d and %d, one pattern", a, b, luma(x.fill), luma(y.fill))
			}
		}
		// WCAG 2, contrast of texts: at least 4.5.
		if s := a.style(); contrast(s.fill, s.text) < 4.5 {
			t.Errorf("look %d: text contrast %.2f", a, contrast(s.fill, s.text))
		}
	}
	greys := shades()
	for i := range greys[1:] {
		if luma(greys[i])-luma(greys[i+1]) < MinContrast {
			t.Errorf("greys %d and %d of densities are too near", i, i+1)
		}
	}
	for i, c := range canvas.Palette() {
		for k := range i {
			if slices.Equal(canvas.DashPatterns()[i], canvas.DashPatterns()[k]) {
				t.Errorf("lines %d and %d have the same dashes", i, k)
			}
		}
		if contrast(color.RGBA{255, 255, 255, 255}, c) < 1.9 {
			t.Errorf("line %d is too faint on white: %.2f", i, contrast(white, c))
		}
	}
}

func abs(x int) int { return max(x, -x) }

func contrast(a, b color.RGBA) float64 {
	light := func(c color.RGBA) float64 {
		channel := func(v uint8) float64 {
			if s := float64(v) / 255; s <= 0.04045 {
				return s / 12.92
			} else {
				return math.Pow((s+0.055)/1.055, 2.4)
			}
		}
		return 0.2126*channel(c.R) + 0.7152*channel(c.G) + 0.0722*channel(c.B)
	}
	x, y := light(a), light(b)
	return (max(x, y) + 0.05) / (min(x, y) + 0.05)
}

// TestValidate sees that a bad layout is found.
func TestValidate(t *testing.T) {
	good := func() *Picture {
		var b body
		b.width, b.height = 200, 100
		b.write("one", 10, false, pt(10, 10))
		b.write("two", 10, false, pt(10, 30))
		return page{title: "t", legend: []Entry{TextEntry("r")}, body: b}.picture()
	}
	assert.OK(t, good().Validate())
	for name, spoil := range map[string]func(*Picture){
		"no title":  func(p *Picture) { p.title = " " },
		"no legend": func(p *Picture) { p.legend = 0 },
		"at most 7": func(p *Picture) { p.width = 505 },
		"overlap": func(p *Picture) {
			p.items = append(p.items, item{label: &label{text: "three", at: p.items[1].label.at, size: 9, colour: ink}})
		},
		"leaves":  func(p *Picture) { p.items[1].label.at.X = p.width - 5 },
		"a shape": func(p *Picture) { p.items = append(p.items, item{shape: &shape{circles: []circle{{pt(1, 1), 2}}}}) },
		"upward": func(p *Picture) {
			p.items = append(p.items, item{label: &label{text: "upward", at: pt(30, p.height-5), size: 9, upward: true, colour: ink}})
		},
	} {
		p := good()
		spoil(p)
		assert.Fails(t, p.Validate(), "picture ", "%s", name)
		assert.Fails(t, p.Write(io.Discard, canvas.SVG), "", "%s", name)
	}
}
