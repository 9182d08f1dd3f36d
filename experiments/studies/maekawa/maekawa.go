package maekawa

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"coterie/construct"
	"coterie/experiments"
	"coterie/experiments/small"
	"coterie/internal/table"
	"coterie/quorum"
)

// maekawaParameters holds the parameters of the study maekawa-sets.
type maekawaParameters struct {
	Sizes []int `json:"sizes"` // K of the printed sets
}

// figureOne is Figure 1 as printed, from testdata/papers.
type figureOne struct {
	Source  string         `json:"source"`
	Figures []printedPlane `json:"figures"`
}

// printedPlane is one part of the figure: S_i for every site i, in the order of print.
type printedPlane struct {
	Part string             `json:"part"`
	K    int                `json:"k"`
	N    int                `json:"n"`
	Sets []small.PrintedSet `json:"sets"`
}

// system returns the printed sets as a system, S_1 first.
func (p printedPlane) system() (*quorum.System, error) {
	n := p.N
	if len(p.Sets) != n {
		return nil, fmt.Errorf("part %s: %d sets for %d sites", p.Part, len(p.Sets), n)
	}
	quorums := make([][]int, n)
	for _, s := range p.Sets {
		if int(s.Site) >= n || quorums[s.Site] != nil {
			return nil, fmt.Errorf("part %s: S_%v is printed twice, or there is no such site", p.Part, s.Site)
		}
		quorums[s.Site] = s.Nodes.Nodes()
	}
	f, err := quorum.NewFamily(n, quorums)
	if err != nil {
		return nil, fmt.Errorf("part %s: %w", p.Part, err)
	}
	sites := make([]int, n)
	for i := range sites {
		sites[i] = i
	}
	return quorum.NewSystem("Maekawa 1985, Figure 1("+p.Part+")", f, quorum.SystemOptions{Sites: sites})
}

// renaming is the certificate of one part: which node of our plane each printed node is.
type renaming struct {
	Figure  string        `json:"figure"`
	Spec    string        `json:"spec"`
	Printed []quorum.Set  `json:"printed"` // S_1, S_2, ... as printed
	Ours    []quorum.Set  `json:"ours"`    // the quorums that the spec builds
	To      []quorum.Node `json:"to"`      // node i of ours is called To[i] in the paper
}

func Sets() experiments.Study {
	return experiments.NewStudy(experiments.Spec[maekawaParameters]{
		Name:  "maekawa-sets",
		Title: "The sets of Maekawa's Figure 1, equal to ours up to renaming",
		Doc: "The printed sets for K = 2, 3, 4 and 5 are judged by conditions (a) to (d), and compared with the lines of the plane of order " +
			"K-1: the study finds a renaming of nodes that turns one into the other, and writes it as a certificate that needs no search to verify.",
		Default: maekawaParameters{Sizes: []int{2, 3, 4, 5}},
		Run:     runMaekawaSets,
		Verify: func(_ context.Context, _ maekawaParameters, _ string, data []byte) error {
			var r renaming
			if err := json.Unmarshal(data, &r); err != nil {
				return err
			}
			return r.verify()
		},
	})
}

// verify carries out the renaming and compares the two lists as sets of sets; it shares no code with the
// search for the renaming.
func (r renaming) verify() error {
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
	for _, q := range r.Ours {
		var renamed []int
		for v := range q.All() {
			if v >= len(r.To) {
				return fmt.Errorf("%v has a node without a new name", q)
			}
			renamed = append(renamed, int(r.To[v]))
		}
		if s := quorum.SetOf(renamed...); !printed[s.String()] {
			return fmt.Errorf("our quorum %v becomes %v, which is not printed, or not twice", q, s)
		} else {
			delete(printed, s.String())
		}
	}
	if len(printed) > 0 {
		return fmt.Errorf("%d printed sets are not reached", len(printed))
	}
	instance, err := construct.Parse(r.Spec)
	if err != nil {
		return err
	}
	built, err := instance.Build(context.Background(), construct.BuildOptions{})
	if err != nil {
		return err
	}
	family := built.(*quorum.System).Family()
	for i, q := range r.Ours {
		if !q.Equal(family.Set(i)) {
			return fmt.Errorf("quorum %v of %s is %v, not %v", quorum.Index(i), r.Spec, family.Set(i), q)
		}
	}
	return nil
}

func runMaekawaSets(ctx context.Context, env experiments.Env, p maekawaParameters, out *experiments.Output) error {
	figure, err := experiments.ReadPaper[figureOne](env, "maekawa-figure-1.json")
	if err != nil {
		return err
	}
	t := table.New(
		table.Texts("figure", "", "part of Figure 1"),
		table.Ints("k", "nodes", "size of the sets"),
		table.Ints("n", "nodes", "number of nodes, and of sets"),
		table.Texts("spec", "", "our system"),
		table.Ints("site", "", "i"),
		table.Texts("printed", "", "S_i as printed"),
		table.Texts("ours", "", "our quorum that the renaming turns into S_i, in our names"),
		table.Ints("our_name", "", "what our plane calls the printed node i"),
	)
	for _, k := range p.Sizes {
		if !slices.ContainsFunc(figure.Figures, func(part printedPlane) bool { return part.K == k }) {
			return fmt.Errorf("Figure 1 has no sets for K = %d", k)
		}
	}
	over := experiments.Every(fmt.Sprintf("Figure 1, K in %d..%d", slices.Min(p.Sizes), slices.Max(p.Sizes)))
	var verdicts, renamings []experiments.Judgement
	for _, part := range figure.Figures {
		if !slices.Contains(p.Sizes, part.K) {
			continue
		}
		printed, err := part.system()
		if err != nil {
			return err
		}
		verdicts = append(verdicts, judgeConditions(ctx, over, printed))
		ours, err := construct.FPP(part.K - 1)
		if err != nil {
			return err
		}
		to, ok := quorum.Isomorphism(ours.Family(), printed.Family())
		renamings = append(renamings, experiments.JudgeOnce(over, ok, fmt.Sprintf("%s and %s", printed.Name(), ours.Name())))
		if !ok {
			continue
		}
		if err := appendRenaming(t, part, printed, ours, to); err != nil {
			return err
		}
		r := renaming{Figure: "1(" + part.Part + ")", Spec: ours.Name()}
		for i := range ours.Family().Len() {
			r.Ours = append(r.Ours, ours.Family().Set(i))
			r.Printed = append(r.Printed, printed.Family().Set(i))
			r.To = append(r.To, quorum.Node(to[i]))
		}
		if err := out.Certificate(fmt.Sprintf("renaming-k%d.json", part.K), r); err != nil {
			return err
		}
	}
	if err := out.Table("maekawa-sets.csv", t); err != nil {
		return err
	}
	five, err := judgeFiveNodes(env, figure)
	if err != nil {
		return err
	}
	const command = "coterie experiment run maekawa-sets"
	first := func(list []experiments.Judgement) experiments.Judgement {
		return experiments.Judge(over, slices.Values(list), func(j experiments.Judgement) (bool, string) { return j.Verdict() == experiments.HoldsOn, j.Witness() })
	}
	return out.Claims(
		experiments.Claim{
			ID: "maekawa-figure-1", Source: "Maekawa 1985", Section: "Figure 1",
			Statement: "The printed sets for K = 2, 3, 4, 5 satisfy conditions (a) to (d).",
			Command:   command, Judgement: first(verdicts),
		},
		experiments.Claim{
			ID: "maekawa-figure-1-planes", Source: "Maekawa 1985", Section: "section 3",
			Statement: "The printed sets are the lines of the projective plane of order K-1.",
			Command:   command, Judgement: first(renamings),
		},
		experiments.Claim{
			ID: "maekawa-method-1-five-nodes", Source: "Maekawa 1985", Section: "section 7, Method 1",
			Statement: "Replacing 7 and 6 by 5 and 4 in the sets for K = 3 and removing S_7 and S_6 gives the printed sets for N = 5.",
			Command:   command, Judgement: five,
		},
	)
}

// judgeFiveNodes carries out the printed replacement on the printed sets.
func judgeFiveNodes(env experiments.Env, figure figureOne) (experiments.Judgement, error) {
	example, err := experiments.ReadPaper[small.FiveNodes](env, "maekawa-n5.json")
	if err != nil {
		return experiments.Judgement{}, err
	}
	i := slices.IndexFunc(figure.Figures, func(p printedPlane) bool { return p.Part == example.Part })
	if i < 0 {
		return experiments.Judgement{}, fmt.Errorf("Figure 1 has no part %q", example.Part)
	}
	plane, err := figure.Figures[i].system()
	if err != nil {
		return experiments.Judgement{}, err
	}
	by := map[int]int{}
	for _, r := range example.Replaced {
		by[int(r.Node)] = int(r.By)
		if !slices.Contains(example.RemovedSites, r.Node) {
			return experiments.Judgement{}, fmt.Errorf("node %v is replaced, and its site is not among the removed ones", r.Node)
		}
	}
	if len(example.RemovedSites) != len(by) {
		return experiments.Judgement{}, fmt.Errorf("%d sites are removed and %d nodes replaced", len(example.RemovedSites), len(by))
	}
	got, err := construct.ReplaceNodes("", plane, by)
	if err != nil {
		return experiments.Judgement{}, err
	}
	same, text := len(example.Sets) == got.N(), []string{}
	for _, s := range example.Sets {
		ours := got.SiteFamily().Set(int(s.Site))
		same = same && ours.Equal(s.Nodes)
		text = append(text, fmt.Sprintf("S_%v printed %v, computed %v", s.Site, s.Nodes, ours))
	}
	return experiments.JudgeOnce(experiments.Every("the printed example"), same, strings.Join(text, "; ")), nil
}

// judgeConditions judges (a) to (d) of the printed sets.
func judgeConditions(ctx context.Context, over experiments.Range, printed *quorum.System) experiments.Judgement {
	report := quorum.Check(ctx, printed, quorum.Options{Jobs: 1})
	var broken []string
	for _, p := range []quorum.Property{quorum.Intersection, quorum.Inclusion, quorum.EqualEffort, quorum.EqualResponsibility} {
		if v, _ := report.Judged(p); v.Holds != quorum.Holds {
			broken = append(broken, v.Reason)
		}
	}
	witness := printed.Name()
	if len(broken) > 0 {
		witness += ": " + strings.Join(broken, "; ")
	}
	return experiments.JudgeOnce(over, len(broken) == 0, witness)
}

// appendRenaming adds one row for each site.
func appendRenaming(t *table.Table, part printedPlane, printed, ours *quorum.System, to []int) error {
	from := make([]int, len(to))
	for v, w := range to {
		from[w] = v
	}
	for i := range printed.N() {
		set := printed.Family().Set(i)
		var renamed []int
		for v := range set.All() {
			renamed = append(renamed, from[v])
		}
		if err := t.Append(table.Text("1("+part.Part+")"), table.Int(part.K), table.Int(printed.N()), table.Text(ours.Name()), table.Int(quorum.Node(i).Ordinal()),
			table.Text(set.String()), table.Text(quorum.SetOf(renamed...).String()), table.Int(quorum.Node(from[i]).Ordinal())); err != nil {
			return err
		}
	}
	return nil
}
