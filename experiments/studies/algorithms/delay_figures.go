package algorithms

import (
	"fmt"
	"slices"

	"coterie/experiments"
	"coterie/internal/picture/plot"
)

func plotDelay(out *experiments.Output, p delayParameters, loads, sizes *experiments.Sheet) {
	one := experiments.Is("critical", 1)
	lines := func(of *experiments.Sheet, x, y string, filters ...experiments.Filter) (layers []experiments.Layer) {
		for _, r := range rivalsOf(p, p.Curve) {
			layers = append(layers, of.Line(r.String(), x, y, append(filters, one, experiments.Is("rival", r))...).Look(r.look()))
		}
		return layers
	}
	perLatency := "entries per mean latency"
	nodes := plot.Logarithmic("sites", "nodes")
	out.PlotWithLegend("waiting", fmt.Sprintf("Waiting time against throughput, %d sites, exponential latencies", p.Curve*p.Curve+p.Curve+1),
		plot.Linear("throughput", perLatency), plot.Logarithmic("mean waiting time", "mean latencies"),
		lines(loads, "throughput", "waiting", experiments.Is("latency", "exponential"))...)
	load := plot.Logarithmic("offered load", perLatency)
	out.PlotWithLegend("throughput", fmt.Sprintf("Throughput against load, %d sites, exponential latencies", p.Curve*p.Curve+p.Curve+1), load,
		plot.Linear("throughput", perLatency), lines(loads, "offered", "throughput", experiments.Is("latency", "exponential"))...)
	out.PlotWithLegend("sync-delay-load", fmt.Sprintf("Synchronization delay against load, %d sites, exponential latencies", p.Curve*p.Curve+p.Curve+1), load,
		plot.Linear("synchronization delay", "mean latencies"), lines(loads, "offered", "sync_delay", experiments.Is("latency", "exponential"))...)
	out.Plot("sync-delay", "Synchronization delay where all sites always wish, exponential latencies", nodes,
		plot.Linear("synchronization delay", "mean latencies"), lines(sizes, "n", "sync_delay", experiments.Is("latency", "exponential"), experiments.Is("offered", ""))...)
	out.Plot("busiest", "Messages of the busiest site per entry, where all sites always wish", nodes,
		plot.Logarithmic("messages sent and received", "per entry"), lines(sizes, "n", "busiest", experiments.Is("latency", "exponential"), experiments.Is("offered", ""))...)
}

// exponential returns the run of a rival with exponential latencies, on the sites of the plane of
// an order. It returns a zero row if there is none.
func exponential(rows []delayRow, name string, order int, offered float64) delayRow {
	i := slices.IndexFunc(rows, func(r delayRow) bool {
		return r.String() == name && r.N == order*order+order+1 && r.Offered == offered && !r.Constant
	})
	if i < 0 {
		return delayRow{}
	}
	return rows[i]
}

func foundDelay(out *experiments.Output, p delayParameters, sizes []delayRow) {
	if len(sizes) == 0 || !slices.Contains(p.Rivals, token) || !slices.Contains(p.Orders, p.Curve) {
		return
	}
	const plane, grid = "Maekawa, plane", "Maekawa, grid"
	one, hold, raymond := rival{coordinator, ""}.String(), rival{token, ""}.String(), rival{tree, ""}.String()
	q, last := p.Curve, slices.Max(p.Orders)
	heavy := func(name string) delayRow { return exponential(sizes, name, q, 0) }
	light := func(name string) float64 { return exponential(sizes, name, q, lightLoad).Waiting }
	most := func(name string) float64 { return heavy(name).Throughput }
	out.Found("waiting", "Over a plane of %d sites an entry that meets no other waits %.1f mean latencies. It waits for the last answer of its quorum; with a coordinator it waits %.1f and with the token of Suzuki and Kasami %.1f. "+
		"At most, the plane gives %.2f entries in a mean latency, the coordinator %.2f, a grid %.2f, the token %.2f.",
		heavy(plane).N, light(plane), light(one), light(hold), most(plane), most(one), most(grid), most(hold))

	delay := func(name string) float64 { return heavy(name).Handover }
	long := experiments.Keep(sizes, func(r delayRow) bool { return r.Critical == p.Long })
	more := func(rows []delayRow) float64 {
		return 100 * (exponential(rows, hold, q, 0).Throughput/exponential(rows, plane, q, 0).Throughput - 1)
	}
	out.Found("sync-delay", "Under the heaviest load the critical section stands empty for %.1f mean latencies with a plane of %d sites. It does so between two entries: %.1f with a grid, %.1f with a coordinator, %.1f with the token; "+
		"so the token gives %.0f %% more entries than the plane where a critical section takes one mean latency, and %.0f %% more where it takes %g.",
		delay(plane), heavy(plane).N, delay(grid), delay(one), delay(hold), more(sizes), more(long), p.Long)

	at := func(name string, offered float64) delayRow { return exponential(sizes, name, last, offered) }
	out.Found("busiest", "Quorums win where the work of a site counts. With %d sites the busiest one handles %.2f messages an entry over a plane, %.1f as a coordinator, %.1f for the token of Suzuki and Kasami; "+
		"Raymond's tree has less under the heaviest load (%.2f), but under a light one its root has %.1f, and a site waits %.1f mean latencies, against %.1f over the plane.",
		at(plane, 0).N, at(plane, 0).Busiest, at(one, 0).Busiest, at(hold, 0).Busiest, at(raymond, 0).Busiest, at(raymond, lightLoad).Busiest, at(raymond, lightLoad).Waiting, at(plane, lightLoad).Waiting)
}
