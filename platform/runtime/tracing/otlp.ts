import { ROOT_CONTEXT, SpanKind as Kind, SpanStatusCode, TraceFlags, trace, type Context } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { SpanKind, Tracer } from './tracing.ts';

const KINDS: { readonly [kind in SpanKind]: Kind } = {
  internal: Kind.INTERNAL,
  server: Kind.SERVER,
  client: Kind.CLIENT,
  producer: Kind.PRODUCER,
  consumer: Kind.CONSUMER,
};
/** Steps that wait to be sent; more are dropped. */
const MOST_WAITING = 4_096;

type Options = {
  /** Where a collector takes OTLP over HTTP, without /v1/traces. */
  readonly endpoint: string;
  /** What the process is, in the view of traces. */
  readonly service: string;
  /** The share of traces that are recorded, of those that begin here; who calls decides of theirs. */
  readonly share: number;
  /** How long steps wait before they are sent. */
  readonly everyMs?: number;
};

/** Sends the steps of this process to a collector. What can't be sent is dropped: no request waits for it. */
export function otlpTracer({ endpoint, service, share, everyMs = 2_000 }: Options): Tracer {
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': service, 'service.namespace': 'umoja' }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(share) }),
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: new OTLPTraceExporter({ url: `${endpoint}/v1/traces`, timeoutMillis: 5_000 }),
        maxQueueSize: MOST_WAITING,
        scheduledDelayMillis: everyMs,
      }),
    ],
  });
  const tracer = provider.getTracer('umoja');
  return {
    begin: (name, { kind, parent, attributes = {} }) => {
      const span = tracer.startSpan(name, { kind: KINDS[kind], attributes }, contextOf(parent));
      const { traceId, spanId, traceFlags } = span.spanContext();
      return {
        traceparent: `00-${traceId}-${spanId}-${traceFlags & TraceFlags.SAMPLED ? '01' : '00'}`,
        end: ({ attributes: more, failed = false } = {}) => {
          if (more) span.setAttributes(more);
          if (failed) span.setStatus({ code: SpanStatusCode.ERROR });
          span.end();
        },
      };
    },
    close: () => provider.shutdown(),
  };
}

function contextOf(parent: string | null): Context {
  const [, traceId, spanId, flags] = parent?.split('-') ?? [];
  if (traceId === undefined || spanId === undefined || flags === undefined) return ROOT_CONTEXT;
  const traceFlags = Number.parseInt(flags, 16) & TraceFlags.SAMPLED;
  return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags, isRemote: true });
}
