// Package otlp sends the record to a collector of OpenTelemetry: each run is a log
// record, as the protocol OTLP/HTTP has it.
package otlp

import (
	"context"
	"fmt"
	"time"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/exporters/otlp/otlplog/otlploghttp"
	"go.opentelemetry.io/otel/log"
	sdk "go.opentelemetry.io/otel/sdk/log"
	"go.opentelemetry.io/otel/sdk/resource"

	"github.com/skillctl/skillctl/engine/audit"
)

const (
	// perRequest is how many records one request carries.
	perRequest = 512
	// maxWait bounds one request with all that is tried again, after which a collector
	// counts as one that does not answer.
	maxWait = 30 * time.Second
)

// Send sends runs to a collector, by its address, "http://127.0.0.1:4318/v1/logs". What
// the protocol's own variables say besides (OTEL_EXPORTER_OTLP_HEADERS,
// OTEL_EXPORTER_OTLP_CERTIFICATE …) holds. It returns how many records the collector
// has taken; they are sent in the order of the runs, so that an error tells from where
// on they have to be sent again.
func Send(ctx context.Context, address string, runs []*audit.Run, by audit.Producer) (sent int, err error) {
	exporter, err := otlploghttp.New(ctx, otlploghttp.WithEndpointURL(address), otlploghttp.WithTimeout(maxWait),
		otlploghttp.WithRetry(otlploghttp.RetryConfig{Enabled: true, InitialInterval: time.Second, MaxInterval: 5 * time.Second, MaxElapsedTime: maxWait}))
	if err != nil {
		return 0, fmt.Errorf("prepare sending the record to %s: %w", address, err)
	}
	defer func() {
		if closed := exporter.Shutdown(context.WithoutCancel(ctx)); err == nil && closed != nil {
			err = fmt.Errorf("end the connection to %s: %w", address, closed)
		}
	}()
	var kept queue
	logger := sdk.NewLoggerProvider(sdk.WithResource(origin(by)), sdk.WithProcessor(&kept), sdk.WithAttributeCountLimit(-1)).Logger("skillctl audit")
	for len(runs) > 0 {
		some := runs[:min(len(runs), perRequest)]
		runs = runs[len(some):]
		kept.records = kept.records[:0]
		for _, run := range some {
			logger.Emit(ctx, record(run))
		}
		if err := exporter.Export(ctx, kept.records); err != nil {
			return sent, fmt.Errorf("send the record to %s: %w", address, err)
		}
		sent += len(some)
	}
	return sent, nil
}

// origin says who sends.
func origin(by audit.Producer) *resource.Resource {
	attributes := []attribute.KeyValue{attribute.String("service.name", "skillctl")}
	if by.Version != "" {
		attributes = append(attributes, attribute.String("service.version", by.Version))
	}
	if by.Device != "" {
		attributes = append(attributes, attribute.String("host.name", by.Device))
	}
	return resource.NewSchemaless(attributes...)
}

// queue keeps what a logger was given until it is sent: the processors of the SDK leave
// out what is too much, and tell nobody whether a request succeeded.
type queue struct{ records []sdk.Record }

// OnEmit keeps a record.
func (q *queue) OnEmit(_ context.Context, r *sdk.Record) error {
	q.records = append(q.records, r.Clone())
	return nil
}

// Enabled wants every record.
func (*queue) Enabled(context.Context, sdk.EnabledParameters) bool { return true }

// Shutdown has nothing to do: [Send] sends.
func (*queue) Shutdown(context.Context) error { return nil }

// ForceFlush has nothing to do: [Send] sends.
func (*queue) ForceFlush(context.Context) error { return nil }

var _ sdk.Processor = (*queue)(nil)

// severity is how bad an answer is.
func severity(effect string) (log.Severity, string) {
	switch effect {
	case "allow":
		return log.SeverityInfo, "INFO"
	case "warn", "ask":
		return log.SeverityWarn, "WARN"
	case "deny":
		return log.SeverityError, "ERROR"
	}
	return log.SeverityUndefined, ""
}
