// Package federated judges and measures federated systems: networks in which each node names its
// own quorum sets, as Stellar and MobileCoin run them.
//
// # Definitions
//
// A quorum set is a threshold over validators and inner sets; a set of nodes satisfies it if it
// holds the threshold of them. A quorum is a non-empty set of nodes that satisfies the quorum set
// of each of its members (D. Mazières, The Stellar consensus protocol, 2015, section 3: it contains
// a slice of each member). The union of quorums is one, so that the greatest quorum is found by
// taking nodes away whose sets are not satisfied.
//
// [Network.Delete] takes out nodes that may do anything, as Mazières defines it (section 4): every
// threshold falls by one for each of its members that is deleted. [Network.Without] takes out nodes
// that have left; the thresholds stay.
//
// [Network.Check] judges quorum intersection: every two quorums meet. In general the question is
// NP-complete (Ł. Lachowski, Complexity of the quorum intersection property of the federated
// Byzantine agreement system, 2019, arXiv:1902.06493). Every minimal quorum lies within one
// strongly connected component of the trust graph, so that two components with quorums have
// disjoint ones; within one component a SAT solver is asked for two disjoint quorums, with a
// totalizer for each quorum set (docs/theorems/disjoint-quorums.md). [Network.Measure] has the
// other definitions. [Network.System] makes a quorum system of the minimal quorums.
//
// # Forms
//
// Package quorum reads files; it returns the members within a *quorum.FederatedError. Beside our
// own form, kind federated, these are:
//
//	[{"publicKey":...,
//	  "quorumSet":{"threshold":..., "validators":[...], "innerQuorumSets":[...]},
//	  "name":..., "homeDomain":..., "organizationId":..., "isp":...,
//	  "geoData":{"countryName":...}}, ...]
//	{"nodes":[{"node":..., "qset":{"t":..., "v":[..., {"t":..., "v":[...]}]}}, ...]}
//	{"validators":[{"id":..., "qset":NAME, "attrs":{...}}, ...],
//	 "qsets":{NAME:{"threshold":..., "members":[...]}}}
//
// The first is that of stellarbeat, which fbas_analyzer (src/io/core_types.rs, which also keeps
// MobileCoin's network in it), stellar-quorum-analyzer (src/json_parser.rs) and python-fbas
// (stellarbeat_serializer.py) read; the second that of stellar-core, which stellar-quorum-analyzer
// reads; the third python-fbas's own (python_fbas_serializer.py). Members of a set may also be
// MobileCoin's, {"type":"Node","args":...} and {"type":"InnerSet","args":{...}}, under the key
// quorum_set, as its NetworkConfig reads network.json or network.toml (mobilecoin,
// consensus/service/config/src/network.rs). That file has the set of one node alone, and refuses
// the name of the node, so that it is no network by itself: in an array each such object has its
// node's name as publicKey.
//
// Of a set that is ill-formed the node is in no quorum, and Checked.Faults has the line:
//
//   - a threshold that is missing, 0 or above the number of members, a validator twice in a list,
//     null for an inner set: stellar-core takes no statement with such a set (isQuorumSetSane,
//     src/scp/QuorumSetUtils.cpp). fbas_analyzer calls threshold 0 "badly configured", and
//     unsatisfiable; python-fbas takes it as satisfied. stellarbeat writes 2⁵³-1 for sets that it
//     does not know;
//   - no set, or null: fbas_analyzer takes it as unsatisfiable;
//   - a validator that is no node of the file is never there: fbas_analyzer drops it, and keeps the
//     threshold.
//
// A validator may stand in several sets of one node, and counts in each, as in fbas_analyzer;
// stellar-core would refuse that, too. Refused are: keys that a quorum set does not have (but
// hashKey, dateDiscovered and dateLastSeen of stellarbeat), for a misspelt one would change the
// meaning; two nodes of one name; sets that name each other in a cycle (as python-fbas does); sets
// nested more than 100 deep.
package federated
