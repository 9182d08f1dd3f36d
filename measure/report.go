package measure

import (
	"encoding/json"
	"math/big"

	"coterie/bounds"
	"coterie/measure/availability"
	"coterie/measure/liars"
	"coterie/measure/loads"
	"coterie/quorum"
)

// Figure names a group of figures that Measure can be asked for.
type Figure string

// The groups of figures. Sizes (numbers and sizes of quorums, responsibilities) always come.
const (
	LoadFigure         Figure = "load"         // load, capacity, mix_load
	ResilienceFigure   Figure = "resilience"   // resilience, smallest_transversal
	AvailabilityFigure Figure = "availability" // live_sets, availability, node_availability, beside_liars
	DominationFigure   Figure = "domination"   // nondominated, domination_witness
	DegreeFigure       Figure = "degree"       // degree, uniform
	ByzantineFigure    Figure = "byzantine"    // min_intersection, byzantine
)

// Figures returns all groups of figures.
func Figures() []Figure {
	return []Figure{LoadFigure, ResilienceFigure, AvailabilityFigure, DominationFigure, DegreeFigure, ByzantineFigure}
}

// figures is the table of all figures, in the order in which they are found: later figures may
// build on earlier ones.
var figures = []figure{
	{
		asked: LoadFigure, of: ofFamily, keys: []string{"load", "capacity", "strategy", "node_weights"},
		stage: "load of %s", find: (*measurer).load, proved: provedLoad,
		limited: func(to *bounds.Figures, p *part) { to.Load = p.Load },
	},
	{asked: AvailabilityFigure, of: ofFamily, keys: []string{"live_sets"}, survives: true, stage: "live sets of %s", find: (*measurer).live},
	{
		asked: ResilienceFigure, of: ofFamily, keys: []string{"resilience", "smallest_transversal", "resilience_proof"},
		stage: "smallest transversal of %s", find: (*measurer).resilience, proved: provedResilience,
		limited: func(to *bounds.Figures, p *part) { to.Resilience = p.Resilience },
	},
	{
		asked: AvailabilityFigure, of: ofFamily, keys: []string{"availability"}, survives: true, find: (*measurer).availability,
		limited: func(to *bounds.Figures, p *part) { to.Failures = p.failures() },
	},
	{asked: AvailabilityFigure, of: ofFamily, keys: []string{"node_availability"}, where: (*measurer).eachNodeCrashes, find: (*measurer).nodeAvailability},
	{asked: AvailabilityFigure, of: ofFamily, keys: []string{"beside_liars"}, where: (*measurer).liarsAsked, find: (*measurer).besideLiars},
	{
		asked: DegreeFigure, of: ofCartel, keys: []string{"degree", "disjoint_quorums", "degree_proof"},
		stage: "degree of %s", find: (*measurer).cartelDegree,
		limited: func(to *bounds.Figures, p *part) { to.Degree = p.report.Degree },
	},
	{asked: AvailabilityFigure, of: ofFamily, where: severalEnter, find: (*measurer).concurrency},
	{asked: DegreeFigure, of: ofGroups, keys: []string{"degree", "uniform"}, find: (*measurer).systemDegree},
	{
		asked: LoadFigure, of: ofGroups, keys: []string{"mix_load", "mix_strategies", "mix_node_weights"},
		stage: "load of %s under the mix", where: allListed, find: (*measurer).mixLoad,
		limited: func(to *bounds.Figures, p *part) { to.MixLoad = p.whole.MixLoad },
	},
	{
		asked: ByzantineFigure, of: ofSystem, keys: []string{"min_intersection", "byzantine"},
		stage: "least intersection of %s", find: (*measurer).byzantine, proved: provedByzantine,
	},
	{asked: DominationFigure, of: ofSystem, keys: []string{"nondominated"}, find: (*measurer).domination, proved: provedDomination},
}

// Options are the settings of Measure; the zero value asks for every figure, with
// availability at the crash probabilities 1/1000, 1/100, 1/10 and 3/10.
type Options struct {
	Jobs int    // workers; 0 means one for each core
	Seed uint64 // of the samples

	Only []Figure // the figures to find; nil for all

	// Crash are the crash probabilities at which the availability is found.
	Crash []bounds.Fraction
	// NodeCrash has a crash probability for each node; nil for none.
	NodeCrash []bounds.Fraction
	// Liars is the number of liars for the availability beside them; 0 for none.
	Liars int
	// Mix has the share of each group of a group system, with sum 1; nil for 1/m each.
	Mix []bounds.Fraction
	// Samples is the number of samples of an availability that cannot be counted; 0 means
	// availability.DefaultSamples.
	Samples int
	// CountWork bounds the count of transversals by size where live sets cannot be counted; 0 means
	// availability.DefaultCountWork, and a negative number means that transversals are not counted.
	CountWork int64
	// MaxStates bounds the states of the count of live sets; 0 means its default.
	MaxStates int

	// Progress, where it is set, is called by one goroutine before each piece of work, with the
	// name of that work; the numbers are 0.
	Progress func(stage string, done, total int)
}

// DefaultCrash returns the crash probabilities that stand for Options.Crash where that is nil.
func DefaultCrash() []bounds.Fraction {
	return []bounds.Fraction{bounds.FractionOf(1, 1000), bounds.FractionOf(1, 100), bounds.FractionOf(1, 10), bounds.FractionOf(3, 10)}
}

// Report has the figures of a system that Measure found, each with its proof. The keys of the JSON
// form are a contract. A pointer is nil where the figure is not known; then Reasons says why.
type Report struct {
	Kind  quorum.Kind  `json:"kind"`
	Name  string       `json:"name,omitempty"`
	N     int          `json:"n"`
	Names []string     `json:"names,omitempty"`
	Roles quorum.Roles `json:"roles,omitempty"` // of the cartels of a group system
	K     int          `json:"k,omitempty"`     // of a k-coterie

	// Intersecting says whether every two quorums meet, in a group system those of different
	// cartels. It is unknown where nobody asks for it, for k-coteries and sharing structures, and
	// where Reasons says why.
	Intersecting quorum.Truth `json:"intersecting"`

	quorum.Sizes
	*FamilyFigures // of an ordinary system or a k-coterie
	*GroupFigures  // of a group system

	// Domination is judged for ordinary and for group systems.
	Nondominated      quorum.Truth       `json:"nondominated"`
	DominationWitness *DominatingWitness `json:"domination_witness"`

	// MinIntersection is the least number of nodes that two quorums share (of a group system two of
	// different cartels), and MinIntersectionWitness two such quorums. Byzantine has the greatest
	// numbers of nodes that may lie (package liars).
	MinIntersection        *int            `json:"min_intersection"`
	MinIntersectionWitness *quorum.Witness `json:"min_intersection_witness,omitempty"`
	Byzantine              *liars.Greatest `json:"byzantine"`

	// Dominating is, for a dominated k-coterie, the quorums of a k-coterie that dominates it.
	// Semicoterie says whether it is nondominated among k-semicoteries, which need no
	// non-intersection; if not, SemicoterieWitness can be added.
	Dominating         []quorum.Set `json:"dominating,omitempty"`
	Semicoterie        quorum.Truth `json:"semicoterie_nondominated,omitzero"`
	SemicoterieWitness *quorum.Set  `json:"semicoterie_witness,omitempty"`

	// WritesMeet says, for a system with reads and writes, whether every two writes meet (see
	// quorum.JudgeWritesMeet). WritesWitness shows two that do not.
	WritesMeet    quorum.Truth `json:"writes_meet"`
	WritesWitness []quorum.Set `json:"writes_witness,omitempty"`

	// Failing are the properties that define the kind and do not hold. The properties of k-coteries
	// and of sharing structures are judged only where there are few quorums.
	Failing []quorum.Judged `json:"failing,omitempty"`

	Cartels []CartelReport `json:"cartels,omitempty"`

	// Concurrency is, for a k-coterie, how likely several processes can be in at once.
	Concurrency []Concurrency `json:"concurrency,omitempty"`

	// Limits are the closed-form limits whose hypothesis holds, each with its slack.
	Limits []Comparison `json:"limits"`

	Notes
}

// FamilyFigures are the figures of one family of quorums: of an ordinary system, a
// k-coterie, or a cartel.
type FamilyFigures struct {
	Load        *bounds.Fraction  `json:"load"`
	Capacity    *bounds.Fraction  `json:"capacity"`
	Strategy    []loads.Chosen    `json:"strategy"`
	NodeWeights []bounds.Fraction `json:"node_weights"`

	Resilience          *int             `json:"resilience"`
	SmallestTransversal *quorum.Set      `json:"smallest_transversal"`
	ResilienceProof     *ResilienceProof `json:"resilience_proof"`

	LiveSets         []Count              `json:"live_sets"`
	Availability     []availability.Point `json:"availability"`
	NodeAvailability *NodeAvailability    `json:"node_availability,omitempty"`
	// BesideLiars is the availability beside the worst placed liars, at each crash probability.
	BesideLiars []availability.Beside `json:"beside_liars,omitempty"`
}

// ResilienceProof says why no smaller transversal than the one shown exists, or gives the lower
// bound that is known.
type ResilienceProof struct {
	AtLeast int            `json:"transversals_at_least"` // no transversal has fewer nodes
	By      string         `json:"by"`
	Packing []quorum.Index `json:"disjoint_quorums,omitempty"` // pairwise disjoint quorums, as many as the bound
	AtMost  int            `json:"transversal_found"`          // the size of the smallest transversal found
}

// Count is a whole number of any size. Its JSON form is a string: "1365".
type Count struct{ *big.Int }

// MarshalJSON returns the digits in quotes.
func (c Count) MarshalJSON() ([]byte, error) { return json.Marshal(c.String()) }

// NodeAvailability is the availability where each node has its own crash probability.
type NodeAvailability struct {
	P       []bounds.Fraction `json:"p"`
	Value   float64           `json:"value"`
	Failure float64           `json:"failure"`
}

// GroupFigures are the figures of a group system as a whole.
type GroupFigures struct {
	Degree        *int              `json:"degree"`
	Uniform       *bool             `json:"uniform"` // whether all cartels have the same degree
	Mix           []bounds.Fraction `json:"mix"`
	MixLoad       *bounds.Fraction  `json:"mix_load"`
	MixStrategies [][]loads.Chosen  `json:"mix_strategies"`
	MixWeights    []bounds.Fraction `json:"mix_node_weights"`
}

// CartelReport has the figures of one cartel of a group system, or of the quorums of one group of
// processes in a sharing structure.
type CartelReport struct {
	Processes []quorum.Index `json:"processes,omitempty"` // in a sharing structure
	quorum.Sizes
	FamilyFigures
	Degree   *int           `json:"degree"`
	Disjoint []quorum.Index `json:"disjoint_quorums"`
	// DisjointSets are the disjoint quorums, where no list of quorums was made.
	DisjointSets []quorum.Set `json:"disjoint_sets,omitempty"`
	DegreeProof  *DegreeProof `json:"degree_proof"`
	Notes
}

// DegreeProof says why a cartel has no more disjoint quorums than those shown, or gives the upper
// bound that is known.
type DegreeProof struct {
	AtMost      int         `json:"at_most"`
	By          string      `json:"by"`
	Transversal *quorum.Set `json:"transversal,omitempty"` // with as many nodes as the bound; each disjoint quorum holds a node of its own
}

// DominatingWitness is a set that shows that a system is dominated: it meets every
// quorum of all the other cartels (of an ordinary system: every quorum) and contains
// none of the cartel's.
type DominatingWitness struct {
	Cartel *quorum.Index `json:"cartel,omitempty"`
	Nodes  quorum.Set    `json:"nodes"`
}

// shown returns the witness of a dominated system with the given number of cartels.
func (d Domination) shown(cartels int) *DominatingWitness {
	w := &DominatingWitness{Nodes: d.Witness}
	if cartels > 1 {
		w.Cartel = &d.Cartel
	}
	return w
}

// Judged returns the failure of the property quorum.Nondominated that the witness shows.
func (w DominatingWitness) Judged() quorum.Judged {
	shown := quorum.Witness{Sets: []quorum.Set{w.Nodes}}
	if w.Cartel != nil {
		shown.Cartels = []quorum.Index{*w.Cartel}
	}
	return shown.Fails(quorum.Nondominated)
}
