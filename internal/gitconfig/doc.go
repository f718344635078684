// Package gitconfig reads configuration files of Git ("git help config"): whole, as
// Git does ([Read]), and line by line, for those who want each line to mean the same
// to everybody ([ReadLine]). What a setting makes Git do is in the table
// policies/tables/git.json.
package gitconfig
