// Package datapackage writes all records (package results) as a folder that others can load: a
// Frictionless Data Package (https://datapackage.org/standard/data-package/, version 1 of the
// profile tabular-data-package) with a table for each kind as CSV and as Parquet, every record with
// its witness as a line of JSON, b-files in the form of the OEIS (https://oeis.org/wiki/B-files),
// pages, and an example in Python.
//
// A page has all records of a kind, each with an anchor: a page for each record would be 3,300
// files, and a script would need a server. Pages have no scripts.
package datapackage
