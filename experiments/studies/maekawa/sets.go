package maekawa

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"coterie/construct"
	"coterie/construct/degenerate"
	"coterie/experiments"
	"coterie/experiments/small"
	"coterie/quorum"
)

const paper = "Maekawa 1985"

// printedPlane is one part of the figure: S_i for every site i, in printed order.
type printedPlane struct {
	Part string             `json:"part"`
	K    int                `json:"k"`
	N    int                `json:"n"`
	Sets []small.PrintedSet `json:"sets"`
}

// readFigureOne reads Figure 1 as printed, from experiments/papers.
func readFigureOne(out *experiments.Output) []printedPlane {
	return experiments.Printed[struct {
		Source  string         `json:"source"`
		Figures []printedPlane `json:"figures"`
	}](out, "maekawa-figure-1.json").Figures
}

// partOf returns the printed sets of a part of the figure.
func partOf(figure []printedPlane, name string) (*quorum.System, error) {
	i := slices.IndexFunc(figure, func(p printedPlane) bool { return p.Part == name })
	if i < 0 {
		return nil, fmt.Errorf("no part of Figure 1 is named %q", name)
	}
	return figure[i].system()
}

// system returns the printed sets as a system, S_1 first.
func (p printedPlane) system() (*quorum.System, error) {
	if len(p.Sets) != p.N {
		return nil, fmt.Errorf("part %s: %d sets for %d sites", p.Part, len(p.Sets), p.N)
	}
	sets := make([][]int, p.N)
	for _, s := range p.Sets {
		if int(s.Site) >= p.N || sets[s.Site] != nil {
			return nil, fmt.Errorf("part %s: S_%v is printed twice, or there is no such site", p.Part, s.Site)
		}
		sets[s.Site] = s.Nodes.Nodes()
	}
	return siteSystem("Maekawa 1985, Figure 1("+p.Part+")", sets)
}

// siteSystem returns the site assignment in which S_i is set i.
func siteSystem(name string, sets [][]int) (*quorum.System, error) {
	f, err := quorum.NewFamily(len(sets), sets)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return quorum.NewSystem(name, f, quorum.SystemOptions{Sites: experiments.Numbers(0, len(sets)-1)})
}

// Sets returns the study maekawa-sets.
func Sets() experiments.Study {
	return experiments.NewStudy(experiments.Spec[sizeParameters]{
		Name:  "maekawa-sets",
		Title: "The sets of Maekawa's Figure 1, equal to ours up to renaming",
		Doc: "The printed sets for K = 2, 3, 4 and 5 are judged by conditions (a) to (d), and compared with the lines of the plane of order " +
			"K-1: the study finds a renaming of nodes that turns one into the other, and writes it as a certificate that needs no search to verify.",
		Default: sizeParameters{Sizes: []int{2, 3, 4, 5}},
		Declare: declareSets,
		Verify:  experiments.Decoded(verifyRenaming),
	})
}

// printedPart is a part of the figure beside our plane with the same K.
type printedPart struct {
	printed, ours *quorum.System
	part          string
	k             int      `csv:"k,nodes" doc:"size of the sets"`
	broken        []string // the violations of (a) to (d)
	to            []int    // node i of ours is called to[i] in the paper; nil if there is no renaming
	site          int      // one site of the figure, in the table
}

// sites returns the part once for each site, if the part has a renaming.
func (p printedPart) sites() (list []printedPart) {
	for p.site = range p.to {
		list = append(list, p)
	}
	return list
}

func (p printedPart) set() quorum.Set { return p.printed.Family().Set(p.site) }

// ourName returns our plane's name for the printed node v.
func (p printedPart) ourName(v int) int { return slices.Index(p.to, v) }

// ourSet returns the set in the names of our plane.
func (p printedPart) ourSet() string {
	var renamed []int
	for v := range p.set().All() {
		renamed = append(renamed, p.ourName(v))
	}
	return quorum.SetOf(renamed...).String()
}

func declareSets(out *experiments.Output, p sizeParameters) {
	figure := readFigureOne(out)
	var parts []printedPart
	for _, k := range p.Sizes {
		part := experiments.Must(comparePart(out.Context(), figure, k))
		parts = append(parts, part)
	}
	experiments.Table(out, "maekawa-sets", experiments.Flat(parts, printedPart.sites),
		experiments.Texts("figure", "", "part of Figure 1", func(s printedPart) string { return "1(" + s.part + ")" }),
		"k",
		experiments.Ints("n", "nodes", "number of nodes, and of sets", func(s printedPart) int { return s.printed.N() }),
		experiments.Texts("spec", "", "our system", func(s printedPart) string { return s.ours.Name() }),
		experiments.Ints("site", "", "i", func(s printedPart) int { return quorum.Node(s.site).Ordinal() }),
		experiments.Texts("printed", "", "S_i as printed", func(s printedPart) string { return s.set().String() }),
		experiments.Texts("ours", "", "our quorum that the renaming turns into S_i, in our names", printedPart.ourSet),
		experiments.Ints("our_name", "", "what our plane calls the printed node i",
			func(s printedPart) int { return quorum.Node(s.ourName(s.site)).Ordinal() }))
	for _, part := range parts {
		if part.to != nil {
			out.Certificate(fmt.Sprintf("renaming-k%d.json", part.k), part.renaming())
		}
	}

	foundSets(out, parts)
	over := fmt.Sprintf("Figure 1, K in %d..%d", slices.Min(p.Sizes), slices.Max(p.Sizes))
	out.Claim("maekawa-figure-1", paper, "Figure 1", "The printed sets for K = 2, 3, 4, 5 satisfy conditions (a) to (d).",
		experiments.ForAll(over, parts, func(p printedPart) (bool, string) {
			return len(p.broken) == 0, fmt.Sprintf("%s: %s", p.printed.Name(), strings.Join(p.broken, "; "))
		}))
	out.Claim("maekawa-figure-1-planes", paper, "section 3", "The printed sets are the lines of the projective plane of order K-1.",
		experiments.ForAll(over, parts, func(p printedPart) (bool, string) {
			return p.to != nil, fmt.Sprintf("%s and %s", p.printed.Name(), p.ours.Name())
		}))
	five := experiments.Must(judgeFiveNodes(out, figure))
	out.Claim("maekawa-method-1-five-nodes", paper, "section 7, Method 1",
		"Replacing 7 and 6 by 5 and 4 in the sets for K = 3 and removing S_7 and S_6 gives the printed sets for N = 5.", five)
}

// comparePart judges the printed sets of K nodes by (a) to (d), and looks for them in our plane.
func comparePart(ctx context.Context, figure []printedPlane, k int) (p printedPart, err error) {
	i := slices.IndexFunc(figure, func(part printedPlane) bool { return part.K == k })
	if i < 0 {
		return p, fmt.Errorf("no sets for K = %d in Figure 1", k)
	}
	p.k, p.part = k, figure[i].Part
	p.printed = experiments.Must(figure[i].system())
	p.ours = lines(k)
	report := quorum.Check(ctx, p.printed, quorum.Options{Jobs: 1})
	for _, property := range []quorum.Property{quorum.Intersection, quorum.Inclusion, quorum.EqualEffort, quorum.EqualResponsibility} {
		if v, _ := report.Judged(property); v.Holds != quorum.Holds {
			p.broken = append(p.broken, v.Reason)
		}
	}
	p.to, _ = quorum.Isomorphism(p.ours.Family(), p.printed.Family())
	return p, nil
}

// judgeFiveNodes carries out the printed replacement on the printed sets.
func judgeFiveNodes(out *experiments.Output, figure []printedPlane) (j experiments.Judgement, err error) {
	example := experiments.Printed[small.FiveNodes](out, "maekawa-n5.json")
	plane := experiments.Must(partOf(figure, example.Part))
	by := map[int]int{}
	for _, r := range example.Replaced {
		by[int(r.Node)] = int(r.By)
	}
	removed := map[int]bool{}
	for _, site := range example.RemovedSites {
		removed[int(site)] = true
	}
	if !slices.Equal(slices.Sorted(maps.Keys(by)), slices.Sorted(maps.Keys(removed))) {
		return j, fmt.Errorf("sites %v are removed, which are not the nodes replaced", example.RemovedSites)
	}
	got := experiments.Must(degenerate.ReplaceNodes(out.Context(), "", plane, by))
	same, text := len(example.Sets) == got.N(), []string{}
	for _, s := range example.Sets {
		ours := got.SiteFamily().Set(int(s.Site))
		same = same && ours.Equal(s.Nodes)
		text = append(text, fmt.Sprintf("S_%v printed %v, computed %v", s.Site, s.Nodes, ours))
	}
	return experiments.JudgeOnce(experiments.Every("the printed example"), same, strings.Join(text, "; ")), nil
}

// renaming is the certificate of one part: the node of our plane for each printed node.
type renaming struct {
	Figure  string        `json:"figure"`
	Spec    string        `json:"spec"`
	Printed []quorum.Set  `json:"printed"` // S_1, S_2, ... as printed
	Ours    []quorum.Set  `json:"ours"`    // the quorums that the spec builds
	To      []quorum.Node `json:"to"`      // node i of ours is called To[i] in the paper
}

func (p printedPart) renaming() renaming {
	r := renaming{Figure: "1(" + p.part + ")", Spec: p.ours.Name()}
	for i, v := range p.to {
		r.Printed = append(r.Printed, p.printed.Family().Set(i))
		r.Ours = append(r.Ours, p.ours.Family().Set(i))
		r.To = append(r.To, quorum.Node(v))
	}
	return r
}

// verifyRenaming carries out the renaming and compares the two lists as sets of sets; it shares no
// code with the search for the renaming.
func verifyRenaming(ctx context.Context, _ sizeParameters, _ string, r renaming) error {
	if len(r.To) != len(r.Printed) || len(r.Ours) != len(r.Printed) {
		return fmt.Errorf("%d printed sets, %d of ours, %d renamed nodes", len(r.Printed), len(r.Ours), len(r.To))
	}
	used := map[quorum.Node]bool{}
	for _, v := range r.To {
		if used[v] || int(v) >= len(r.To) {
			return fmt.Errorf("the renaming is no permutation at %v", v)
		}
		used[v] = true
	}
	printed := map[string]bool{}
	for _, s := range r.Printed {
		printed[s.String()] = true
	}
	instance := experiments.Must(construct.Parse(ctx, r.Spec))
	built := experiments.Must(instance.Build(ctx, 0))
	family := built.(*quorum.System).Family()
	if family.N() != len(r.To) || family.Len() != len(r.Ours) {
		return fmt.Errorf("%s has %d nodes and %d quorums, not %d", r.Spec, family.N(), family.Len(), len(r.To))
	}
	for i, q := range r.Ours {
		if !q.Equal(family.Set(i)) {
			return fmt.Errorf("quorum %v of %s is %v, not %v", quorum.Index(i), r.Spec, family.Set(i), q)
		}
		var renamed []int
		for v := range q.All() {
			renamed = append(renamed, int(r.To[v]))
		}
		s := quorum.SetOf(renamed...).String()
		if !printed[s] {
			return fmt.Errorf("our quorum %v becomes %s, which is not printed, or not twice", q, s)
		}
		delete(printed, s)
	}
	return nil // as many quorums as printed sets, and no two sets become one
}
