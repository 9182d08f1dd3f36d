// Package samples lists the systems that tests try of each family of package construct. It names
// them by their specs and imports nothing of the module, so that every package can range over them.
package samples
