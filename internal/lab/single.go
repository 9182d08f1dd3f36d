package lab

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"html"
	"io"
	"path"
	"regexp"
	"strings"

	"github.com/andybalholm/brotli"
)

// Single returns the laboratory as one page, which works from a disk. Its parts are the files of
// [Files].
func Single(files map[string][]byte) ([]byte, error) {
	engine, err := gzipped(files[engineName])
	if err != nil {
		return nil, err
	}
	script, err := bundle(files, "lab.js")
	if err != nil {
		return nil, err
	}
	worker, err := bundle(files, "worker.js")
	if err != nil {
		return nil, err
	}
	worker = string(files["wasm_exec.js"]) + worker
	for _, text := range []string{script, worker} {
		if strings.Contains(strings.ToLower(text), "</script") {
			return nil, errors.New("lab: a script closes its own element")
		}
	}
	var styles strings.Builder
	text := sheet.ReplaceAllStringFunc(string(files["index.html"]), func(link string) string {
		styles.Write(files[sheet.FindStringSubmatch(link)[1]])
		return ""
	})
	icon := "data:image/svg+xml," + strings.NewReplacer("%", "%25", "#", "%23", `"`, "'", "<", "%3C", ">", "%3E", "\n", "").Replace(string(files["icon.svg"]))
	text = strings.ReplaceAll(text, `"icon.svg"`, `"`+icon+`"`)
	policy := fmt.Sprintf("default-src 'none'; script-src %s 'wasm-unsafe-eval'; worker-src blob:; style-src %s; img-src blob: data:; base-uri 'none'; form-action 'none'", digest(script), digest(styles.String()))
	text = contentPolicy.ReplaceAllLiteralString(text, `http-equiv="Content-Security-Policy" content="`+html.EscapeString(policy)+`"`)
	text = strings.Replace(text, "</head>", "<style>"+styles.String()+"</style>\n</head>", 1)
	before, after, found := strings.Cut(text, `<script type="module" src="lab.js"></script>`)
	if !found {
		return nil, errors.New("lab: the page has no script lab.js")
	}
	return []byte(before + `<script type="text/plain" id="worker-source">` + worker + "</script>\n" +
		`<script type="text/plain" id="engine-source">` + base64.StdEncoding.EncodeToString(engine) + "</script>\n" +
		`<script type="module">` + script + "</script>" + after), nil
}

var (
	sheet         = regexp.MustCompile(`<link rel="stylesheet" href="([a-z]+\.css)">\n?`)
	contentPolicy = regexp.MustCompile(`http-equiv="Content-Security-Policy" content="[^"]*"`)
	imported      = regexp.MustCompile(`(?m)^import (?:(\{[^}]*\}) from )?"\./([a-z_]+\.js)";$`)
	exported      = regexp.MustCompile(`(?m)^export ((?:async )?function|class|const|let) (\w+)`)
)

// digest returns the source of a content security policy that admits a text alone.
func digest(text string) string {
	sum := sha256.Sum256([]byte(text))
	return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
}

// bundle returns a module with those that it imports as one text. Each module is a function that
// returns its exports. Imports and exports have to begin their lines, as in the folder page.
func bundle(files map[string][]byte, entry string) (string, error) {
	var out strings.Builder
	done := map[string]bool{"wasm_exec.js": true} // which is no module
	var add func(name string) error
	add = func(name string) error {
		if done[name] {
			return nil
		}
		done[name] = true
		text := string(files[name])
		if text == "" {
			return fmt.Errorf("lab: there is no module %s", name)
		}
		for _, m := range imported.FindAllStringSubmatch(text, -1) {
			if err := add(path.Clean(m[2])); err != nil {
				return err
			}
		}
		text = imported.ReplaceAllStringFunc(text, func(line string) string {
			m := imported.FindStringSubmatch(line)
			if m[1] == "" {
				return ""
			}
			return fmt.Sprintf("const %s = %s;", strings.ReplaceAll(m[1], " as ", ": "), module(m[2]))
		})
		var names []string
		for _, m := range exported.FindAllStringSubmatch(text, -1) {
			names = append(names, m[2])
		}
		text = exported.ReplaceAllString(text, "$1 $2")
		if left := regexp.MustCompile(`(?m)^(import|export)\b.*`).FindString(text); left != "" {
			return fmt.Errorf("lab: %s: this cannot be bundled: %s", name, left)
		}
		fmt.Fprintf(&out, "const %s = (() => {\n%s\nreturn {%s};\n})();\n", module(name), text, strings.Join(names, ", "))
		return nil
	}
	err := add(entry)
	return out.String(), err
}

// module returns the name of the constant that holds the exports of a module.
func module(name string) string { return "module_" + strings.TrimSuffix(name, ".js") }

// gzipped packs an engine by gzip, which all browsers unpack without a library.
func gzipped(engine []byte) ([]byte, error) {
	if bytes.HasPrefix(engine, []byte{0x1f, 0x8b}) {
		return engine, nil
	}
	var out bytes.Buffer
	w, err := gzip.NewWriterLevel(&out, gzip.BestCompression)
	if err != nil {
		return nil, err
	}
	if _, err := io.Copy(w, brotli.NewReader(bytes.NewReader(engine))); err != nil {
		return nil, err
	}
	err = w.Close()
	return out.Bytes(), err
}
