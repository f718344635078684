// Package trust signs folders and verifies their signatures: skills, and
// bundles of policies.
//
// A signature has the shape that the OpenSSF's model-signing gives it: a
// Sigstore bundle v0.3 with a DSSE envelope around an in-toto statement, which
// holds the digest of every file. It lies beside the files ([Name]). Keys are
// those of cosign.
//
// What is wrong with a signature is a fact ([Facts]), not an error. Nothing
// here uses the network.
package trust
