// Package sharing holds the study of sharing structures.
package sharing
