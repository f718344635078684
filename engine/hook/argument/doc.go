// Package argument finds out what a tool that no table knows is called with: commands,
// files and addresses. What an argument is for is said by its name, by the names that it
// stands in, and by how it looks; policies/tables/arguments.json has the names. A text that
// leads nowhere is prose, of which nothing is told. What is not read is told as not read.
package argument
