package construct

import (
	"context"
	"math/big"

	"coterie/internal/machine/par"
	"coterie/quorum"
)

// multiplying is a product of k-coteries in the making.
type multiplying struct {
	of []*Instance
	k  int
}

// productPlan is the plan of the product ⊕ of k-coteries on disjoint nodes: a quorum is the union
// of one quorum of each (quorum.Product). An ordinary system counts as a 1-coterie. The nodes of
// the parts stand one after the other.
//
// The product of k_1-, ..., k_r-coteries is a min(k_1,...,k_r)-coterie (Miyamoto, Kakugawa and
// Yamashita 1994, Lemma 1). With c_i quorums in part i there are Π c_i, their sizes are the sums of
// sizes, and a node that is in r quorums of part i is in r·Π_{j≠i} c_j. A set contains h disjoint
// quorums if and only if its nodes in each part do.
//
// The error is a *ParamError unless there are at least two parts, each an ordinary system or a
// k-coterie, with at most quorum.MaxNodes nodes in all.
//
// Proof: docs/theorems/product.md.
func productPlan(of []*Instance) (*plan, error) {
	if len(of) < 2 {
		return nil, badParam("product", "of", joinedSpecs(of), NotASpec, "two systems or more, joined by |")
	}
	m := &multiplying{of: of}
	n, largest := 0, 0
	for _, i := range of {
		if i.Kind() != quorum.KindSystem && i.Kind() != quorum.KindKCoterie {
			return nil, badParam("product", "of", "("+i.Spec()+")", NotASpec, "a k-coterie or an ordinary quorum system, not a "+string(i.Kind()))
		}
		if k := max(1, i.K()); m.k == 0 || k < m.k {
			m.k = k
		}
		n, largest = n+i.N(), largest+i.plan.largest
	}
	if err := quorum.CheckNodes(n); err != nil {
		return nil, badParam("product", "of", joinedSpecs(of), OutOfRange, "systems of at most 16777216 nodes in all")
	}
	quorums, shape := ofFigures(par.Once(m.figures))
	return &plan{
		settings: []setting{{"of", joinedSpecs(of)}},
		n:        n,
		k:        m.k,
		quorums:  quorums,
		largest:  largest,
		shape:    shape,
		build:    m.build,
		parts:    of,
		formulas: func() []quorum.Formula { return m.all((*Instance).Formulas) },
		disjoint: func(h int) []quorum.Formula {
			return m.all(func(i *Instance) []quorum.Formula {
				switch {
				case i.K() == 0: // an ordinary system: h = 1
					return i.Formulas()
				case i.plan.disjoint == nil:
					return nil
				}
				return i.plan.disjoint(h)
			})
		},
	}, nil
}

// all is "and" over a formula of each part; nil if a part has none.
func (m *multiplying) all(of func(*Instance) []quorum.Formula) []quorum.Formula {
	var factors []quorum.Formula
	from := 0
	for _, i := range m.of {
		f := of(i)
		if f == nil {
			return nil
		}
		first := from
		factors = append(factors, f[0].Substituted(func(v int) quorum.Formula { return quorum.Leaf(first + v) }))
		from += i.N()
	}
	return []quorum.Formula{quorum.And(factors...).Over(from)}
}

func (m *multiplying) figures(ctx context.Context) (Shape, error) {
	product := Shape{Quorums: bigOf(1)}
	parts := make([]Shape, len(m.of))
	for x, i := range m.of {
		s, err := listedShape(ctx, i)
		if err != nil {
			return Shape{}, err
		}
		if s.Unknown != "" {
			return Shape{Unknown: s.Unknown}, nil
		}
		parts[x] = s
		product.Quorums.Mul(product.Quorums, s.Quorums)
		product.MinQuorum, product.MaxQuorum = product.MinQuorum+s.MinQuorum, product.MaxQuorum+s.MaxQuorum
		if s.Method != ClosedForm {
			product.Method = "product of figures: " + s.Method
		}
	}
	for _, s := range parts {
		others := new(big.Int).Quo(product.Quorums, s.Quorums)
		product.take(new(big.Int).Mul(others, s.MinResponsibility))
		product.take(new(big.Int).Mul(others, s.MaxResponsibility))
	}
	return product, nil
}

// build lists the product, if it has at most limit quorums.
func (m *multiplying) build(ctx context.Context, name string, limit int) (quorum.Structure, error) {
	var product quorum.Family
	for x, i := range m.of {
		s, err := i.List(ctx, i.Spec(), limit)
		if err != nil {
			return nil, beyond(err, limit)
		}
		f := cartelsOf(s)[0]
		switch {
		case x == 0:
			product = f
		case product.Len() > limit/f.Len():
			return nil, errMore
		default:
			if product, err = quorum.Product(product, f); err != nil {
				return nil, err
			}
		}
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
	}
	return structure(quorum.NewKCoterie(name, m.k, product, nil))
}

func productFamily() Family {
	return Family{
		Name:    "product",
		Kind:    quorum.KindKCoterie,
		Summary: "the product of k-coteries: a quorum of each, together",
		Params: []Param{
			{Name: "of", Doc: "the spec of each k-coterie or coterie, in parentheses, two or more, joined by |"},
		},
		Exists:    "the sum of the sizes of the parts",
		Source:    "Miyamoto, Kakugawa and Yamashita 1994, section 3.2.2",
		resolve:   func(a *args) (*plan, error) { return productPlan(a.specs("of")) },
		usage:     "product:of=(SPEC)|(SPEC)[|(SPEC)...]",
		noDefault: "it is made of systems of your choice: product:of=(SPEC)|(SPEC)",
		holders:   true,
	}
}
