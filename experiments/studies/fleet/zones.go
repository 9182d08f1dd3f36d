package fleet

import (
	"context"
	"fmt"
	"math"
	"math/big"
	"slices"
	"strconv"

	"coterie/experiments"
	"coterie/fleet"
	"coterie/internal/picture/plot"
	"coterie/quorum"
)

// zonesParameters holds the parameters of the study fleet-zones.
type zonesParameters struct {
	Zones     []int    `json:"zones"`     // the numbers of zones
	Servers   []int    `json:"servers"`   // the numbers of servers in all zones together
	ZoneCrash []string `json:"zoneCrash"` // the probability that a zone is down, fractions
	NodeCrash []string `json:"nodeCrash"` // the same of a server
	Drawn     [][2]int `json:"drawn"`     // zones and servers of the maps of one deployment
	Targets   []string `json:"targets"`   // availabilities to be reached with few servers
	Frontier  int      `json:"frontier"`  // crash probabilities of a server in each line of the wall map
	Halvings  int      `json:"halvings"`  // bisection steps for the points of those lines
}

// deployment is a number of equal servers, spread as evenly as possible over equal zones.
type deployment struct{ Zones, Servers int }

func (d deployment) String() string { return fmt.Sprintf("%d in %d zones", d.Servers, d.Zones) }

// fleet returns the deployment with its failure probabilities; server v is in zone v mod zones.
func (d deployment) fleet(zone, node *big.Rat) *fleet.Fleet {
	f := &fleet.Fleet{}
	for z := range d.Zones {
		f.Zones = append(f.Zones, fleet.Zone{Name: fmt.Sprint("zone", z+1), Crash: zone})
	}
	for v := range d.Servers {
		f.Nodes = append(f.Nodes, fleet.Node{Name: fmt.Sprint("server", v+1), Zone: v % d.Zones, Reads: big.NewRat(1, 1), Writes: big.NewRat(1, 1), Crash: node})
	}
	return f
}

// candidate returns a system that is easy to deploy: reads and writes have the same quorums.
func candidate(name string, f quorum.Formula) fleet.System {
	return fleet.System{Name: name, Reads: f, Writes: f}
}

const allServers = "majority of all servers"

// candidates returns the majority of all servers, or of all but one if their number is even, and
// the votes of three, five, ... zones, in each of which an odd number of servers vote.
func (d deployment) candidates() []fleet.System {
	odd := func(k int) int { return k - 1 + k%2 }
	leaves := quorum.Leaves(quorum.FullSet(odd(d.Servers)).Nodes())
	out := []fleet.System{candidate(allServers, quorum.Choose(len(leaves)/2+1, leaves...).Over(d.Servers))}
	for zones := 3; zones <= d.Zones; zones += 2 {
		var votes []quorum.Formula
		for z := range zones {
			var servers []quorum.Formula
			for v := z; v < d.Servers; v += d.Zones {
				servers = append(servers, quorum.Leaf(v))
			}
			servers = servers[:odd(len(servers))]
			votes = append(votes, quorum.Choose(len(servers)/2+1, servers...))
		}
		out = append(out, candidate(fmt.Sprintf("vote of %d zones", zones), quorum.Choose(zones/2+1, votes...).Over(d.Servers)))
	}
	return out
}

// zonesCell is a deployment at one pair of failure probabilities.
type zonesCell struct {
	Deployment deployment
	Zone       float64 `csv:"zone_crash" doc:"probability that a zone is down"`
	Node       float64 `csv:"node_crash" doc:"probability that a server is down, its zone apart"`
	Floor      float64 `csv:"floor" doc:"no system fails with less: its reads or its writes, whichever fail more often"`
	FloorBy    string  `csv:"floor_by" doc:"the argument"`
	Patterns   string  `csv:"patterns" doc:"the least sets of survivors that the argument has live: servers of each zone, the most first"`
	Majority   float64 `csv:"majority" doc:"failure probability of the majority of all servers"`
	Vote       float64 `csv:"vote" doc:"failure probability of the better vote of zones"`
	VoteOf     string  `csv:"vote_of" doc:"which that is"`
	Best       string  `csv:"deploy" doc:"which of these fails least"`
	Failure    float64
	Least      bool `csv:"best" doc:"whether it is the most available of all systems, proved"`
}

// over returns the ratio of the best candidate's failure probability to the lower bound for all
// systems.
func (c zonesCell) over() float64 { return c.Failure / c.Floor }

// Zones returns the study fleet-zones.
func Zones() experiments.Study {
	return experiments.NewStudy(experiments.Spec[zonesParameters]{
		Name:  "fleet-zones",
		Title: "What to deploy where zones fail: a map",
		Doc: "Servers that are alike, spread over zones that are alike as evenly as can be: for every pair of probabilities that a zone and that a server is down, how often a majority of all servers " +
			"and a vote of zones, each by a majority of its servers, fail, beside the floor below which no system of the same servers can come. The maps say which of the two to deploy, " +
			"and how many servers an availability needs.",
		Default: zonesParameters{
			Zones: []int{3, 4, 5}, Servers: []int{3, 5, 7, 9, 11, 13, 15},
			ZoneCrash: []string{"1/100000", "3/100000", "1/10000", "3/10000", "1/1000", "3/1000", "1/100", "3/100", "1/10"},
			NodeCrash: []string{"1/10000", "1/1000", "3/1000", "1/100", "2/100", "3/100", "5/100", "7/100", "1/10", "1/5"},
			Drawn:     [][2]int{{3, 9}, {3, 15}, {5, 15}}, Targets: []string{"999/1000", "9999/10000", "99999/100000"},
			Frontier: 13, Halvings: 16,
		},
		Full: &zonesParameters{
			Zones: []int{3, 4, 5}, Servers: experiments.Numbers(3, 15),
			ZoneCrash: []string{"1/100000", "2/100000", "5/100000", "1/10000", "2/10000", "5/10000", "1/1000", "2/1000", "5/1000", "1/100", "2/100", "5/100", "1/10", "1/5"},
			NodeCrash: []string{"1/10000", "2/10000", "5/10000", "1/1000", "2/1000", "5/1000", "1/100", "2/100", "5/100", "1/10", "1/5", "3/10"},
			Drawn:     [][2]int{{3, 9}, {3, 15}, {5, 15}}, Targets: []string{"999/1000", "9999/10000", "99999/100000", "999999/1000000"},
			Frontier: 37, Halvings: 20,
		},
		Declare: declareZones,
	})
}

func declareZones(out *experiments.Output, p zonesParameters) {
	zones, nodes, targets := experiments.Must(experiments.ReadChances(p.ZoneCrash)),
		experiments.Must(experiments.ReadChances(p.NodeCrash)), experiments.Must(experiments.ReadChances(p.Targets))
	if out.Err() != nil {
		return
	}
	var deployments []deployment
	for _, z := range p.Zones {
		for _, n := range p.Servers {
			if n >= z {
				deployments = append(deployments, deployment{z, n})
			}
		}
	}
	cells := slices.Concat(experiments.Compute(out, "deployments", deployments, func(ctx context.Context, d deployment) (cells []zonesCell, err error) {
		for _, z := range zones {
			for _, v := range nodes {
				c := cellOf(ctx, d, z, v)
				cells = append(cells, c)
			}
		}
		return cells, nil
	})...)
	table := tabulateZones(out, cells)
	for _, at := range p.Drawn {
		drawZones(out, p, table, deployment{at[0], at[1]})
	}
	drawFrontiers(out, p)
	fewest := fewestServers(cells, targets)
	drawFewest(out, p, tabulateFewest(out, fewest))
	foundZones(out, cells, fewest)
	claimZones(out, p, cells)
}

func cellOf(ctx context.Context, d deployment, zone, node *big.Rat) zonesCell {
	f := d.fleet(zone, node)
	bound := experiments.Must(fleet.BoundAvailability(ctx, f))
	c := zonesCell{
		Deployment: d, Zone: experiments.FloatRat(zone), Node: experiments.FloatRat(node),
		Floor: failure(bound.Bound), FloorBy: bound.By, Patterns: patternText(bound.Patterns),
	}
	var best, vote *big.Rat
	for _, s := range d.candidates() {
		a := experiments.Must(fleet.FindAvailability(ctx, f, s))
		x := a.Least()
		if s.Name == allServers {
			c.Majority = failure(x)
		} else if vote == nil || x.Cmp(vote) > 0 {
			vote, c.Vote, c.VoteOf = x, failure(x), s.Name
		}
		if best == nil || x.Cmp(best) > 0 {
			best, c.Best, c.Failure = x, s.Name, failure(x)
		}
	}
	c.Least = best.Cmp(bound.Bound) == 0
	return c
}

// failure returns 1 - x, subtracted exactly before rounding.
func failure(x *big.Rat) float64 {
	return experiments.FloatRat(new(big.Rat).Sub(big.NewRat(1, 1), x))
}

// patternText formats the numbers of servers of each zone that have to live: 2+2+0 or 3+1+1.
func patternText(patterns [][]int) string {
	text := ""
	for i, p := range patterns {
		if i > 0 {
			text += ", "
		}
		for j, k := range p {
			if j > 0 {
				text += "+"
			}
			text += strconv.Itoa(k)
		}
	}
	return text
}

// frontierPoint is a point at which a majority of all servers and a vote of zones fail equally
// often.
type frontierPoint struct {
	Deployment deployment `csv:"servers" doc:"how many in how many zones"`
	Crash      *big.Rat   // of a server
	Node       float64    `csv:"node_crash" doc:"probability that a server is down, its zone apart"`
	Zone       float64    `csv:"zone_crash" doc:"probability that a zone is down, at which a majority of all servers and a vote of all zones fail as often, rounded up to a step of the search; above, zones should vote"`
}

// drawFrontiers draws a map with a line for each deployment: above the line its zones should vote,
// below it all servers should.
func drawFrontiers(out *experiments.Output, p zonesParameters) {
	var points []frontierPoint
	for _, d := range p.Drawn {
		for i := range p.Frontier {
			// From 1/10,000 to 3/10 in equal ratios, rounded to 6 digits.
			x := 1e-4 * math.Pow(3000, float64(i)/float64(p.Frontier-1))
			r, ok := new(big.Rat).SetString(strconv.FormatFloat(x, 'e', 5, 64))
			if !ok {
				panic("fleet-zones: a number that is none")
			}
			points = append(points, frontierPoint{Deployment: deployment{d[0], d[1]}, Crash: r, Node: experiments.FloatRat(r)})
		}
	}
	points = experiments.Compute(out, "frontier", points, func(ctx context.Context, f frontierPoint) (frontierPoint, error) {
		f.Zone = frontier(ctx, f.Deployment, f.Crash, p.Halvings)
		return f, nil
	})
	t := experiments.Table(out, "frontier", points,
		"servers", "node_crash", "zone_crash")
	var layers []experiments.Layer
	for i, d := range p.Drawn {
		name := deployment{d[0], d[1]}.String()
		layers = append(layers, t.Line(name, "node_crash", "zone_crash", experiments.Is("servers", name), experiments.AtLeast("zone_crash", 1e-8)).Look(plot.OwnLook(i)))
	}
	rule(out, p, points)
	out.Plot("wall", "Above the line of your servers let zones vote, below it all servers",
		plot.Logarithmic("probability that a server is down", plot.NoUnit).Between(1e-4, 0.3),
		plot.Logarithmic("probability that a zone is down", plot.NoUnit).Between(1e-8, 0.1), layers...)
}

// thumb returns the rule of thumb for the line of k servers in each zone: p^((k+1)/2).
func (f frontierPoint) thumb() float64 {
	return math.Pow(f.Node, float64(f.Deployment.Servers/f.Deployment.Zones+1)/2)
}

// rule judges the rule of thumb.
func rule(out *experiments.Output, p zonesParameters, points []frontierPoint) {
	out.Claim("ours-zones-rule", experiments.BeyondThePaper, "after the map of this study",
		"With k servers in each zone, k odd, the vote of all zones overtakes the majority of all servers where a zone is down with a probability of p^((k+1)/2), but for a factor of 3; p is that of a server.",
		experiments.ForAll(fmt.Sprintf("%d probabilities p in 1/10000..3/10, %v", p.Frontier, deployments(p.Drawn)), points, func(f frontierPoint) (bool, string) {
			x := f.Zone / f.thumb()
			return x > 1./3 && x < 3, fmt.Sprintf("%s, p = %v: %.3g instead of %.3g", f.Deployment, f.Node, f.Zone, f.thumb())
		}))
}

func deployments(list [][2]int) (out []deployment) {
	for _, d := range list {
		out = append(out, deployment{d[0], d[1]})
	}
	return out
}

// frontierLeast is the least probability of a zone's failure that the search considers.
const frontierLeast = 1e-12

// frontier returns the probability of a zone's failure at which the vote of all zones overtakes the
// majority, by bisection of its logarithm. It returns 1/2 if the vote does not overtake up to
// there.
func frontier(ctx context.Context, d deployment, node *big.Rat, halvings int) float64 {
	all := d.candidates()
	majority, vote := all[0], all[len(all)-1]
	low, high := math.Log(frontierLeast), math.Log(0.5)
	for range halvings {
		mid := (low + high) / 2
		z, ok := new(big.Rat).SetString(strconv.FormatFloat(math.Exp(mid), 'e', 5, 64))
		if !ok {
			panic("fleet-zones: a number that is none")
		}
		f := d.fleet(z, node)
		a, b := experiments.Must(fleet.FindAvailability(ctx, f, majority)), experiments.Must(fleet.FindAvailability(ctx, f, vote))
		if b.Least().Cmp(a.Least()) > 0 {
			high = mid
		} else {
			low = mid
		}
	}
	return math.Exp(high)
}
