package algorithms

import (
	"fmt"

	"coterie/experiments"
	"coterie/internal/plot"
)

func plotDelay(out *experiments.Output, p delayParameters, loads, sizes *experiments.Sheet) {
	lines := func(of *experiments.Sheet, x, y string, filters ...experiments.Filter) (layers []experiments.Layer) {
		for i, r := range of.Values("rival") {
			layers = append(layers, of.Line(r, x, y, append(filters, experiments.Is("rival", r))...).Look(i+1))
		}
		return layers
	}
	perLatency := "entries per mean latency"
	nodes := plot.Axis{Label: "sites", Unit: "nodes", Log: true}
	out.PlotWithLegend("waiting", fmt.Sprintf("Waiting time against throughput, %d sites, exponential latencies", p.Curve*p.Curve+p.Curve+1),
		plot.Axis{Label: "throughput", Unit: perLatency}, plot.Axis{Label: "mean waiting time", Unit: "mean latencies", Log: true},
		lines(loads, "throughput", "waiting", experiments.Is("latency", "exponential"))...)
	out.Plot("sync-delay", "Synchronization delay where all sites always wish, exponential latencies", nodes,
		plot.Axis{Label: "synchronization delay", Unit: "mean latencies"}, lines(sizes, "n", "sync_delay", experiments.Is("latency", "exponential"), experiments.Is("offered", ""))...)
	out.Plot("busiest", "Messages of the busiest site per entry, where all sites always wish", nodes,
		plot.Axis{Label: "messages sent and received", Unit: "per entry", Log: true}, lines(sizes, "n", "busiest", experiments.Is("latency", "exponential"), experiments.Is("offered", ""))...)
}

func foundDelay(out *experiments.Output, p delayParameters, sizes []delayRow) {
}
