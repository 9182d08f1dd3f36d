// Package yamlfile reads files of settings in YAML or JSON as trees in which every scalar is a text
// and numbers and times are exact, such that each error names its line and suggests a correction.
// Anchors, aliases, tags and repeated keys are errors: every value stands at its place in the file.
//
// Only the callers know the meaning of the keys: package fleet reads servers with it.
package yamlfile
