import type { ServerResponse } from 'node:http';

/** A response as a stream of events, in the protocol of graphql-sse with a connection for each operation. */
export type EventStream = {
  /** The number behind which its client can go on, before there is a result. */
  readonly at: (id: number) => void;
  /** A result; `id` is the number behind which its client can go on. Returns once the client has taken it. */
  readonly next: (result: string, id: number | null) => Promise<void>;
  /** A line that says nothing: proxies see that the connection lives. */
  readonly ping: () => void;
  /** A last result, if there is one, and the end. */
  readonly complete: (result: string | null) => void;
  /** Aborted when it is over, by either side. */
  readonly over: AbortSignal;
  /** True where the client was dropped because it took nothing for too long. */
  readonly wasSlow: () => boolean;
};

const STREAM_HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store, no-transform',
  'x-accel-buffering': 'no',
};

/** True where the client takes no response any more. */
export const hasGone = ({ closed, destroyed }: ServerResponse): boolean => closed || destroyed;

type Headers = Readonly<Record<string, number | string | string[] | undefined>>;

/** @param slowMs how long a client may take nothing while something is there for it */
export function eventStream(response: ServerResponse, headers: Headers, slowMs: number): EventStream {
  const ending = new AbortController();
  const end = () => ending.abort();
  let isSlow = false;
  response.once('close', end);
  // A client that goes away in the middle of a line is no fault.
  response.on('error', end);
  // A client that has gone by now makes no event any more.
  if (hasGone(response)) end();
  for (const [name, value] of Object.entries({ ...headers, ...STREAM_HEADERS })) {
    if (value !== undefined) response.setHeader(name, value);
  }
  response.statusCode = 200;
  response.flushHeaders();

  const taken = async (): Promise<void> => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(() => {
      isSlow = true;
      response.destroy();
    }, slowMs);
    response.once('drain', resolve);
    const over = () => resolve();
    ending.signal.addEventListener('abort', over, { once: true });
    await promise;
    ending.signal.removeEventListener('abort', over);
    response.off('drain', resolve);
    clearTimeout(timer);
  };

  return {
    over: ending.signal,
    wasSlow: () => isSlow,
    async next(result, id) {
      if (ending.signal.aborted) return;
      if (!response.write(message('next', result, id))) await taken();
    },
    at(id) {
      if (!ending.signal.aborted) response.write(`id: ${id}\n\n`);
    },
    ping() {
      if (!ending.signal.aborted && !response.writableNeedDrain) response.write(':\n\n');
    },
    complete(result) {
      if (ending.signal.aborted) return;
      response.end((result === null ? '' : message('next', result, null)) + message('complete', '', null));
      ending.abort();
      // A client that does not take even this holds up nothing.
      const timer = setTimeout(() => response.destroy(), slowMs);
      response.once('close', () => clearTimeout(timer));
    },
  };
}

/** JSON has no line breaks outside of its texts, where they are escaped. */
const message = (event: string, data: string, id: number | null): string =>
  `${id === null ? '' : `id: ${id}\n`}event: ${event}\ndata: ${data}\n\n`;
