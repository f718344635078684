// Command shim is nothing but the shim of a container with a restricted network,
// for tests whose own binary may not be linked statically.
package main

import _ "github.com/skillctl/skillctl/runner/early"

func main() {}
