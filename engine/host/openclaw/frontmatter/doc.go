// Package frontmatter reads front matter as the loader of OpenClaw 2026.9.6 does:
// every value becomes a string, what YAML leaves out is filled in by a parser of
// "key: value" lines, and some broken values are repaired. It knows nothing of
// skills.
package frontmatter
