package fleet

import (
	"cmp"
	"fmt"
	"math/big"
	"slices"
	"strconv"

	"coterie/experiments"
	"coterie/internal/picture/plot"
)

func tabulateZones(out *experiments.Output, cells []zonesCell) *experiments.Sheet {
	return experiments.Table(out, "systems", cells,
		experiments.Ints("zones", "zones", "number of zones", func(c zonesCell) int { return c.Deployment.Zones }),
		experiments.Ints("servers", "servers", "number of servers, spread evenly", func(c zonesCell) int { return c.Deployment.Servers }),
		"zone_crash", "node_crash", "floor", "floor_by", "patterns", "majority", "vote", "vote_of",
		"deploy",
		experiments.Floats("over_floor", "", "its failure probability over the floor", zonesCell.over),
		"best",
		experiments.Bools("close", "", "whether it fails at most a tenth more often than the floor", zonesCell.close))
}

// close reports whether there is little to gain from any other system.
func (c zonesCell) close() bool { return c.over() <= 1.1 }

// drawZones draws the map of one deployment.
func drawZones(out *experiments.Output, p zonesParameters, t *experiments.Sheet, d deployment) {
	at := []experiments.Filter{experiments.Is("zones", d.Zones), experiments.Is("servers", d.Servers)}
	var layers []experiments.Layer
	add := func(look int, name string, what ...experiments.Filter) {
		if what = append(what, at...); len(t.Values("zone_crash", what...)) > 0 {
			layers = append(layers, t.Scatter(name, "node_crash", "zone_crash", what...).Look(look))
		}
	}
	candidates := d.candidates()
	for i, s := range candidates {
		add(i+1, s.Name, experiments.Is("deploy", s.Name), experiments.Is("close", true))
	}
	rest := experiments.Is("close", false)
	for i, patterns := range t.Values("patterns", append([]experiments.Filter{rest}, at...)...) {
		add(len(candidates)+1+i, "quorums "+patterns, rest, experiments.Is("patterns", patterns))
	}
	out.PlotWithLegend(fmt.Sprintf("map-%d-in-%d", d.Servers, d.Zones), fmt.Sprintf("What to deploy on %d servers in %d zones", d.Servers, d.Zones),
		plot.Logarithmic("probability that a server is down", plot.NoUnit),
		plot.Logarithmic("probability that a zone is down", plot.NoUnit), layers...)
}

// fewest holds the fewest servers that reach an availability.
type fewest struct {
	Target string     `csv:"availability" doc:"to be reached by reads and by writes"`
	Zone   float64    `csv:"zone_crash" doc:"probability that a zone is down"`
	Node   float64    `csv:"node_crash" doc:"probability that a server is down, its zone apart"`
	Cell   *zonesCell // nil: none of the deployments does
	Needed int        `csv:"needed,servers" doc:"no system on fewer servers reaches it, of the numbers of servers and zones of the study; empty: none of them does"`
}

// fewestServers returns, for every target and pair of probabilities, the deployment of the fewest
// servers whose best candidate reaches it, in the fewest zones.
func fewestServers(cells []zonesCell, targets []*big.Rat) []fewest {
	byChance := map[[2]float64][]zonesCell{} // by the probabilities of a zone and of a node
	var order [][2]float64
	for _, c := range cells {
		k := [2]float64{c.Zone, c.Node}
		if byChance[k] == nil {
			order = append(order, k)
		}
		byChance[k] = append(byChance[k], c)
	}
	var out []fewest
	for _, target := range targets {
		may := failure(target)
		for _, k := range order {
			list := slices.Clone(byChance[k])
			slices.SortStableFunc(list, func(a, b zonesCell) int {
				return cmp.Or(a.Deployment.Servers-b.Deployment.Servers, a.Deployment.Zones-b.Deployment.Zones)
			})
			x := fewest{Target: target.RatString(), Zone: k[0], Node: k[1]}
			for _, c := range list {
				if x.Needed == 0 && c.Floor <= may {
					x.Needed = c.Deployment.Servers
				}
				if x.Cell == nil && c.Failure <= may {
					x.Cell = &c
				}
			}
			out = append(out, x)
		}
	}
	return out
}

func tabulateFewest(out *experiments.Output, rows []fewest) *experiments.Sheet {
	has := func(f fewest) bool { return f.Cell != nil }
	return experiments.Table(out, "fewest", rows,
		"availability", "zone_crash", "node_crash",
		experiments.Ints("servers", "servers", "the fewest of the study with which a majority of all servers or a vote of zones reaches it; empty: none does", func(f fewest) int { return f.Cell.Deployment.Servers }).If(has),
		experiments.Ints("zones", "zones", "the fewest zones for that", func(f fewest) int { return f.Cell.Deployment.Zones }).If(has),
		experiments.Texts("deploy", "", "the system", func(f fewest) string { return f.Cell.Best }).If(has),
		experiments.Floats("failure", "", "its failure probability", func(f fewest) float64 { return f.Cell.Failure }).If(has),
		experiments.If(func(f fewest) bool { return f.Needed > 0 }, "needed"))
}

// drawFewest draws the map of the servers to buy for the target in the middle.
func drawFewest(out *experiments.Output, p zonesParameters, t *experiments.Sheet) {
	targets := t.Values("availability")
	if len(targets) == 0 { // the study was stopped
		return
	}
	target := targets[len(targets)/2]
	var counts []int
	for _, text := range t.Values("servers", experiments.Is("availability", target)) {
		if n, err := strconv.Atoi(text); err == nil { // empty if none does
			counts = append(counts, n)
		}
	}
	slices.Sort(counts)
	var layers []experiments.Layer
	for i, n := range counts {
		layers = append(layers, t.Scatter(fmt.Sprintf("%d servers", n), "node_crash", "zone_crash", experiments.Is("availability", target), experiments.Is("servers", n)).Look(i+1))
	}
	if len(layers) == 0 {
		return
	}
	out.PlotWithLegend("servers", "The fewest servers with an availability of "+percent(target),
		plot.Logarithmic("probability that a server is down", plot.NoUnit),
		plot.Logarithmic("probability that a zone is down", plot.NoUnit), layers...)
}

// percent writes a fraction as a percentage.
func percent(text string) string {
	x, ok := new(big.Rat).SetString(text)
	if !ok {
		return text
	}
	digits, _ := x.Mul(x, big.NewRat(100, 1)).FloatPrec()
	return x.FloatString(digits) + " %"
}

func foundZones(out *experiments.Output, cells []zonesCell, rows []fewest) {
	var worst, most *zonesCell
	for _, c := range cells {
		if (c.Deployment.Servers/c.Deployment.Zones)%2 == 0 || c.Deployment.Servers%c.Deployment.Zones != 0 {
			continue
		}
		if most == nil || c.over() > most.over() {
			most = &c
		}
		if worst == nil || c.Majority/c.Failure > worst.Majority/worst.Failure {
			worst = &c
		}
	}
	if worst == nil {
		return
	}
	out.Found("wall", "Let zones vote, each by a majority, if a zone fails more often than a majority of its servers. On %s, a zone being down with probability %.2g and a server with %.2g, "+
		"the majority of all servers fails %.3g times as often as the %s. Near the line of the map neither is best: on %s, at %.2g and %.2g, both fail at least %.3g times as often as the floor of all systems, with the least live sets %s.",
		worst.Deployment, worst.Zone, worst.Node, worst.Majority/worst.Failure, worst.Best, most.Deployment, most.Zone, most.Node, most.over(), most.Patterns)
}

func claimZones(out *experiments.Output, p zonesParameters, cells []zonesCell) {
	over := fmt.Sprintf("%d pairs of probabilities, %v servers in %v zones", len(p.ZoneCrash)*len(p.NodeCrash), p.Servers, p.Zones)
	out.Claim("ours-zones-majority", experiments.BeyondThePaper, "after Peleg and Wool 1995", "Of servers that are alike the majority of all is the most available system, also where zones of them fail.",
		experiments.ForAll(over, cells, func(c zonesCell) (bool, string) {
			return c.Majority <= c.Failure, fmt.Sprintf("%s, zones down with probability %v and servers with %v: the majority fails with %.6g, the %s with %.6g", c.Deployment, c.Zone, c.Node, c.Majority, c.Best, c.Failure)
		}))
	out.Claim("ours-zones-floor", experiments.BeyondThePaper, "docs/theorems/most-available.md", "No majority of all servers and no vote of zones fails less often than the floor of all systems.",
		experiments.ForAll(over, cells, func(c zonesCell) (bool, string) {
			return c.Floor <= c.Failure, fmt.Sprintf("%s, zones down with probability %v and servers with %v: %.6g, below %.6g", c.Deployment, c.Zone, c.Node, c.Failure, c.Floor)
		}).Proved("most-available"))
}
