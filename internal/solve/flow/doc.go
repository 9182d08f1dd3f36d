// Package flow finds greatest flows and least cuts of networks with whole capacities, by Dinic's
// method (E. A. Dinic, Soviet Math. Dokl. 11, 1970): O(v²·e) steps for v vertices and e arcs.
package flow
