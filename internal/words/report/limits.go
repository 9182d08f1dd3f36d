package report

import (
	"fmt"
	"slices"
	"strings"

	"coterie/bounds"
	"coterie/internal/words/show"
	"coterie/measure"
	"coterie/quorum"
)

// indexLimits returns the limits of a report by cartel, with -1 for the whole system.
func indexLimits(r measure.Report) map[quorum.Index][]measure.Comparison {
	of := map[quorum.Index][]measure.Comparison{}
	for _, c := range r.Limits {
		at := quorum.Index(-1)
		if c.Cartel != nil {
			at = *c.Cartel
		}
		of[at] = append(of[at], c)
	}
	return of
}

// limits returns the remarks about the limits of the figure (for a failure probability, at p): the
// tightest one, and after it the one that holds for any system of that many nodes, if it is
// another.
func (b *briefPart) limits(p *bounds.Fraction) []string {
	list := slices.DeleteFunc(b.limitsOf(p), func(c measure.Comparison) bool { return c.Direction != b.side || c.Slack == "" })
	if len(list) == 0 {
		return nil
	}
	list = sortedLimits(list)
	remarks := []string{b.remark(list[0])}
	if !ofAnySystem(list[0]) {
		if k := slices.IndexFunc(list, ofAnySystem); k > 0 && list[k].Approx != list[0].Approx {
			remarks = append(remarks, b.remark(list[k]))
		}
	}
	return remarks
}

// sizeLimits returns the remarks about the size of the largest quorum.
func (b *briefPart) sizeLimits(least, most int) []string {
	remarks := b.limits(nil)
	for i, remark := range remarks {
		if rest, tight := strings.CutPrefix(remark, ", the least"); tight && least < most {
			remarks[i] = fmt.Sprintf("; %d is the least%s", most, rest)
		}
	}
	return remarks
}

// remark returns a limit in words for its figure: ", the least for 7 nodes", or "; for 7 nodes at
// least 0.378".
func (b *briefPart) remark(c measure.Comparison) string {
	best, side := "least", "at least"
	if c.Direction == bounds.Upper {
		best, side = "most", "at most"
	}
	if c.Tight {
		return strings.TrimRight(fmt.Sprintf(", the %s %s", best, b.condition(c)), " ")
	}
	value := fmt.Sprintf("%.3g", c.Approx)
	if c.P != nil {
		value = briefNumber(fmt.Sprint(c.Approx))
	}
	return fmt.Sprintf("; %s %s %s", b.condition(c), side, value)
}

// ofAnySystem reports whether a limit depends on nothing but the number of nodes.
func ofAnySystem(c measure.Comparison) bool {
	return limitConditions[c.Name] == forNodes
}

// The conditions of limits: the given facts under which a limit holds. Words in capitals stand for
// numbers of the part.
const (
	forNodes   = "for NODES"
	forSites   = "for SITES"
	forHolders = "for NODES and k = HOLDERS"
	forEqual   = "for NODES of equal responsibility"
	forSmall   = "with quorums of LEAST"
	forLarge   = "with quorums of up to MOST"
	forSizes   = "with such quorums"
	forShared  = "with quorums that share so many"
	forOpaque  = "for opaque systems"
	forCrashes = "with this resilience"
	forEffort  = "with this responsibility"
)

// limitConditions has every limit with which measure compares a figure that brief text shows.
var limitConditions = map[string]string{
	"maekawa-size":                 forSites,
	"plane-size":                   forSites,
	"inclusion-size":               forSites,
	"equal-responsibility-largest": forEqual,
	"naor-wool-load":               forNodes,
	"plane-load":                   forNodes,
	"majority-resilience":          forNodes,
	"failure-floor":                forNodes,
	"k-coterie-load":               forHolders,
	"k-coterie-resilience":         forHolders,
	"joung-degree":                 forNodes,
	"net-degree":                   forNodes,
	"one-cartel-degree":            forNodes,
	"mix-load":                     forNodes,
	"size-load":                    forSmall,
	"spread-load":                  forSmall,
	"size-resilience":              forSmall,
	"survivors-resilience":         forSmall,
	"size-failure":                 forSmall,
	"spread-degree":                forSmall,
	"intersection-load":            forShared,
	"opaque-load":                  forOpaque,
	"largest-load":                 forLarge,
	"cartel-load":                  forSizes,
	"cartel-resilience":            forSizes,
	"cartel-degree":                forSizes,
	"mix-size-load":                forSizes,
	"resilience-load":              forCrashes,
	"resilience-degree":            forCrashes,
	"resilience-failure":           forCrashes,
	"responsibility-degree":        forEffort,
}

func (b *briefPart) condition(c measure.Comparison) string {
	words := strings.NewReplacer("NODES", show.Count(b.report.N, "node"), "SITES", show.Count(b.report.N, "site"),
		"LEAST", intText(b.count.MinQuorum), "MOST", intText(b.count.MaxQuorum),
		"HOLDERS", fmt.Sprint(b.report.K))
	if condition, known := limitConditions[c.Name]; known {
		return words.Replace(condition)
	}
	return "by " + c.Name
}
