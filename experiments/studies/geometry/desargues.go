package geometry

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"coterie/construct"
	"coterie/experiments"
	"coterie/planes"
	"coterie/quorum"
)

type nonDesarguesian struct {
	Orders []int `json:"orders"` // the program judges each of its planes of these orders
}

// namedPlaneRow holds the results for one plane, computed from its lines alone.
type namedPlaneRow struct {
	Order      int               `csv:"order" doc:"q: q+1 points on a line"`
	Kind       construct.FPPlane // as the family fpp calls it
	Name       string            `csv:"plane" doc:"its name"`
	Spec       string            `csv:"spec" doc:"the plane"`
	Full       int               `csv:"full_groups,pairs" doc:"pairs of a centre and an axis with q central collineations (centre on the axis) or q-1 (off it)"`
	Centres    int               `csv:"centres,points" doc:"points that are the centre of such a pair"`
	Axes       int               `csv:"axes,lines" doc:"lines that are its axis; the dual plane has centres and axes exchanged"`
	Fano       int               `csv:"fano_subplanes,subplanes" doc:"subplanes of order 2"`
	Refutation *refutation       `json:",omitempty"` // nil: the theorem of Desargues holds
}

func (r namedPlaneRow) certificate() string {
	if r.Refutation == nil {
		return ""
	}
	return fmt.Sprintf("refutation-order-%d-%s.json", r.Order, r.Kind)
}

// refutation is a certificate: the lines of a plane, with a configuration for which Desargues's
// theorem fails.
type refutation struct {
	Spec   string         `json:"spec"`
	Plane  string         `json:"plane"`
	Lines  []quorum.Set   `json:"lines"`
	Centre quorum.Node    `json:"centre"`
	A      [3]quorum.Node `json:"a"` // one triangle
	B      [3]quorum.Node `json:"b"` // the other: a[i], b[i] and the centre are on one line
	// Meets[i] is the point where the sides opposite to a[i] and b[i] meet. No line has all three.
	Meets [3]quorum.Node `json:"meets"`
}

// Desargues returns the study desargues.
func Desargues() experiments.Study {
	return experiments.NewStudy(experiments.Spec[nonDesarguesian]{
		Name:  "desargues",
		Title: "Planes of one order that differ: where Desargues's theorem fails",
		Doc: "The sets of Maekawa's section 3 are the lines of any projective plane, and of orders 9 and 16 the program has several. Each " +
			"is told from the others by what is counted on its lines alone: pairs of a centre and an axis with all central collineations that " +
			"there can be, their centres and axes, and Fano subplanes. Where the theorem of Desargues fails a configuration is written as a " +
			"certificate that needs no search to verify; where none is found, the count proves the theorem.",
		Default: nonDesarguesian{Orders: []int{4, 5, 7, 8, 9}},
		Declare: declareDesargues,
		Verify:  experiments.Decoded(verifyRefutation),
	})
}

func declareDesargues(out *experiments.Output, p nonDesarguesian) {
	rows := experiments.Compute(out, "planes", experiments.Must(builtPlanes(p.Orders)), describePlane)
	experiments.Table(out, "planes", rows,
		"spec", "plane", "order",
		experiments.Bools("desarguesian", "", "true: the theorem of Desargues holds, as all groups are full; false: the certificate refutes it",
			func(r namedPlaneRow) bool { return r.Refutation == nil }),
		"full_groups", "centres", "axes", "fano_subplanes",
		experiments.Texts("certificate", "", "the file with a configuration for which the theorem fails", namedPlaneRow.certificate))
	for _, r := range rows {
		if r.Refutation != nil {
			out.Certificate(r.certificate(), r.Refutation)
		}
	}
	foundDesargues(out, rows)
}

// builtPlanes lists the planes of the orders. It skips an order that a construction does not have.
func builtPlanes(orders []int) (list []namedPlaneRow, err error) {
	for _, q := range orders {
		for _, kind := range []struct {
			plane construct.FPPlane
			make  func(ctx context.Context, order int) (*planes.Plane, error)
		}{
			{construct.DesarguesPlane, planes.NewProjective},
			{construct.HallPlane, planes.NewHall},
			{construct.DualHallPlane, planes.NewDualHall},
			{construct.HughesPlane, planes.NewHughes},
		} {
			made, err := kind.make(context.Background(), q)
			if wrong := (*planes.OrderError)(nil); errors.As(err, &wrong) {
				continue
			}
			if err != nil {
				return nil, err
			}
			list = append(list, namedPlaneRow{Order: q, Kind: kind.plane, Name: made.Name()})
		}
	}
	return list, nil
}

// describePlane lists the lines of the family's system and makes a plane from them, so that it uses
// no knowledge of the construction.
func describePlane(ctx context.Context, row namedPlaneRow) (namedPlaneRow, error) {
	system := experiments.Must(quorum.As[*quorum.System](construct.FPPOf(row.Order, row.Kind)))
	row.Spec = system.Name()
	sets := system.Family().Sets()
	plane := experiments.Must(planeOf(row.Spec, sets))
	groups := experiments.Must(plane.CentralGroups(ctx))
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
	row.Fano = experiments.Must(plane.FanoSubplanes(ctx))
	c, refuted := experiments.Must2(plane.DesarguesCounterexample(ctx))
	if refuted {
		row.Refutation = &refutation{
			Spec: row.Spec, Plane: row.Name, Lines: sets,
			Centre: quorum.Node(c.Centre), A: triple[quorum.Node](c.A), B: triple[quorum.Node](c.B), Meets: triple[quorum.Node](c.Meets),
		}
	}
	return row, ctx.Err()
}

// planeOf returns the plane whose lines are the sets. It fails if they are not the lines of a
// plane.
func planeOf(name string, lines []quorum.Set) (*planes.Plane, error) {
	lists := make([][]int, len(lines))
	for i, l := range lines {
		lists[i] = l.Nodes()
	}
	return planes.FromLines(context.Background(), name, len(lines), lists)
}

// triple turns points into nodes, or nodes into points.
func triple[T, S ~int](from [3]S) [3]T { return [3]T{T(from[0]), T(from[1]), T(from[2])} }

// verifyRefutation judges a certificate of the study.
//
// It uses the certificate alone: its sets must be the lines of a plane, and the configuration must
// refute the theorem in it.
func verifyRefutation(_ context.Context, _ nonDesarguesian, _ string, r refutation) error {
	plane := experiments.Must(planeOf(r.Spec, r.Lines))
	for _, v := range slices.Concat(r.A[:], r.B[:], r.Meets[:], []quorum.Node{r.Centre}) {
		if int(v) < 0 || int(v) >= len(r.Lines) {
			return fmt.Errorf("the plane has no point %v", v)
		}
	}
	c := planes.DesarguesConfiguration{Centre: int(r.Centre), A: triple[int](r.A), B: triple[int](r.B), Meets: triple[int](r.Meets)}
	return c.Refutes(plane)
}
