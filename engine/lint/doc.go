// Package lint judges skills and configurations: it gathers facts, has the rules
// decide, and says where in the input each answer points.
package lint
