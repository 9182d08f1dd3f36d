package promela

import (
	"fmt"
	"strings"

	"coterie/mutex"
)

// change replaces one text by another.
type change struct{ from, to string }

// flawed holds the changes of each known-wrong variant in the steps of its algorithm.
var flawed = map[mutex.Flaw][]change{
	mutex.ClearsAnyFailed:     {{"failed = failed & ~(1 << member);", "failed = 0;"}},
	mutex.FailsForHolderOnly:  {{" -> precedes = precedes || head < about", ""}, {":: !told ->", ":: !told && about < head ->"}},
	mutex.TakesLateInquire:    {lateInquire, tellsNoRound, {" && asked[jth] == given[jth]", ""}},
	mutex.TakesLateRelinquish: {lateInquire, tellsNoRound, {" round++;", ""}, {"(pending & locked & (1 << jth)) && asked[jth] == given[jth]", "pending & (1 << jth)"}, {":: holder == about && number == round -> queue!!about,1", ":: holder -> queue!!holder,1"}, takenBack},
	mutex.SkipsE11:            {{":: head && worst > head ->", ":: false ->"}},
	mutex.SkipsF4:             {{" inquired = inquired & ~(1 << w);", ""}, {"request[w] = 0; group[w] = 0", "request[w] = 0; group[w] = 0; inquired = inquired & ~(1 << w)"}},
	mutex.SkipsF10:            {{"has_priority = 0; inquire_all(me)	/* F.8 */", "has_priority = 0	/* F.8 */"}},
	mutex.TakesLateReply:      {{"awaited[member] = awaited[member] - number", "awaited[member] = 0"}},
	mutex.IgnoresNodeNumbers:  {{"stamp < about", "TIME(stamp) < TIME(about)"}},
}

var (
	lateInquire = change{
		"about == stamp && (number > given[member] || (number == given[member] && (locked & (1 << member))))",
		"(QUORUM(r, choice[r]) & (1 << member))",
	}
	// Nobody reads which grant a late INQUIRE is about.
	tellsNoRound = change{"tell(me, WHO(holder), INQUIRE, holder, round)", "tell(me, WHO(holder), INQUIRE, holder, 0)"}
	// A request can be put back into the queue while its process is inside, and leave from there.
	takenBack = change{":: else -> assert(false)	/* nobody gives a request up here */", ":: else -> queue??eval(about),told"}
)

// apply returns the text with the changes. It fails if one does not find its place.
func apply(text string, changes []change) (string, error) {
	for _, c := range changes {
		if strings.Count(text, c.from) != 1 {
			return "", fmt.Errorf("promela: no one place for %q", c.from)
		}
		text = strings.Replace(text, c.from, c.to, 1)
	}
	return text, nil
}
