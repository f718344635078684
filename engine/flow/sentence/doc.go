// Package sentence reads the sentences of documents: what they have somebody do ([Order]), how it
// is done ([Remark]), which outcome they turn ([Lean]), whom they name and where that leads
// ([Contact], [Party]), and which of them are in a language that is not read ([Foreign]).
//
// What the words mean is in engine/clause and engine/party. Whether it is allowed is not decided
// here.
package sentence
