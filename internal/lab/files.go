package lab

import (
	"crypto/sha256"
	"embed"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"

	"coterie/internal/picture/player"
)

//go:embed page
var page embed.FS

// engineName is the name of the engine in a folder. The browser unpacks it, whatever it is packed
// by.
const engineName = "engine.wasm.br"

// serviceName is the name of the service worker, which keeps all other files.
const serviceName = "service.js"

// Files returns the files of the laboratory by their names in its folder.
func Files(e *Built) (map[string][]byte, error) {
	files := map[string][]byte{
		"wasm_exec.js": e.Support, engineName: e.Program,
		"player.js": []byte(strings.Replace(player.Script(), "\nfunction mount(", "\nexport function mount(", 1)), "player.css": []byte(player.Style()),
	}
	err := fs.WalkDir(page, "page", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		data, err := page.ReadFile(name)
		files[name[len("page/"):]] = data
		return err
	})
	if err != nil {
		return nil, err
	}
	// A browser that has kept an older laboratory sees by this that there is a new one.
	all := sha256.New()
	for _, name := range slices.Sorted(maps.Keys(files)) {
		fmt.Fprintf(all, "%s %d\n", name, len(files[name]))
		all.Write(files[name])
	}
	names := slices.DeleteFunc(slices.Sorted(maps.Keys(files)), func(name string) bool { return name == serviceName })
	files[serviceName] = []byte(strings.NewReplacer("VERSION", fmt.Sprintf("%x", all.Sum(nil)[:8]), "FILES", strings.Join(names, `", "`)).Replace(string(files[serviceName])))
	return files, nil
}

// contentType returns the type of a file of the laboratory.
func contentType(name string) string {
	return map[string]string{
		".html": "text/html; charset=utf-8", ".js": "text/javascript; charset=utf-8", ".css": "text/css; charset=utf-8",
		".svg": "image/svg+xml", ".wasm": "application/wasm", ".br": "application/wasm",
	}[path.Ext(name)]
}
