// Package house holds the rules of the repository as tests: who may import whom (the table in
// docs/map.md), which package may use which third-party library, where files are written, and the
// form of a theorem's page. It has no code of its own. Command tidy has the rules of form.
package house
