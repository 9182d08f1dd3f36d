package results

import "embed"

// tables are the tables of all records, and the witnesses that searches start from.
//
//go:embed kinds.json cyclic-covers/full/cyclic-covers.csv cyclic-bounds/full/cyclic-bounds.csv group-covers/groups.csv
//go:embed near-optimal/near-optimal.csv near-optimal/best-sets.json
//go:embed cover-variants/full/variants.csv least-load/full/least-load.csv least-load/full/least-load.json
//go:embed group-optimal/full/group-optimal.csv group-degree-table/degrees.csv
//go:embed group-degree-table/full/covering-arrays.csv group-degree-table/covering-arrays.csv
//go:embed byzantine/full/least-load.csv small-coteries/full/small-coteries.csv small-coteries/full/k-coteries.csv
//go:embed maekawa-table-2-optimal/full/table-2-optimal.csv maekawa-table-2-optimal/table-2-optimal.csv
var tables embed.FS
