// Package engine judges skills and what they ask for. It gathers facts, has the
// policies decide, and says where in the input each answer points.
package engine
