package measure

import (
	"fmt"
	"math/big"
	"slices"

	"coterie/bounds"
	"coterie/internal/solve/given"
	"coterie/internal/solve/readonce"
	"coterie/measure/loads"
	"coterie/quorum"
)

// maxWeightedNodes bounds the nodes for which a load is found: its proof has a weight for each.
const maxWeightedNodes = 100_000

// fewToWeigh returns an error where a list of quorums has more nodes than the limit.
func fewToWeigh(c quorum.Cartel) error {
	if _, listed := c.List(); listed && c.N() > maxWeightedNodes {
		return fmt.Errorf("more than %d nodes to weigh", maxWeightedNodes)
	}
	return nil
}

func (m *measurer) load(p *part) error {
	var l loads.Load
	err := fewToWeigh(p.cartel)
	if err == nil {
		l, err = loads.Find(m.ctx, p.cartel, loads.Options{})
	}
	if err != nil {
		value, _, short := loads.Value(m.ctx, p.cartel)
		if short != nil {
			return err
		}
		p.Load, p.Capacity = &value, capacityOf(value)
		p.Methods["load"] = readonce.Method
		p.open(m.because(err), "strategy", "node_weights")
		return nil
	}
	p.load = &l
	p.Load, p.Capacity = &l.Value, capacityOf(l.Value)
	p.Strategy, p.NodeWeights = l.Strategy, l.NodeWeights
	p.Methods["load"] = l.Method
	return nil
}

func capacityOf(load bounds.Fraction) *bounds.Fraction {
	capacity := bounds.NewFraction(new(big.Rat).Inv(load.Rat()))
	return &capacity
}

// provedLoad enters the load from a theorem, without a strategy.
func provedLoad(p quorum.Proved, r *Report) []string {
	if r.Load != nil || p.Load == nil {
		return nil
	}
	load := bounds.NewFraction(p.Load)
	r.Load, r.Capacity = &load, capacityOf(load)
	return []string{"load", "capacity"}
}

// allListed reports whether the quorums of all cartels are listed, as a load under a mix needs.
func allListed(m *measurer, _ *part) bool {
	_, err := given.Lists(m.cartels)
	return err == nil
}

func (m *measurer) mixLoad(p *part) error {
	if err := fewToWeigh(m.cartels[0]); err != nil {
		return err
	}
	r := p.whole
	l, err := loads.FindMixed(m.ctx, m.cartels, r.Mix, loads.Options{})
	if err != nil {
		return err
	}
	r.MixLoad, r.MixStrategies, r.MixWeights = &l.Value, l.Strategies, l.NodeWeights
	r.Methods["mix_load"] = l.Method
	return nil
}

// mix returns the shares of m groups: those asked for, or equal ones.
func (m *measurer) mix(groups int) []bounds.Fraction {
	if m.opts.Mix != nil {
		return m.opts.Mix
	}
	return slices.Repeat([]bounds.Fraction{bounds.FractionOf(1, int64(groups))}, groups)
}
