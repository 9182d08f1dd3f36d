/* Raymond 1989, for MOST entries: Ricart and Agrawala's program, in which requests are counted. */

inline on_WISH(me, r)			/* invoke: REQUEST to all others */
{
	highest++;
	stamp = highest * REQUESTERS + r;
	phase[r] = TRYING; wished++;	/* the choices are all one */
	ith = 0;
	do
	:: ith < MEMBERS(r) -> awaited[ith]++; ith++
	:: else -> break
	od;
	tell_members(r, QUORUM(r, which), REQUEST, stamp, 0, 0);
	try_enter(r)
}

inline try_enter(r)			/* with at most MOST - 1 processes whose REPLY is outstanding */
{
	ith = 0; told = 0;
	do
	:: ith < MEMBERS(r) -> told = told + (awaited[ith] > 0); ith++
	:: else -> break
	od;
	if
	:: phase[r] == TRYING && told < MOST -> enter(r)
	:: else
	fi
}

inline on_EXIT(me, r)			/* release: REPLY to those deferred, for all that they have asked */
{
	phase[r] = IDLE; stamp = 0; choice[r] = 0;
	jth = 0;
	do
	:: jth < REQUESTERS ->
		if
		:: deferred[jth] > 0 -> tell(me, jth, REPLY, 0, deferred[jth]); deferred[jth] = 0
		:: else
		fi;
		jth++
	:: else -> break
	od
}

inline on_REQUEST(me, r)		/* receive: REPLY, unless inside, or our own request precedes */
{
	highest = (TIME(about) > highest -> TIME(about) : highest);
	if
	:: stamp && (stamp < about || (MOST > 1 && phase[r] == INSIDE)) -> deferred[WHO(about)]++
	:: else -> tell(me, WHO(about), REPLY, 0, 1)
	fi
}

inline on_REPLY(me, r)			/* the number is how many requests it answers */
{
	awaited[member] = awaited[member] - number;
	try_enter(r)
}
