//go:build !js

package results

import "embed"

// witnesses are the other witnesses, and the manifest with versions and seeds. The engine for a
// browser goes without them: they are larger than all tables.
//
//go:embed cyclic-covers/full/covers.json cyclic-bounds/full/covers.json cover-variants/full/covers.json group-covers/covers.json group-optimal/full/systems.json
//go:embed group-degree-table/full/systems.json group-degree-table/systems.json
//go:embed packed/byzantine-least-load.json.gz manifest.json
var witnesses embed.FS
