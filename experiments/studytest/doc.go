// Package studytest runs a study with parameters of a test's own and reads its files. It is for the
// tests of the packages in experiments/studies, whose folder it expects to run in.
package studytest
