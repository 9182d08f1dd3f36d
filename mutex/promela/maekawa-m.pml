/* Joung 2003, section 4.2, Figures 5 and 6. The node keeps at most one request of each process, in
 * request[ith]; lockgroup is 0 for none. number is the clock of the sender. */

inline on_WISH(me, r)			/* A: REQUEST to every node of the quorum */
{
	sn++;
	stamp = sn * REQUESTERS + r;
	phase[r] = TRYING; choice[r] = which; wished++;
	tell_members(r, QUORUM(r, which), REQUEST, stamp, 0, which)
}

inline on_EXIT(me, r)			/* D: UNLOCK to every locked node */
{
	phase[r] = IDLE;
	tell_members(r, locked, UNLOCK_DONE, r, sn, 0);
	choice[r] = 0; locked = 0
}

inline on_INQUIRE(me, r)		/* B: UNLOCK, if it is not late */
{
	sn = (number > sn -> number : sn);
	if
	:: phase[r] == TRYING && about == stamp && (locked & (1 << member)) ->
		tell_member(r, member, UNLOCK, r, sn, 0);
		locked = locked & ~(1 << member)
	:: else
	fi
}

inline on_LOCKED(me, r)			/* C */
{
	sn = (number > sn -> number : sn);
	locked = locked | (1 << member);
	if
	:: phase[r] == TRYING && locked == QUORUM(r, choice[r]) -> enter(r); stamp = 0
	:: else
	fi
}

/* the least stamp of group g above after, as t; 0 if there is none */
inline best(g, after)
{
	bound = after; head = 0; ith = 0;
	do
	:: ith < REQUESTERS ->
		if
		:: request[ith] > bound && group[ith] == g && (head == 0 || request[ith] < head) -> head = request[ith]
		:: else
		fi;
		ith++
	:: else -> break
	od
}

/* the lock to a request */
inline lock(me, about)
{
	locks++; held = held | (1 << WHO(about));
	tell(me, WHO(about), LOCKED, 0, nodesn)
}

inline inquire_all(me)			/* E.24, F.11: all locks back that are not asked back yet */
{
	ith = 0;
	do
	:: ith < REQUESTERS ->
		if
		:: (held & ~inquired) & (1 << ith) ->
			inquired = inquired | (1 << ith);
			tell(me, ith, INQUIRE, request[ith], nodesn)
		:: else
		fi;
		ith++
	:: else -> break
	od
}

inline on_REQUEST(me, r)		/* E */
{
	nodesn = (TIME(about) > nodesn -> TIME(about) : nodesn);
	assert(request[WHO(about)] == 0);
	grp = GROUP(WHO(about), which);
	request[WHO(about)] = about; group[WHO(about)] = grp;
	if
	:: locks == 0 || (lockgroup == grp && has_priority) ->	/* E.4 */
		if
		:: locks < MAX_LOCKS ->		/* E.6 */
			lock(me, about);
			if
			:: locks == 1 -> lockgroup = grp; has_priority = 1
			:: else
			fi
		:: else ->			/* E.12: should is the max[g]-th best of the group */
			head = 0; nth = 0;
			do
			:: nth < MAX_LOCKS -> best(grp, head); nth++; if :: head == 0 -> break :: else fi
			:: else -> break
			od;
			worst = 0; ith = 0;		/* E.14: the worst that holds a lock and is not inquired */
			do
			:: ith < REQUESTERS ->
				if
				:: ((held & ~inquired) & (1 << ith)) && group[ith] == grp && request[ith] > worst -> worst = request[ith]
				:: else
				fi;
				ith++
			:: else -> break
			od;
			if
			:: head && worst > head ->	/* E.18 */
				inquired = inquired | (1 << WHO(worst));
				tell(me, WHO(worst), INQUIRE, worst, nodesn)
			:: else
			fi
		fi
	:: !(locks == 0 || (lockgroup == grp && has_priority)) && lockgroup != grp && has_priority ->	/* E.19 */
		best(lockgroup, 0);
		if
		:: about < head -> has_priority = 0; inquire_all(me)
		:: else
		fi
	:: else
	fi
}

inline unlock(me, w)			/* F: the lock of process w back */
{
	nodesn = (number > nodesn -> number : nodesn);
	if
	:: held & (1 << w) -> locks--
	:: else
	fi;
	held = held & ~(1 << w); inquired = inquired & ~(1 << w);
	if
	:: kind == UNLOCK_DONE -> request[w] = 0; group[w] = 0
	:: else
	fi;
	worst = 0; ith = 0; grp = 0;			/* k is the group of the best request of all */
	do
	:: ith < REQUESTERS ->
		if
		:: request[ith] && (worst == 0 || request[ith] < worst) -> worst = request[ith]; grp = group[ith]
		:: else
		fi;
		ith++
	:: else -> break
	od;
	if
	:: worst == 0 -> lockgroup = 0; has_priority = 0
	:: worst && has_priority && locks > 0 && lockgroup != grp -> has_priority = 0; inquire_all(me)	/* F.8 */
	:: worst && has_priority && lockgroup == grp ->	/* F.13 */
		best(grp, 0);
		do
		:: head && (held & (1 << WHO(head))) -> best(grp, head)
		:: else -> break
		od;
		if
		:: head -> lock(me, head)			/* F.16 */
		:: else
		fi
	:: !(has_priority && lockgroup == grp) && locks == 0 && worst ->	/* F.18 */
		has_priority = 1; lockgroup = grp;
		best(grp, 0);
		do
		:: head && locks < MAX_LOCKS -> lock(me, head); best(grp, head)	/* F.24 */
		:: else -> break
		od
	:: else
	fi
}

inline on_UNLOCK(me, r) { unlock(me, WHO(about)) }

inline on_UNLOCK_DONE(me, r) { unlock(me, WHO(about)) }
