// Package lazydfa tells quickly whether a text matches a regular expression.
//
// Package regexp follows all ways through an expression at once, for each letter. Most texts that are held against the
// expressions of rules do not match, and to know that is enough. Here sets of ways are states, made when a text first
// comes to them and kept: a letter then costs one look into a table. What is found, and where, is still what regexp says.
//
// An expression for which texts make new states all the time, as counted repetitions may, is asked without the counts:
// what that does not match does not match, and regexp is asked about the rest. Where this does not help either, it is
// left to regexp for good. The answer is the same in each case.
package lazydfa
