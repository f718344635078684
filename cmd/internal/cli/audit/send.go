package audit

import (
	"context"
	"errors"
	"fmt"
	"net/url"

	"github.com/skillctl/skillctl/cmd/internal/cli/kit"
	"github.com/skillctl/skillctl/cmd/internal/cli/layout"
	"github.com/skillctl/skillctl/engine/audit/otlp"
)

// auditSend sends the runs to a collector.
func auditSend(ctx context.Context, o *auditExportOptions) error {
	address, err := collector(o.otlp)
	if err != nil {
		return err
	}
	filter, err := o.filter()
	if err != nil {
		return err
	}
	l, _, err := o.open(ctx)
	if err != nil {
		return err
	}
	found, err := l.Runs(ctx, filter, nil)
	if err != nil {
		return err
	}
	if filter.Limit == 0 && found.Total > len(found.Runs) {
		return kit.Usagef("there are %d runs, and at most %d are sent at once; take fewer with --since and --until", found.Total, len(found.Runs))
	}
	sent, err := otlp.Send(ctx, address, found.Runs, o.producer())
	fmt.Fprintf(o.factory.IO.Err, "sent %s\n", layout.Count(sent, "run"))
	return errors.Join(err, kit.DamagedError(found.Damaged))
}

// collector is the address that logs are sent to: without a path, the one of the
// protocol.
func collector(text string) (string, error) {
	u, err := url.Parse(text)
	if err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" {
		return "", kit.Usagef("--otlp must be the address of a collector, such as http://127.0.0.1:4318; it is %q", text)
	}
	if u.User != nil {
		return "", kit.Usagef("--otlp must not hold a password, which every process of this machine can read; set OTEL_EXPORTER_OTLP_HEADERS")
	}
	if u.Path == "" || u.Path == "/" {
		u.Path = "/v1/logs"
	}
	return u.String(), nil
}
