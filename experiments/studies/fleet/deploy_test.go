package fleet

import (
	"testing"

	"coterie/experiments/studytest"
)

// TestDeploySmall: the numbers that the threads name come out: three commits of six, six answers
// of fifteen, a zone of three that may be lost.
func TestDeploySmall(t *testing.T) {
	folder := studytest.Small(t, declareDeploy, struct{}{}, nil)
	studytest.WantRows(t, folder, "deploy.csv",
		`rabbitmq/ra 500,"flexible:n=6,elect=4,commit=3",2,3,`, `line/centraldogma 534,"hierarchical:outer=(majority:n=3),inner=(majority:n=5)",5/2,6,`,
		"scylladb/scylladb 14516,majority:n=3,3/2,2,0.99964,1,1,true,")
}
