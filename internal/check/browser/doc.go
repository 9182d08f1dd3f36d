// Package browser opens pages in a headless Chromium, for the slow tests of those who write pages.
// It stands behind the build tag slow.
package browser
