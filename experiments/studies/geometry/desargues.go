package geometry

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"coterie/construct"
	"coterie/experiments"
	"coterie/internal/table"
	"coterie/planes"
	"coterie/quorum"
)

// nonDesarguesian holds the parameters of the study desargues.
type nonDesarguesian struct {
	Orders []int `json:"orders"` // of which every plane that the program has is judged
}

// namedPlaneRow is what was computed about one plane, from its lines alone.
type namedPlaneRow struct {
	Spec, Name    string
	Kind          string // as the family fpp calls it
	Order         int
	Full          int // pairs of centre and axis with as many central collineations as can be
	Centres, Axes int // points and lines in such a pair
	Fano          int // subplanes of order 2
	Desarguesian  bool
	Refutation    *refutation `json:",omitempty"`
}

// refutation is a certificate: the lines of a plane, and a configuration in it for which Desargues's theorem fails.
type refutation struct {
	Spec   string         `json:"spec"`
	Plane  string         `json:"plane"`
	Lines  []quorum.Set   `json:"lines"`
	Centre quorum.Node    `json:"centre"`
	A      [3]quorum.Node `json:"a"` // one triangle
	B      [3]quorum.Node `json:"b"` // the other: a[i], b[i] and the centre are on one line
	// Meets[i] is where the sides opposite to a[i] and b[i] meet. No line has all three.
	Meets [3]quorum.Node `json:"meets"`
}

func Desargues() experiments.Study {
	return experiments.NewStudy(experiments.Spec[nonDesarguesian]{
		Name:  "desargues",
		Title: "Planes of one order that differ: where Desargues's theorem fails",
		Doc: "The sets of Maekawa's section 3 are the lines of any projective plane, and of orders 9 and 16 the program has several. Each " +
			"is told from the others by what is counted on its lines alone: pairs of a centre and an axis with all central collineations that " +
			"there can be, their centres and axes, and Fano subplanes. Where the theorem of Desargues fails a configuration is written as a " +
			"certificate that needs no search to verify; where none is found, the count proves the theorem.",
		Default: nonDesarguesian{Orders: []int{4, 5, 7, 8, 9}},
		Run:     runDesargues,
		Verify:  verifyRefutation,
	})
}

func runDesargues(ctx context.Context, env experiments.Env, p nonDesarguesian, out *experiments.Output) error {
	var params []planeParam
	for _, q := range p.Orders {
		for _, kind := range planeKinds() {
			// An order that the construction does not have is passed over.
			if _, err := kind.make(q); err == nil {
				params = append(params, planeParam{q, kind.plane})
			} else if wrong := (*planes.OrderError)(nil); !errors.As(err, &wrong) {
				return err
			}
		}
	}
	rows, err := experiments.Rows(ctx, env, "planes", params, describePlane)
	if err != nil {
		return err
	}
	t := table.New(
		table.Texts("spec", "", "the plane"),
		table.Texts("plane", "", "its name"),
		table.Ints("order", "", "q: q+1 points on a line"),
		table.Bools("desarguesian", "", "true: the theorem of Desargues holds, as all groups are full; false: the certificate refutes it"),
		table.Ints("full_groups", "pairs", "pairs of a centre and an axis with q central collineations (centre on the axis) or q-1 (off it)"),
		table.Ints("centres", "points", "points that are the centre of such a pair"),
		table.Ints("axes", "lines", "lines that are its axis; the dual plane has centres and axes exchanged"),
		table.Ints("fano_subplanes", "subplanes", "subplanes of order 2"),
		table.Texts("certificate", "", "the file with a configuration for which the theorem fails"),
	)
	for _, r := range rows {
		certificate := ""
		if r.Refutation != nil {
			certificate = fmt.Sprintf("refutation-order-%d-%s.json", r.Order, r.Kind)
			if err := out.Certificate(certificate, r.Refutation); err != nil {
				return err
			}
		}
		if err := t.Append(table.Text(r.Spec), table.Text(r.Name), table.Int(r.Order), table.Bool(r.Desarguesian), table.Int(r.Full), table.Int(r.Centres), table.Int(r.Axes), table.Int(r.Fano),
			experiments.TextOr(certificate)); err != nil {
			return err
		}
	}
	return out.Table("planes.csv", t)
}

// planeKind is a construction of planes, by the name that the family fpp gives it.
type planeKind struct {
	plane construct.FPPlane
	make  func(order int) (*planes.Plane, error)
}

func planeKinds() []planeKind {
	return []planeKind{
		{construct.DesarguesPlane, planes.NewProjective},
		{construct.HallPlane, planes.NewHall},
		{construct.DualHallPlane, planes.NewDualHall},
		{construct.HughesPlane, planes.NewHughes},
	}
}

// planeParam names one plane.
type planeParam struct {
	Order int
	Kind  construct.FPPlane
}

// describePlane lists the lines of the family's system and takes a plane from them, so that nothing is known of how it
// was made.
func describePlane(ctx context.Context, p planeParam) (namedPlaneRow, error) {
	row := namedPlaneRow{Order: p.Order, Kind: string(p.Kind)}
	for _, kind := range planeKinds() {
		if kind.plane == p.Kind {
			made, err := kind.make(p.Order)
			if err != nil {
				return row, err
			}
			row.Name = made.Name()
		}
	}
	system, err := construct.FPPOf(p.Order, p.Kind)
	if err != nil {
		return row, err
	}
	row.Spec = system.Name()
	lines := system.Family()
	var sets []quorum.Set
	for i := range lines.Len() {
		sets = append(sets, lines.Set(i))
	}
	plane, err := planeOf(row.Spec, lines.N(), sets)
	if err != nil {
		return row, err
	}
	groups, err := plane.CentralGroups(ctx)
	if err != nil {
		return row, err
	}
	centres, axes := map[int]bool{}, map[int]bool{}
	for z, byAxis := range groups {
		for l, order := range byAxis {
			most := row.Order - 1
			if plane.Incident(z, l) {
				most = row.Order
			}
			if order == most {
				row.Full++
				centres[z], axes[l] = true, true
			}
		}
	}
	row.Centres, row.Axes = len(centres), len(axes)
	if row.Fano, err = plane.FanoSubplanes(ctx); err != nil {
		return row, err
	}
	c, refuted, err := plane.DesarguesCounterexample(ctx)
	if err != nil {
		return row, err
	}
	row.Desarguesian = !refuted
	if refuted {
		nodes := func(points [3]int) (out [3]quorum.Node) {
			for i, v := range points {
				out[i] = quorum.Node(v)
			}
			return out
		}
		row.Refutation = &refutation{
			Spec: row.Spec, Plane: row.Name, Lines: sets,
			Centre: quorum.Node(c.Centre), A: nodes(c.A), B: nodes(c.B), Meets: nodes(c.Meets),
		}
	}
	return row, ctx.Err()
}

// planeOf judges that the sets are the lines of a plane, and returns it.
func planeOf(name string, n int, lines []quorum.Set) (*planes.Plane, error) {
	lists := make([][]int, len(lines))
	for i, l := range lines {
		lists[i] = l.Nodes()
	}
	return planes.FromLines(name, n, lists)
}

// verifyRefutation judges a certificate of the study.
func verifyRefutation(_ context.Context, _ nonDesarguesian, _ string, data []byte) error {
	var r refutation
	if err := json.Unmarshal(data, &r); err != nil {
		return err
	}
	return r.verify()
}

// verify reads everything from the certificate: that its sets are the lines of a plane, and that the configuration
// refutes the theorem in it.
func (r refutation) verify() error {
	plane, err := planeOf(r.Spec, len(r.Lines), r.Lines)
	if err != nil {
		return err
	}
	points := func(nodes [3]quorum.Node) (out [3]int) {
		for i, v := range nodes {
			out[i] = int(v)
		}
		return out
	}
	for _, v := range slices.Concat(r.A[:], r.B[:], r.Meets[:], []quorum.Node{r.Centre}) {
		if int(v) < 0 || int(v) >= len(r.Lines) {
			return fmt.Errorf("the plane has no point %v", v)
		}
	}
	c := planes.DesarguesConfiguration{Centre: int(r.Centre), A: points(r.A), B: points(r.B), Meets: points(r.Meets)}
	return c.Refutes(plane)
}
