import { Counter, Gauge, Histogram, type Registry } from 'prom-client';

/**
 * What became of an operation of the graph, as far as we can help it. `partial`: something is missing through our fault. `fault`: nothing
 * came. What a client is refused is `ok`.
 */
export type OperationOutcome = (typeof OUTCOMES)[number];
const OUTCOMES = ['ok', 'partial', 'fault'] as const;

/** How a stream ended: its client went; it took nothing and was dropped; we ended it, for a reason of its client or to stop; a fault did. */
export type StreamEnd = 'left' | 'dropped' | 'ended' | 'fault';

/** Counts the requests of this process, by what was requested and what became of it. Durations are in seconds. */
export type RequestMetrics = {
  /** A request of REST: the pattern of its address, never the address. */
  readonly rest: (request: {
    readonly method: string;
    readonly route: string | null;
    readonly status: number;
    readonly seconds: number;
  }) => void;
  /** An operation of the graph: its name where it is known beforehand, null where it has none or did not get as far. */
  readonly graph: (request: {
    readonly operation: string | null;
    readonly status: number;
    readonly outcome: OperationOutcome;
    readonly seconds: number;
  }) => void;
  /** A stream of the graph that is open. @returns what to call when it has ended */
  readonly stream: () => (how: StreamEnd) => void;
  /** A fetch of the gateway from a subgraph. */
  readonly fetch: (fetch: {
    readonly subgraph: string;
    readonly outcome: 'answered' | 'failed';
    readonly seconds: number;
  }) => void;
  /** A request whose quota this process counted alone, as the store that processes share did not respond. */
  readonly countedAlone: () => void;
};

const buckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** So many names of operations are counted apart, the others as one. A name that was not sent for a while leaves its place. */
const MOST_OPERATIONS = 200;
const PLACE_MS = 600_000;
/** What stands for a name that is not shown. */
export const OTHER_OPERATIONS = 'other';

/** @param elapsed milliseconds of a clock that only goes forwards */
export function requestMetrics(registry: Registry, elapsed = () => performance.now()): RequestMetrics {
  const registers = [registry];
  const rest = new Histogram({
    name: 'umoja_rest_request_seconds',
    help: 'Requests to the REST surfaces, by method, pattern of the address and class of the status.',
    labelNames: ['method', 'route', 'status'],
    buckets,
    registers,
  });
  const graph = new Histogram({
    name: 'umoja_graph_operation_seconds',
    help: `Operations of the graph, by name, class of the status and outcome (partial: something is missing through a fault; fault: nothing came); a stream until it is open; ${MOST_OPERATIONS} names of registered documents, the others as "${OTHER_OPERATIONS}".`,
    labelNames: ['operation', 'status', 'outcome'],
    buckets,
    registers,
  });
  const streams = new Gauge({
    name: 'umoja_graph_streams_open',
    help: 'Streams of the graph that are open in this process.',
    registers,
  });
  const streamsEnded = new Counter({
    name: 'umoja_graph_streams_ended_total',
    help: 'Streams of the graph that ended: left by the client, dropped as it took nothing, ended by us, by a fault.',
    labelNames: ['how'],
    registers,
  });
  const fetches = new Histogram({
    name: 'umoja_subgraph_fetch_seconds',
    help: 'Fetches of the gateway from its subgraphs; failed: no result, a time-out among them.',
    labelNames: ['subgraph', 'outcome'],
    buckets,
    registers,
  });
  const alone = new Counter({
    name: 'umoja_quota_counted_alone_total',
    help: 'Requests whose quota this process counted alone, as Redis did not respond: a client may send its quota to each.',
    registers,
  });
  const counted = placesFor(elapsed, (operation) => {
    for (const status of CLASSES) for (const outcome of OUTCOMES) graph.remove({ operation, status, outcome });
  });
  return {
    rest: ({ method, route, status, seconds }) =>
      rest.observe({ method, route: route ?? 'none', status: classOf(status) }, seconds),
    graph: ({ operation, status, outcome, seconds }) =>
      graph.observe(
        { operation: operation === null ? 'none' : counted(operation), status: classOf(status), outcome },
        seconds,
      ),
    stream: () => {
      streams.inc();
      return (how) => {
        streams.dec();
        streamsEnded.inc({ how });
      };
    },
    fetch: ({ subgraph, outcome, seconds }) => fetches.observe({ subgraph, outcome }, seconds),
    countedAlone: () => alone.inc(),
  };
}

/** 2xx, 4xx, 5xx: what an alert looks at; the status itself stands in the log. */
const classOf = (status: number): string => `${Math.trunc(status / 100)}xx`;
const CLASSES = ['2xx', '3xx', '4xx', '5xx'];

/** Under which name an operation is counted. A name that loses its place to another one is forgotten. */
function placesFor(elapsed: () => number, forget: (name: string) => void): (name: string) => string {
  /** When each was sent last, that sent longest ago first. */
  const sentAt = new Map<string, number>();
  return (name) => {
    const isNew = !sentAt.delete(name);
    if (isNew && sentAt.size >= MOST_OPERATIONS) {
      const [oldest] = sentAt;
      if (oldest === undefined || elapsed() - oldest[1] < PLACE_MS) return OTHER_OPERATIONS;
      sentAt.delete(oldest[0]);
      forget(oldest[0]);
    }
    sentAt.set(name, elapsed());
    return name;
  };
}
