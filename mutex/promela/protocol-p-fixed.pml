/* After Miyamoto, Kakugawa and Yamashita 1994, footnote 1. Every message shows the clock of its
 * sender, in which. */

inline observe()
{
	clock = (which > clock -> which : clock)
}

inline on_WISH(me, r)			/* request: REQ to every member */
{
	clock++;
	stamp = clock * REQUESTERS + r;
	phase[r] = TRYING; choice[r] = which; wished++;
	tell_members(r, QUORUM(r, which), REQUEST, stamp, 0, 0)
}

inline on_EXIT(me, r)			/* release: REL to every member */
{
	phase[r] = IDLE; locked = 0;
	tell_members(r, QUORUM(r, choice[r]), RELEASE, stamp, 0, 0);
	stamp = 0; choice[r] = 0
}

inline yield(r)				/* relinquish': the OK back */
{
	locked = locked & ~(1 << member); asked[member] = 0;
	tell_member(r, member, RELINQUISH, stamp, given[member], 0)
}

inline on_OK(me, r)			/* use the resource with the last one */
{
	observe();
	if
	:: phase[r] == TRYING && about == stamp ->
		locked = locked | (1 << member); given[member] = number;
		if
		:: locked == QUORUM(r, choice[r]) ->
			jth = 0;
			do
			:: jth < MEMBERS(r) -> given[jth] = 0; asked[jth] = 0; jth++
			:: else -> break
			od;
			enter(r)
		:: else ->
			if
			:: asked[member] == given[member] -> yield(r)
			:: else
			fi
		fi
	:: else
	fi
}

inline on_INQUIRE(me, r)		/* an OK that is still under way is given back when it comes */
{
	observe();
	if
	:: phase[r] == TRYING && about == stamp ->
		if
		:: number > given[member] -> asked[member] = number
		:: number == given[member] && (locked & (1 << member)) -> yield(r)
		:: else
		fi
	:: else
	fi
}

inline on_REQUEST(me, r)		/* permission 1, inquire': OK, or wait, and ask a later one back */
{
	observe();
	if
	:: holder == 0 -> permit(me, about)
	:: else ->
		queue!!about;
		if
		:: !inquiry && about < holder -> inquiry = 1; tell(me, WHO(holder), INQUIRE, holder, round)
		:: else
		fi
	fi
}

inline on_RELEASE(me, r)		/* permission 2: OK to the earliest that waits */
{
	observe();
	assert(holder == about);	/* nobody gives a request up here */
	holder = 0; inquiry = 0;
	if
	:: queue?head -> permit(me, head)
	:: empty(queue)
	fi
}

inline on_RELINQUISH(me, r)		/* permission 3': OK to the earliest */
{
	observe();
	if
	:: holder == about && number == round -> queue!!holder; queue?head; permit(me, head)
	:: else
	fi
}

inline permit(me, request)
{
	holder = request; inquiry = 0; round++;
	tell(me, WHO(holder), OK, holder, round)
}
