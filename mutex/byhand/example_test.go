package byhand_test

import (
	"fmt"
	"os"

	"coterie/mutex"
	"coterie/mutex/byhand"
	"coterie/quorum"
)

// Two of three nodes ask at once, and their sets meet in node 2.
func ExampleRun_Play() {
	family, err := quorum.NewFamily(3, [][]int{{0, 1}, {1, 2}, {0, 2}})
	if err != nil {
		fmt.Println(err)
		return
	}
	system, err := quorum.NewSystem("triangle", family, quorum.SystemOptions{Sites: []int{0, 1, 2}})
	if err != nil {
		fmt.Println(err)
		return
	}
	setup, err := mutex.NewSetup(system, 3, mutex.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	run := byhand.New(mutex.Find("maekawa-fixed"), setup)
	if err := run.Play("wish 1\nwish 2\narrive 1 2 REQUEST\nshow 2", os.Stdout); err != nil {
		fmt.Println(err)
	}
	// Output:
	// wish 1
	//     1 wishes to enter, by {1,2}
	//     1 -> 1  REQUEST 1.1  (1), at once
	//     1 -> 1  LOCKED 1.1  (2), at once
	//     1 -> 2  REQUEST 1.1  (1)
	// wish 2
	//     2 wishes to enter, by {2,3}
	//     2 -> 2  REQUEST 1.2  (1), at once
	//     2 -> 2  LOCKED 1.2  (2), at once
	//     2 -> 3  REQUEST 1.2  (1)
	// arrive 1 2 REQUEST
	//     1 -> 2  REQUEST 1.1  (1) arrives
	//     2 -> 2  INQUIRE 1.2  (2), at once
	// show 2
	//     node 2: trying, LOCK 1.2 (inquired), QUEUE 1.1, clock 1
	// = under way: 1; inside: 0; waiting: 2
}
