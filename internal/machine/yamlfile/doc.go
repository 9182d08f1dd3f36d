// Package yamlfile reads files of settings in YAML or JSON as trees of which every scalar is a
// text, numbers and times exact, such that each error names its line and says what may be meant.
// Anchors, aliases, tags and repeated keys are errors: a file says what it
// says where it says it.
//
// What the keys mean is known to the callers: package fleet reads servers by it.
package yamlfile
