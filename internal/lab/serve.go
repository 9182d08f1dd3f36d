package lab

import (
	"bytes"
	"net/http"
	"strings"
)

// Handler shows the files of [Files]. The engine is sent as it is packed, and the browser compiles
// it while it comes.
func Handler(files map[string][]byte) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		name := strings.TrimPrefix(r.URL.Path, "/")
		if name == "" {
			name = "index.html"
		}
		data, ok := files[name]
		if !ok || r.Method != http.MethodGet && r.Method != http.MethodHead {
			http.NotFound(w, r)
			return
		}
		header := w.Header()
		header.Set("Content-Type", contentType(name))
		header.Set("X-Content-Type-Options", "nosniff")
		header.Set("Cache-Control", "no-cache")
		if name == engineName {
			packed := "br"
			if bytes.HasPrefix(data, []byte{0x1f, 0x8b}) {
				packed = "gzip"
			}
			header.Set("Content-Encoding", packed)
		}
		if r.Method == http.MethodGet {
			_, _ = w.Write(data) // the error is that of a reader who left
		}
	})
}
