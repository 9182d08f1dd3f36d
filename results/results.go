package results

import "embed"

// Files are the tables of near-optimal, least-load and group-optimal, with the systems behind the
// first two.
//
//go:embed near-optimal/near-optimal.csv near-optimal/best-sets.json
//go:embed least-load/full/least-load.csv least-load/full/least-load.json
//go:embed group-optimal/full/group-optimal.csv
var Files embed.FS
