/* Maekawa 1985, section 4, mended: every message names the request that it is about, LOCKED,
 * INQUIRE and RELINQUISH also the how-manieth grant of the node (number); (2') is Sanders' FAILED. */

inline on_WISH(me, r)			/* (1) REQUEST to every member */
{
	clock++;
	stamp = clock * REQUESTERS + r;
	phase[r] = TRYING; choice[r] = which; wished++;
	tell_members(r, QUORUM(r, which), REQUEST, stamp, 0, which)
}

inline on_EXIT(me, r)			/* (6) RELEASE to every member */
{
	phase[r] = IDLE;
	tell_members(r, QUORUM(r, choice[r]), RELEASE, stamp, 0, 0);
	stamp = 0; choice[r] = 0; locked = 0
}

inline forget(r)			/* inside nobody reads what the process knew */
{
	failed = 0; pending = 0; everknown = 0;
	jth = 0;
	do
	:: jth < MEMBERS(r) -> given[jth] = 0; asked[jth] = 0; jth++
	:: else -> break
	od
}

inline on_LOCKED(me, r)			/* (5) enter with the last one */
{
	observe(about);
	if
	:: phase[r] == TRYING && about == stamp ->
		failed = failed & ~(1 << member);
		locked = locked | (1 << member); given[member] = number;
		if
		:: locked == QUORUM(r, choice[r]) -> enter(r); forget(r)
		:: else -> answer(r)
		fi
	:: else				/* late */
	fi
}

inline on_FAILED(me, r)
{
	observe(about);
	if
	:: phase[r] == TRYING && about == stamp && !((locked | failed) & (1 << member)) && !everknown ->
		failed = (KNOWS_EVER -> 0 : failed | (1 << member)); everknown = KNOWS_EVER;
		answer(r)
	:: else				/* late, overtaken by a LOCKED, or known */
	fi
}

inline on_INQUIRE(me, r)
{
	observe(about);
	if
	:: phase[r] == TRYING && about == stamp && (number > given[member] || (number == given[member] && (locked & (1 << member)))) ->
		pending = pending | (1 << member); asked[member] = number;
		answer(r)
	:: else				/* late: that lock is given back */
	fi
}

inline answer(r)			/* (3) to give a lock up is to know that it will not succeed */
{
	if
	:: pending && (failed || everknown) ->
		jth = 0;
		do
		:: jth < MEMBERS(r) ->
			if
			:: (pending & locked & (1 << jth)) && asked[jth] == given[jth] ->
				pending = pending & ~(1 << jth);
				locked = locked & ~(1 << jth);
				failed = (everknown -> 0 : failed | (1 << jth)); asked[jth] = 0;
				tell_member(r, jth, RELINQUISH, stamp, given[jth], 0);
				given[jth] = (jth + 1 == OWN(r) -> 0 : given[jth])	/* what a node tells itself is never late */
			:: else
			fi;
			jth++
		:: else -> break
		od
	:: else
	fi
}

inline on_REQUEST(me, r)		/* (2) LOCKED, FAILED or INQUIRE */
{
	observe(about);
	if
	:: holder == 0 -> grant(me, about)
	:: else ->
		precedes = holder < about; head = 0; told = 1;
		if
		:: queue?<head,told> -> precedes = precedes || head < about
		:: empty(queue)
		fi;
		if
		:: precedes -> queue!!about,1; tell(me, WHO(about), FAILED, about, 0)
		:: else ->
			if
			:: !told -> queue?head,told; queue!!head,1; tell(me, WHO(head), FAILED, head, 0)	/* (2') */
			:: else
			fi;
			queue!!about,0;
			if
			:: !inquiry -> inquiry = 1; tell(me, WHO(holder), INQUIRE, holder, round)
			:: else
			fi
		fi
	fi
}

inline grant(me, request)
{
	holder = request; inquiry = 0; round++;
	tell(me, WHO(holder), LOCKED, holder, round)
}

inline next(me)				/* the lock to the most preceding that waits */
{
	holder = 0; inquiry = 0;
	if
	:: queue?head,told -> grant(me, head)
	:: empty(queue)
	fi
}

inline on_RELINQUISH(me, r)		/* (4) */
{
	observe(about);
	if
	:: holder == about && number == round -> queue!!about,1; next(me)
	:: else
	fi
}

inline on_RELEASE(me, r)		/* (7) */
{
	observe(about);
	if
	:: holder == about -> next(me)
	:: else -> assert(false)	/* nobody gives a request up here */
	fi
}
