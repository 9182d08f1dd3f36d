package trust

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"

	"coterie/docs"
	"coterie/experiments"
	"coterie/federated"
	"coterie/quorum"
	"coterie/search"
)

// networks holds the parameters of the study federated.
type networks struct {
	Networks []string `json:"networks"` // files of docs/networks
}

// networkRow is a network, with what each of its organisations can do alone.
type networkRow struct {
	Network   string `csv:"network" doc:"file of docs/networks"`
	Top       int    `csv:"top_tier,organisations" doc:"organisations in minimal quorums"`
	Blocking  int    `csv:"blocking,organisations" doc:"size of a smallest set of organisations that stops all, of those on which quorums depend; 0: there is none"`
	Splitting int    `csv:"splitting,organisations" doc:"size of a smallest one that keeps two quorums apart by lying, of the same; 0: two quorums are disjoint already, or none does"`
	Alone     []aloneRow
}

// aloneRow is an organisation that stops, or lies.
type aloneRow struct {
	Network      string `csv:"network" doc:"file of docs/networks"`
	Organisation string `csv:"organisation" doc:"its name"`
	Nodes        int    `csv:"nodes,nodes" doc:"how many it has"`
	Halts        int    `csv:"halts,nodes" doc:"nodes of others that are in no quorum once it has left"`
	Kept         bool   `csv:"kept" doc:"whether all others together are a quorum once it is deleted"`
	Splits       bool   `csv:"splits" doc:"whether two quorums may be disjoint once it lies"`
	SplitsCore   bool   `csv:"splits_core" doc:"the same, among the nodes on which quorums depend"`
}

// most returns the size of the least sets that stop or split the best threshold over as many
// organisations: one more than the liars of n > 3b nodes.
func (r networkRow) most() int { return (r.Top-1)/3 + 1 }

// Federated returns the study federated.
func Federated() experiments.Study {
	return experiments.NewStudy(experiments.Spec[networks]{
		Name:  "federated",
		Title: "Networks in which each node chooses whom it trusts: what one organisation can do",
		Doc: "For each network of docs/networks (Mazières, The Stellar consensus protocol, 2015, has the definitions): the least sets of organisations that stop all or keep two quorums apart, beside those of the best " +
			"threshold over as many organisations, of which there are one more than b where n > 3b; and for each organisation what becomes of the others if it leaves, or lies.",
		Default: networks{[]string{"ledger", "seven", "tiers", "split"}},
		Declare: declareFederated,
	})
}

func declareFederated(out *experiments.Output, p networks) {
	rows := experiments.Compute(out, "networks", p.Networks, networkAt)
	experiments.Table(out, "federated", rows, "network", "top_tier", "blocking", "splitting",
		experiments.Ints("threshold", "organisations", "the same two sizes of the best threshold over the organisations of the top tier", networkRow.most))
	alone := experiments.Flat(rows, func(r networkRow) []aloneRow { return r.Alone })
	experiments.Table(out, "alone", alone, "network", "organisation", "nodes", "halts", "kept", "splits", "splits_core")
	out.Found("", "Of %d networks %d withstand as many organisations as the best threshold over the same ones.", len(rows),
		experiments.Count(rows, func(r networkRow) bool { return min(r.Blocking, r.Splitting) == r.most() }))
	out.Claim("ours-federated-threshold", experiments.BeyondThePaper, "Federated systems", "No network withstands more organisations that stop or lie than the best threshold over the organisations of its top tier.",
		experiments.ForAll(fmt.Sprintf("the networks %v", p.Networks), rows, func(r networkRow) (bool, string) {
			return min(r.Blocking, r.Splitting) <= r.most(), fmt.Sprintf("%s: %d and %d of %d", r.Network, r.Blocking, r.Splitting, r.Top)
		}))
	out.Claim("mazieres-theorem-1", "Other papers", "Mazières 2015, Theorem 1", "If U is a quorum, and U without B is not empty, it is a quorum once B is deleted.",
		experiments.ForAll(fmt.Sprintf("U all nodes of the networks %v, B an organisation", p.Networks), alone, func(r aloneRow) (bool, string) {
			return r.Kept, r.Network + " without " + r.Organisation
		}))
	claimAsymmetric(out)
}

// networkAt measures a network.
func networkAt(ctx context.Context, name string) (networkRow, error) {
	var file *quorum.FederatedError
	if _, err := quorum.ReadInput(bytes.NewReader(experiments.Must(docs.Network(name)))); !errors.As(err, &file) {
		return networkRow{}, err
	}
	w := federated.New(file.Members, nil)
	r := experiments.Must(w.Core().Measure(ctx, federated.Options{By: "organisation"}))
	least := func(s federated.Sets) int { return len(slices.Concat(s.Sets[:min(1, s.Count)]...)) }
	row := networkRow{name, len(r.TopTier.Names), least(r.Blocking), least(r.Splitting), nil}
	all := experiments.Must(w.Check(ctx, search.Options{})).GreatestQuorum
	for i, m := range file.Members {
		if i > 0 && file.Members[i-1].Organization == m.Organization {
			continue // its nodes stand side by side
		}
		nodes := experiments.Must(w.Find([]string{m.Organization}))
		lies, liesInCore := experiments.Must(w.Delete(nodes).Check(ctx, search.Options{})), experiments.Must(w.Core().Delete(nodes).Check(ctx, search.Options{}))
		rest := all - len(nodes)
		row.Alone = append(row.Alone, aloneRow{name, m.Organization, len(nodes), rest - experiments.Must(w.Without(nodes).Check(ctx, search.Options{})).GreatestQuorum,
			lies.GreatestQuorum == rest, lies.Properties[0].Holds == quorum.Fails, liesInCore.Properties[0].Holds == quorum.Fails})
	}
	return row, nil
}
