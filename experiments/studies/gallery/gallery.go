package gallery

import (
	"context"
	"fmt"
	"strings"

	"coterie/construct"
	"coterie/experiments"
	"coterie/internal/picture/draw"
	"coterie/quorum"
)

// parameters holds the parameters of the study gallery.
type parameters struct {
	Nodes  int      `json:"nodes"`  // a family is drawn by its default system of this many nodes, or of the next larger number for which it has one
	Groups []int    `json:"groups"` // a group family for the first of these m
	Specs  []string `json:"specs"`  // systems of families without a default, and further ones
}

// exhibit is one drawn system.
type exhibit struct {
	Spec    string `csv:"spec" doc:"the system"`
	Family  string `csv:"family" doc:"its construction"`
	Kind    string `csv:"kind" doc:"what it is"`
	N       int    `csv:"n,nodes" doc:"number of nodes"`
	Quorums int    `csv:"quorums,quorums" doc:"number of quorums, over all cartels; 0 where the picture is of something else"`
}

// stem returns the name of the picture: fpp-order-2 for fpp:order=2.
func (e exhibit) stem() string {
	word := func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= '0' && r <= '9' {
			return r
		}
		return ' '
	}
	return strings.Join(strings.Fields(strings.Map(word, strings.ToLower(e.Spec))), "-")
}

// Study returns the study gallery.
func Study() experiments.Study {
	return experiments.NewStudy(experiments.Spec[parameters]{
		Name:  "gallery",
		Title: "A system of every family, drawn",
		Doc: "One small system of each family, and further ones of some, drawn as the family is: planes by their lines, grids and staircases by the quorums of " +
			"a few sites, trees and walls by their quorums, others by their incidence matrix.",
		Default: parameters{
			Nodes: 9, Groups: []int{3, 2},
			Specs: []string{
				"fpp:order=2", "fpp:order=4", "grid:n=25", "majority:n=5", "billiard:q=7", "cyclic:n=13,cover=0-1-3-9", "surficial:n=27,m=3",
				"wall:rows=1-2-3", "weighted:votes=3-1-1-1", "gifford:votes=2-1-1-1,read=2,write=4", "flexible:n=4,elect=3,commit=2", "sharing:alpha=1+2-2+3",
				"composition:outer=(fpp:order=2),node=3,inner=(majority:n=3)", "hierarchical:outer=(majority:n=3),inner=(majority:n=3)",
				"truncated:n=10,of=(fpp:order=3),mode=merge", "rectangular-surficial:sides=2-3-4", "design-surficial:design=projective,order=2,degree=2",
				"lift:m=3,of=(fpp:order=2)", "cover:group=Z7:Z3,cover=0-1-3-7-16",
				"k-majority:n=5,k=2", "k-singleton:n=5,k=3", "disjoint:k=2,of=(fpp:order=2)",
				"product:of=(k-majority:n=4,k=2)|(k-singleton:n=2,k=2)", "uniform-arbiter:n=5,k=2", "cube-arbiter:side=2,k=2",
			},
		},
		Declare: declare,
	})
}

func declare(out *experiments.Output, p parameters) {
	exhibits := experiments.Compute(out, "systems", p.specs(), describe)
	sheet := experiments.Table(out, "gallery", exhibits,
		"spec", "family", "kind", "n", "quorums",
		experiments.Texts("picture", "", "stem of its picture", exhibit.stem))
	families := map[string]bool{}
	for _, e := range exhibits {
		families[e.Family] = true
		picture := experiments.Must(drawn(out.Context(), e.Spec))
		out.Sketch(e.stem(), picture, sheet.Where(experiments.Is("spec", e.Spec)))
	}
	out.Found("", "The %d families of the program, drawn as %d systems.", len(families), len(exhibits))
}

// specs lists the systems, family by family in the order of the registry.
func (p parameters) specs() (list []string) {
	for _, f := range construct.Families() {
		var of []string
		for _, text := range p.Specs {
			if i := experiments.Must(construct.Parse(context.Background(), text)); i.Family().Name == f.Name {
				of = append(of, i.Spec())
			}
		}
		if len(of) == 0 && f.HasDefault() {
			of = append(of, p.defaultOf(f))
		}
		list = append(list, of...)
	}
	return list
}

// defaultOf returns the spec of a default system of the family that is large enough to show the
// construction.
func (p parameters) defaultOf(f construct.Family) string {
	groups := []int{0}
	if f.Groups() || f.Holders() {
		groups = p.Groups
	}
	for n := p.Nodes; n <= 4*p.Nodes; n++ {
		for _, m := range groups {
			if i := experiments.Default(f, n, m); i != nil {
				return i.Spec()
			}
		}
	}
	panic(fmt.Sprintf("gallery: %s has no default system of %d to %d nodes", f.Name, p.Nodes, 4*p.Nodes))
}

func describe(ctx context.Context, spec string) (exhibit, error) {
	system := experiments.Must(construct.Build(ctx, spec))
	i, _ := construct.InstanceOf(system)
	e := exhibit{Spec: system.Name, Family: i.Family().Name, Kind: strings.ReplaceAll(string(system.Kind), "-", " "), N: system.Nodes}
	switch s := system.Structure.(type) {
	case *quorum.System:
		e.Quorums = s.Family().Len()
	case *quorum.KCoterie:
		e.Quorums = s.Family().Len()
	case *quorum.GroupSystem:
		for _, c := range s.Cartels() {
			e.Quorums += c.Len()
		}
	}
	return e, nil
}

func drawn(ctx context.Context, spec string) (*draw.Picture, error) {
	system := experiments.Must(construct.Build(ctx, spec))
	return draw.Of(ctx, system, draw.Options{})
}
