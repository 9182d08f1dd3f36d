package groups

import (
	_ "embed"
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// CatalogueOrder is the largest order of the catalogue.
const CatalogueOrder = 100

// catalogueText has a line for each group of the catalogue: its number, its first name (empty: the
// number), and the extension that makes it: the number of the normal subgroup H, the element that
// is t^p, and the images of the generators 1, p1, p1p2, ... of H, which are the elements t of its
// own extensions. A5, which has no such subgroup, has a name alone. A test writes it.
//
//go:embed catalogue.txt
var catalogueText string

// Catalogued reports whether the catalogue has the groups of an order.
func Catalogued(n int) bool { return 1 <= n && n <= CatalogueOrder && n != 64 && n != 96 }

// All returns the groups of order n up to isomorphism, in the order of the catalogue, abelian ones
// first. The error says why the catalogue does not have them (see [Catalogued]).
//
// Cost: some n² steps for each group.
func All(n int) ([]*Group, error) {
	var list []*Group
	for index := 1; ; index++ {
		g, err := member(n, index)
		if err != nil {
			if index == 1 {
				return nil, err
			}
			return list, nil
		}
		list = append(list, g)
	}
}

// number returns the number of the group in the catalogue: 17 if its name there is G32.17;
// 0 if the catalogue does not have its order.
func (g *Group) number() int {
	all, err := All(g.n)
	if err != nil {
		return 0
	}
	var c classes
	for _, h := range all {
		c.add(h)
	}
	return c.find(g) + 1
}

// member returns a group of the catalogue by its number.
func member(order, index int) (*Group, error) {
	name := fmt.Sprintf("G%d.%d", order, index)
	if !Catalogued(order) {
		why := "the catalogue goes to order 100"
		if order == 64 || order == 96 {
			why = fmt.Sprintf("the catalogue does not have order %d, which has too many groups", order)
		}
		return nil, errors.New(why)
	}
	line, ok := entry(name)
	if !ok {
		return nil, fmt.Errorf("the catalogue has fewer groups of order %d", order)
	}
	if line[0] != "" {
		g, err := Parse(line[0])
		if err != nil {
			panic(err) // the tests read every line
		}
		return g, nil
	}
	return chained(name), nil
}

// entry returns a line of the catalogue, without its number.
func entry(name string) (line []string, ok bool) {
	_, rest, ok := strings.Cut(catalogueText, "\n"+name+"\t")
	rest, _, _ = strings.Cut(rest, "\n")
	return strings.Split(rest, "\t"), ok
}

// chained returns a group as the extension by which the catalogue makes it, whatever its first
// name.
func chained(name string) *Group {
	g, _ := chain(name)
	return g
}

// chain returns this extension with the generators of its chain.
func chain(name string) (g *Group, gens []int) {
	line, ok := entry(name)
	if !ok {
		panic("groups: no line " + name)
	}
	order, _, _ := catalogueNumber(name)
	if len(line) == 1 {
		g, err := Parse(line[0])
		if err != nil {
			panic(err)
		}
		return g, nil
	}
	h, gens := chain(line[1])
	a, _ := strconv.Atoi(line[2])
	var images []int
	for image := range strings.SplitSeq(line[3], "-") {
		if v, err := strconv.Atoi(image); err == nil {
			images = append(images, v)
		}
	}
	return extend(name, h, order/h.n, h.extended(gens, images), a), append(gens, h.n)
}

// extended returns the homomorphism from g to itself that takes gens, which generate g, to images.
func (g *Group) extended(gens, images []int) []int {
	f := make([]int, g.n)
	in := make([]bool, g.n)
	in[0] = true
	reached := []int{0}
	for i := 0; i < len(reached); i++ {
		for j, s := range gens {
			if y := g.Mul(reached[i], s); !in[y] {
				in[y], f[y] = true, g.Mul(f[reached[i]], images[j])
				reached = append(reached, y)
			}
		}
	}
	return f
}
