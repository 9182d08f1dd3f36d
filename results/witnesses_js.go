package results

import "embed"

var witnesses embed.FS // empty
