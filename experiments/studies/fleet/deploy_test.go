package fleet

import (
	"testing"

	"coterie/experiments/studytest"
)

// TestDeploySmall: the numbers that the threads name come out: three commits of six, six answers
// of fifteen, a zone of three that may be lost.
func TestDeploySmall(t *testing.T) {
	folder := studytest.Small(t, declareDeploy, struct{}{}, nil)
	studytest.WantRows(t, folder, "deploy.csv", "rabbitmq/ra 500,", "line/centraldogma 534,", "scylladb/scylladb 14516,")
}
