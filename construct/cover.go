package construct

import (
	"fmt"
	"slices"

	"coterie/groups"
	"coterie/internal/words/show"
	"coterie/quorum"
)

// Cover returns the translates of a difference cover D of a group, given by its elements 0..n-1 in
// any order: quorum g is gDd⁻¹, where d is the least element of D, so that it contains node g, and
// sites are 1, ..., n.
//
// D is a difference cover if every element is a quotient xy⁻¹ of two of its elements (else the
// error names an element that is no quotient); an element out of range or given twice is a
// *ParamError. Quorums g and h then meet: xy⁻¹ = g⁻¹h gives the node gxd⁻¹ = hyd⁻¹ of both. K =
// |D|, and every node is in |D| of the n listed quorums, so Maekawa's conditions hold. The S_g
// differ unless gD = D for some g that is not the identity. In Z_n they are the quorums of
// [Cyclic].
//
// Cost O(n·K log K), and O(n + K²) to judge D.
func Cover(g *groups.Group, cover []int) (quorum.Known, error) {
	return coverFamily().built(coverPlan(g, cover))
}

func coverPlan(g *groups.Group, cover []int) (*plan, error) {
	n := g.Order()
	d, err := coverSet("cover", "element", n, cover)
	if err != nil {
		return nil, err
	}
	have := make([]bool, n)
	for _, x := range d {
		for _, y := range d {
			have[g.Mul(x, g.Inv(y))] = true
		}
	}
	if missing := slices.Index(have, false); missing >= 0 {
		return nil, quorum.Bad("", fmt.Sprintf("cover: cover=%s: %d is no quotient xy⁻¹ of two of these elements of %s",
			show.Brief(listSetting("cover", d).value), missing, show.Brief(g.Name())), "every element of the group has to be a quotient")
	}
	origin := g.Inv(d[0])
	return translatesPlan(n, len(d), []setting{{"group", g.Name()}, listSetting("cover", d)}, func() ([]int, error) { return d, nil },
		func(dst []int32, d []int, _, site int) []int32 {
			for _, x := range d {
				dst = append(dst, int32(g.Mul(site, g.Mul(x, origin))))
			}
			slices.Sort(dst)
			return dst
		}), nil
}

// coverSet returns a cover of 0..n-1 sorted, or a *ParamError if it is no set of these.
func coverSet(family, what string, n int, cover []int) ([]int, error) {
	d := slices.Sorted(slices.Values(cover))
	legal := ""
	switch {
	case len(d) == 0:
		legal = "at least one " + what
	case d[0] < 0 || d[len(d)-1] >= n:
		legal = fmt.Sprintf("%ss in 0..%d", what, n-1)
	case len(slices.Compact(slices.Clone(d))) < len(d):
		legal = "different " + what + "s"
	default:
		return d, nil
	}
	return nil, illegal(family, "cover", listSetting("cover", cover).value, legal)
}

func coverFamily() Family {
	return Family{
		Name:    "cover",
		Kind:    quorum.KindSystem,
		Summary: "translates of a difference cover of a finite group",
		Params: []Param{
			{Name: "group", Doc: "name of the group, such as Z2xZ8, D5 or Z7:Z3"},
			{Name: "cover", Doc: "elements a-b-c of 0..n-1 whose quotients are all elements"},
		},
		usage:     "cover:group=G,cover=A-B-C",
		noDefault: "its group and cover are yours to choose: cover:group=G,cover=A-B-C",
		Exists:    "every group, with a given cover",
		Source:    "Kozma and Lev 1992; Haanpää 2004",
		resolve: func(a *args) (*plan, error) {
			a.require("group")
			g, err := groups.Parse(a.values["group"])
			if err != nil {
				a.refuse("group", OutOfRange, "a name such as "+groups.Forms)
			}
			a.require("cover")
			return coverPlan(g, a.list("cover"))
		},
	}
}
