package fleet

import (
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"go.yaml.in/yaml/v3"

	"coterie/internal/check/assert"
	"coterie/internal/machine/yamlfile"
)

const schemaFile = "../docs/fleet.schema.json"

// asJSON returns a file as a schema sees it: numbers and words as YAML takes them, keys as text.
func asJSON(n *yaml.Node) any {
	switch n.Kind {
	case yaml.DocumentNode:
		return asJSON(n.Content[0])
	case yaml.SequenceNode:
		list := []any{}
		for _, part := range n.Content {
			list = append(list, asJSON(part))
		}
		return list
	case yaml.MappingNode:
		object := map[string]any{}
		for key, value := range yamlfile.Pairs(n) {
			object[key.Value] = asJSON(value)
		}
		return object
	}
	switch n.ShortTag() {
	case "!!null":
		return nil
	case "!!bool":
		return n.Value == "true"
	case "!!int", "!!float":
		if json.Valid([]byte(n.Value)) {
			return json.Number(n.Value)
		}
	}
	return n.Value
}

// TestSchema: the schema takes every good file, and refuses the bad ones whose form is wrong. It
// cannot find faults of sense alone.
func TestSchema(t *testing.T) {
	schema := assert.Got(jsonschema.NewCompiler().Compile(schemaFile))(t)
	takes := func(path string) error {
		data := assert.Got(os.ReadFile(path))(t)
		var doc yaml.Node
		assert.OK(t, yaml.Unmarshal(data, &doc), "%v", path)
		if doc.Kind == 0 {
			return schema.Validate(nil)
		}
		return schema.Validate(asJSON(&doc))
	}
	good, _ := filepath.Glob("testdata/good/*")
	good = append(good, examples(t)...)
	sense, _ := filepath.Glob("testdata/bad/sense-*")
	for _, path := range append(good, sense...) {
		assert.NoError(t, takes(path), "%s", path)
	}
	forms, _ := filepath.Glob("testdata/bad/form-*")
	for _, path := range forms {
		if takes(path) == nil {
			t.Errorf("the schema takes %s", path)
		}
	}
	if len(good) < 6 || len(sense) < 20 || len(forms) < 20 {
		t.Error(len(good), len(sense), len(forms))
	}
}

// TestSchemaKeys: the schema has the keys that the reader knows, and doc.go names them.
func TestSchemaKeys(t *testing.T) {
	type object struct {
		Properties map[string]json.RawMessage
		Defs       map[string]json.RawMessage `json:"$defs"`
		AnyOf      []json.RawMessage
		Enum       []string
	}
	parse := func(data []byte) (o object) {
		assert.OK(t, json.Unmarshal(data, &o))
		return o
	}
	data := assert.Got(os.ReadFile(schemaFile))(t)
	doc := assert.Got(os.ReadFile("doc.go"))(t)
	top := parse(data)
	require := parse(top.Defs["require"])
	for _, c := range []struct {
		of    string
		got   object
		known []string
	}{
		{"the fleet", top, topKeys},
		{"node", parse(top.Defs["node"]), nodeKeys},
		{"zone", parse(top.Defs["zone"]), zoneKeys},
		{"client", parse(top.Defs["client"]), clientKeys},
		{"workload", parse(top.Defs["workload"]), workloadKeys},
		{"require", require, requireKeys},
		{"crash", parse(parse(top.Defs["crash"]).AnyOf[1]), crashKeys},
		{"rate", parse(top.Defs["rate"]), rateKeys},
		{"survive", parse(require.Properties["survive"]), surviveKeys},
	} {
		if got := slices.Sorted(maps.Keys(c.got.Properties)); !slices.Equal(got, slices.Sorted(slices.Values(c.known))) {
			t.Errorf("%s: the schema has %v, the reader %v", c.of, got, c.known)
		}
		for _, key := range c.known {
			assert.Contains(t, string(doc), key, "doc.go does not name %s, of %s", key, c.of)
		}
	}
	if got := parse(top.Defs["goal"]).Enum; !slices.Equal(got, append(goalNames(), string(Network))) {
		t.Errorf("the schema has the goals %v, the reader %v and network", got, goalNames())
	}
}
