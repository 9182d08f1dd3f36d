// Package house holds the rules of the repository as tests: who may import whom (the table in
// docs/map.md), which package may use which third-party library, how long a file and how
// large a package may be, what a theorem's page holds. It has no code of its own.
package house
