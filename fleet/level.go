package fleet

// Level says of which nodes, by their zones, a request has to ask a majority.
type Level int

// The levels. CockroachDB has a majority of the voting replicas of a range, which all stand in the
// home region where zone failures are to be survived, and in several regions where region failures
// are (CockroachDB manual, When to use ZONE or REGION survival goals). A majority in most zones is
// what ZooKeeper's groups are with a zone for each group.
const (
	LocalLevel Level = iota // in the zone that the request comes from
	EachLevel               // in each zone
	MostLevel               // in most zones: more than half of them
	AllLevel                // of all nodes
)

// String returns the nodes in words.
func (l Level) String() string {
	return [...]string{"local zone", "each zone", "most zones", "all nodes"}[l]
}

// Consistency returns the name that Cassandra and ScyllaDB have for the level, with datacenters as
// zones; "" where they have none (ScyllaDB manual, CQL reference, Consistency levels).
func (l Level) Consistency() string {
	return [...]string{"LOCAL_QUORUM", "EACH_QUORUM", "", "QUORUM"}[l]
}
