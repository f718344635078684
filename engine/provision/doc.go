// Package provision finds what a text of a package lays down for others to take over: the
// addresses that variables of models, proxies and package managers are set to, and whom
// manifests of clusters and policies of clouds give rights.
//
// It reads lines, and of manifests what lies between marks of documents, so that files of
// any name and blocks of documents are found alike. It says what is written, never whether
// that is right, nor whether anybody takes it over.
package provision
