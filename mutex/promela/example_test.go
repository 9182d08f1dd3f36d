package promela_test

import (
	"bytes"
	"fmt"
	"strings"

	"coterie/mutex"
	"coterie/mutex/explore"
	"coterie/mutex/promela"
	"coterie/quorum"
)

// Two processes that ask each other, in Promela.
func Example() {
	family, _ := quorum.NewFamily(2, [][]int{{0, 1}})
	pair, _ := quorum.NewSystem("pair", family, quorum.SystemOptions{})
	setup, _ := mutex.NewSetup(pair, 2, mutex.Options{})
	both := []explore.Requester{{Process: 0, Choices: []explore.Choice{{Quorum: -1}}}, {Process: 1, Choices: []explore.Choice{{Quorum: -1}}}}
	var text bytes.Buffer
	err := promela.Write(&text, explore.Config{Algorithm: mutex.Find("ricart-agrawala"), Setup: setup, Requesters: both, Entries: 1})
	for line := range strings.Lines(text.String()) {
		if strings.HasPrefix(line, "chan") || strings.HasPrefix(line, "active") {
			fmt.Print(line)
		}
	}
	fmt.Println(err)
	// Output:
	// chan c_2_1 = [2] of { mtype,byte };
	// chan c_1_2 = [2] of { mtype,byte };
	// active proctype Node1()
	// active proctype Node2()
	// active proctype Over()
	// <nil>
}
