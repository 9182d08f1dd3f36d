package lab

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/base64"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"

	"github.com/andybalholm/brotli"

	"coterie/internal/check/assert"
)

// sample is a laboratory whose engine is a text, packed as that of a release.
func sample(t *testing.T) map[string][]byte {
	t.Helper()
	var packed bytes.Buffer
	w := brotli.NewWriter(&packed)
	_, err := w.Write([]byte("the engine"))
	assert.OK(t, err)
	assert.OK(t, w.Close())
	return assert.Got(Files(&Built{packed.Bytes(), []byte("// the script of Go\n")}))(t)
}

// TestServiceWorker: the service worker keeps all files but itself, under a name that changes with
// them.
func TestServiceWorker(t *testing.T) {
	files := sample(t)
	text := string(files[serviceName])
	for name := range files {
		assert.Equal(t, strings.Contains(text, `"`+name+`"`), name != serviceName, "%s is among the files that are kept", name)
	}
	other := assert.Got(Files(&Built{[]byte("another"), nil}))(t)
	version := regexp.MustCompile(`coterie-lab-[0-9a-f]{16}"`)
	assert.True(t, version.FindString(text) != "" && version.FindString(text) != version.FindString(string(other[serviceName])), "versions of two laboratories are the same")
}

// TestSingle: the page of one file asks for nothing, its policy admits its own scripts and styles
// alone, and the engine in it is that of the folder, for a browser without a library.
func TestSingle(t *testing.T) {
	text := string(assert.Got(Single(sample(t)))(t))
	for _, outside := range []string{`href="lab.css"`, `src="lab.js"`, `"icon.svg"`, "\nimport {", "\nexport "} {
		assert.True(t, !strings.Contains(text, outside), "the page still has %q", outside)
	}
	for _, element := range []string{`(?s)<style>(.*?)</style>`, `(?s)<script type="module">(.*?)</script>`} {
		found := regexp.MustCompile(element).FindStringSubmatch(text)
		assert.Equal(t, len(found), 2, "%s: matches", element)
		sum := sha256.Sum256([]byte(found[1]))
		assert.Contains(t, text, "&#39;sha256-"+base64.StdEncoding.EncodeToString(sum[:])+"&#39;", "the policy has no digest of %.30s", element)
	}
	engine := regexp.MustCompile(`id="engine-source">([^<]*)<`).FindStringSubmatch(text)
	r := assert.Got(gzip.NewReader(base64.NewDecoder(base64.StdEncoding, strings.NewReader(engine[1]))))(t)
	var program bytes.Buffer
	_, err := program.ReadFrom(r)
	assert.OK(t, err)
	assert.Equal(t, program.String(), "the engine")
}

// TestBundle: modules come before those that import them, and what the bundle cannot hold is an
// error.
func TestBundle(t *testing.T) {
	files := map[string][]byte{
		"a.js": []byte("import {b as c} from \"./b.js\";\nexport const a = c;\n"),
		"b.js": []byte("export async function b() {}\n"),
		"c.js": []byte("export default 1;\n"),
		"d.js": []byte("import {e} from \"./e.js\";\n"),
	}
	assert.Equal(t, assert.Got(bundle(files, "a.js"))(t), "const module_b = (() => {\nasync function b() {}\n\nreturn {b};\n})();\n"+
		"const module_a = (() => {\nconst {b: c} = module_b;\nconst a = c;\n\nreturn {a};\n})();\n")
	for entry, want := range assert.Pairs("c.js", "cannot be bundled: export default 1;", "d.js", "no module e.js") {
		_, err := bundle(files, entry)
		assert.Fails(t, err, want, entry)
	}
}

// TestHandler: the engine goes out as it is packed, and nothing beside the files is there.
func TestHandler(t *testing.T) {
	handler := Handler(sample(t))
	for path, want := range map[string][3]string{
		"/":                {"200", "text/html; charset=utf-8", ""},
		"/engine.wasm.br":  {"200", "application/wasm", "br"},
		"/lab.js":          {"200", "text/javascript; charset=utf-8", ""},
		"/../doc.go":       {"404", "text/plain; charset=utf-8", ""},
		"/lab.js/../x.css": {"404", "text/plain; charset=utf-8", ""},
	} {
		w := httptest.NewRecorder()
		handler.ServeHTTP(w, httptest.NewRequest("GET", path, nil))
		got := [3]string{w.Result().Status[:3], w.Header().Get("Content-Type"), w.Header().Get("Content-Encoding")}
		assert.Equal(t, got, want, path)
	}
	w := httptest.NewRecorder()
	handler.ServeHTTP(w, httptest.NewRequest("POST", "/", nil))
	assert.Equal(t, w.Code, 404, "a POST")
}
