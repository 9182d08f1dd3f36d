/* Suzuki and Kasami 1985, with MOST tokens: a token carries, for each requester, the number of the last request known
 * to be served, all in one number to the base ENTRIES + 1. The counts of those who never ask stay 0. */

inline on_WISH(me, r)			/* invoke: with a token inside, else REQUEST to all others */
{
	wished++;			/* the choices are all one */
	if
	:: tokens > 0 -> inside = 1; enter(r)
	:: else ->
		phase[r] = TRYING; rn[r]++;
		tell_members(r, QUORUM(r, which), REQUEST, rn[r] * REQUESTERS + r, 0, 0)
	fi
}

inline on_EXIT(me, r)			/* release */
{
	phase[r] = IDLE; inside = 0; choice[r] = 0;
	spare(me)
}

inline on_REQUEST(me, r)		/* receive */
{
	rn[WHO(about)] = (TIME(about) > rn[WHO(about)] -> TIME(about) : rn[WHO(about)]);
	spare(me)
}

inline on_PRIVILEGE(me, r)		/* what is served comes from the last requester to the first */
{
	tokens++;
	jth = REQUESTERS;
	do
	:: jth > 0 ->
		jth--;
		served[jth] = (about % (ENTRIES + 1) > served[jth] -> about % (ENTRIES + 1) : served[jth]);
		about = about / (ENTRIES + 1)
	:: else -> break
	od;
	served[r] = rn[r];
	if
	:: phase[r] == TRYING -> inside = 1; enter(r)
	:: else
	fi;
	spare(me)
}

inline spare(me)			/* each token that is not used: PRIVILEGE to the next that waits */
{
	do
	:: tokens > inside ->
		ith = 0;
		do			/* upwards from the own number and round again */
		:: ith < REQUESTERS && rn[(AFTER(me) + ith) % REQUESTERS] <= served[(AFTER(me) + ith) % REQUESTERS] -> ith++
		:: else -> break
		od;
		if
		:: ith == REQUESTERS -> break
		:: else
		fi;
		ith = (AFTER(me) + ith) % REQUESTERS;
		served[ith] = rn[ith];
		head = 0; jth = 0;
		do
		:: jth < REQUESTERS -> head = head * (ENTRIES + 1) + served[jth]; jth++
		:: else -> break
		od;
		tell(me, ith, PRIVILEGE, head, 0);
		tokens--; jth = 0;
		do
		:: jth < REQUESTERS && tokens == 0 -> served[jth] = 0; jth++
		:: else -> break
		od
	:: else -> break
	od
}
