package runs

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/skillctl/skillctl/engine/exec"
	"github.com/skillctl/skillctl/internal/test/conformance"
	"github.com/skillctl/skillctl/runner"
	"github.com/skillctl/skillctl/runner/docker"
	"github.com/skillctl/skillctl/runner/egress"
)

// held answers rows about the boundary around a run, by running a probe in a
// container.
type held struct {
	decider *exec.Decider
	outside *outside
	parts   Parts

	// ready is set when everything below is there; why says why not.
	ready   bool
	why     string
	image   string
	shim    string
	dir     string
	backend *docker.Backend
	// service listens on every address of this machine.
	service net.Listener
}

// allowedName is the host that rows about the proxy call allowed.
const allowedName = "allowed.test"

// answer runs the probe of a row.
func (h *held) answer(ctx context.Context, row *egressRow) (conformance.Result, error) {
	skip := func(why string) (conformance.Result, error) {
		return conformance.Result{Outcome: conformance.Skipped, Detail: row.Request + ": " + why}, nil
	}
	if err := h.prepare(ctx); err != nil {
		return conformance.Result{}, err
	}
	if !h.ready {
		return skip(h.why)
	}
	network := cmp.Or(row.Config.Network, "restricted")
	code, err := h.run(ctx, network, h.probe(row.Request))
	var missing *runner.UnavailableError
	if errors.As(err, &missing) {
		return skip(err.Error())
	}
	if err != nil {
		return conformance.Result{}, err
	}
	return differs(row.Request, heard(code, row.want()), row.want(), reach()), nil
}

// heard is an exit code in the words of a row.
func heard(code int, want string) string {
	if _, err := strconv.Atoi(want); err == nil && want != "200" {
		return strconv.Itoa(code)
	}
	switch {
	case code == 0 && want == "200":
		return want
	case code == 0:
		return "reachable"
	case want == "nxdomain":
		return want
	}
	return "unreachable"
}

// probe is a script that ends with 0 when it reaches what a row names.
func (h *held) probe(request string) string {
	if code := regexp.MustCompile(`exit code ([0-9]+)`).FindStringSubmatch(request); code != nil {
		return "exit " + code[1]
	}
	if to := regexp.MustCompile(`^UDP [0-9]+ to ([0-9.]+)$`).FindStringSubmatch(request); to != nil {
		return "ip route get 127.0.0.1 >/dev/null || exit 127; ip route get " + to[1]
	}
	if name := regexp.MustCompile(`^getaddrinfo\(([a-z.-]+)\) via ([0-9.]+)$`).FindStringSubmatch(request); name != nil {
		return fmt.Sprintf("nslookup %s %s", name[1], name[2])
	}
	if strings.Contains(request, "peer container") {
		// A container without an interface has no peers, whatever runs beside it.
		return "for i in /sys/class/net/*; do [ $i = /sys/class/net/lo ] || exit 0; done; exit 1"
	}
	if strings.Contains(request, "allowed host") {
		return "wget -q -O - http://" + allowedName + "/ | grep -q reached"
	}
	_, port, _ := net.SplitHostPort(h.service.Addr().String())
	var script strings.Builder
	for _, address := range own() {
		fmt.Fprintf(&script, "nc -w 2 %s %s </dev/null && exit 0\n", address, port)
	}
	return script.String() + "exit 1"
}

// own are the addresses by which a container could know this machine.
func own() []string {
	addresses := []string{"172.17.0.1"}
	listed, err := net.InterfaceAddrs()
	if err != nil {
		return addresses
	}
	for _, entry := range listed {
		if n, ok := entry.(*net.IPNet); ok && n.IP.To4() != nil && !n.IP.IsLoopback() {
			addresses = append(addresses, n.IP.String())
		}
	}
	return addresses
}

// prepare finds the image and tries the probe where it must reach something: one
// that never reaches anything would agree with every row.
func (h *held) prepare(ctx context.Context) error {
	if h.ready || h.why != "" {
		return nil
	}
	if err := errors.Join(h.find(ctx)...); err != nil {
		h.why = err.Error()
		return nil
	}
	var err error
	if h.dir, err = os.MkdirTemp("", "skillctl-rows-"); err != nil {
		return err
	}
	if h.service, err = new(net.ListenConfig).Listen(ctx, "tcp4", "0.0.0.0:0"); err != nil {
		return err
	}
	go greet(h.service)
	h.backend = docker.New(docker.WithLeases(filepath.Join(h.dir, "leases")), docker.WithExecutable(h.shim))
	if !h.open(ctx) {
		h.why = "the service of the probe is not reached from this machine either"
		return nil
	}
	// The container's own loopback is there in every boundary.
	code, err := h.run(ctx, "none", "nc -l -p 7777 </dev/null >/dev/null & for i in 1 2 3 4 5; do nc -w 2 127.0.0.1 7777 </dev/null && exit 0; sleep 1; done; exit 1")
	var missing *runner.UnavailableError
	switch {
	case errors.As(err, &missing):
		h.why = err.Error()
	case err != nil:
		return err
	case code != 0:
		h.why = "the probe does not reach the container's own loopback, so that it shows nothing"
	default:
		h.ready = true
	}
	return nil
}

// find makes the parts.
func (h *held) find(ctx context.Context) []error {
	var missing [2]error
	h.image, missing[0] = h.parts.Image(ctx)
	h.shim, missing[1] = h.parts.Shim(ctx)
	return missing[:]
}

// open reports whether the service answers at an address of this machine.
func (h *held) open(ctx context.Context) bool {
	_, port, _ := net.SplitHostPort(h.service.Addr().String())
	for _, address := range own() {
		d := net.Dialer{Timeout: time.Second}
		if conn, err := d.DialContext(ctx, "tcp", net.JoinHostPort(address, port)); err == nil {
			_ = conn.Close()
			return true
		}
	}
	return false
}

func greet(l net.Listener) {
	for {
		conn, err := l.Accept()
		if err != nil {
			return
		}
		_ = conn.Close()
	}
}

// run runs a script in a boundary with a network and returns its exit code.
func (h *held) run(ctx context.Context, network, script string) (int, error) {
	values := []setting{{network, []string{"run", "network"}}, {"none", []string{"run", "workspaceAccess"}}}
	if network == "restricted" {
		values = append(values, setting{texts([]string{allowedName}), []string{"run", "allowedHosts"}})
	}
	said, err := h.try(ctx, script, values...)
	return said.code, err
}

// heardOf is how a script ended, and what it wrote.
type heardOf struct {
	code           int
	stdout, stderr string
}

// try runs a script in a boundary that settings draw.
func (h *held) try(ctx context.Context, script string, values ...setting) (heardOf, error) {
	work, err := os.MkdirTemp(h.dir, "work")
	if err != nil {
		return heardOf{}, err
	}
	values = append(values, setting{"docker", []string{"run", "sandbox"}}, setting{h.image, []string{"run", "docker", "image"}}, setting{"20s", []string{"run", "timeout"}})
	boundary, err := drawn(ctx, h.decider, place{workdir: work}, values...)
	if err != nil {
		return heardOf{}, err
	}
	if _, err := runner.Select(ctx, boundary, h.backend); err != nil {
		return heardOf{}, err
	}
	var stdout, stderr bytes.Buffer
	spec := runner.Spec{
		ID: strings.ToLower(filepath.Base(work)), Argv: []string{"sh", "-c", script}, Dir: work, Env: []string{"PATH=/bin"}, Stdout: &stdout, Stderr: &stderr, Boundary: boundary,
	}
	if boundary.Egress != nil {
		proxy, err := egress.Start(ctx, h.dir, *boundary.Egress, egress.WithResolver(publicly()), egress.WithDialer(h.outside.dial))
		if err != nil {
			return heardOf{}, err
		}
		defer proxy.Close() //nolint:errcheck // the folder goes with the others
		spec.Proxy = proxy.Socket()
	}
	process, err := h.backend.Start(ctx, spec)
	if err != nil {
		return heardOf{}, err
	}
	result, err := process.Wait()
	const notFound, notStarted = 127, 126
	if err == nil && (result.Ended != runner.Exited || result.Code == notFound || result.Code == notStarted) {
		err = fmt.Errorf("the probe %q ended with %d (%s): %s%s", script, result.Code, result.Ended, stdout.String(), stderr.String())
	}
	return heardOf{result.Code, stdout.String(), stderr.String()}, err
}

func (h *held) close() error {
	var errs []error
	if h.backend != nil {
		errs = append(errs, h.backend.Close())
	}
	if h.service != nil {
		errs = append(errs, h.service.Close())
	}
	if h.shim != "" {
		errs = append(errs, os.RemoveAll(filepath.Dir(h.shim)))
	}
	if h.dir != "" {
		errs = append(errs, os.RemoveAll(h.dir))
	}
	return errors.Join(errs...)
}
