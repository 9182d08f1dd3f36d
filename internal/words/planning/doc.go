// Package planning writes answers about fleets: the figures of a system under a fleet, and plans,
// as text for reading, as JSON and as rows, and the front of two goals as a picture. It computes
// nothing.
package planning
