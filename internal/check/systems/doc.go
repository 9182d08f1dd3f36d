// Package systems builds the systems that tests name by their specs.
package systems
