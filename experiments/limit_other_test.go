//go:build !unix

package experiments

func limitFiles(int64) {}
