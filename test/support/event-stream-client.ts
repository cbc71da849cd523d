/** A result that came by a stream of events, with the number behind which the client can go on. */
export type StreamedResult = {
  readonly id: number | null;
  readonly event: string;
  // A test looks into a response as it likes.
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly result: any;
};

/**
 * Asks for a stream of events and reads it as a browser's EventSource does, which keeps the last id.
 * Where the response is no stream, its status and body are all there is.
 */
export async function openEventStream(url: string, body: object, headers: Record<string, string> = {}) {
  const leaving = new AbortController();
  const response = await fetch(url, {
    method: 'POST',
    headers: { accept: 'text/event-stream', 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
    signal: leaving.signal,
  });
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') === true;
  // Its reader is taken now: fetch gives up what nobody reads.
  const blocks = isStream && response.body !== null ? blocksOf(response.body.getReader()) : null;
  const stream = {
    status: response.status,
    headers: response.headers,
    /** Of a response that is no stream. */
    refused: isStream ? null : JSON.parse(await response.text()),
    /** The number of the last block that had one. */
    lastId: null as number | null,
    /** The next message; null at the end. */
    async next(): Promise<StreamedResult | null> {
      for (;;) {
        const block = await blocks?.next();
        if (block === undefined || block.done === true) return null;
        const fields = Object.fromEntries(
          block.value.split('\n').map((line) => {
            const colon = line.indexOf(':');
            return [line.slice(0, colon), line.slice(colon + 2)];
          }),
        );
        if (fields['id'] !== undefined) stream.lastId = Number(fields['id']);
        if (fields['event'] === undefined) continue;
        const result = fields['data'] ? JSON.parse(fields['data']) : null;
        return { id: stream.lastId, event: fields['event'], result };
      }
    },
    /** So many messages. */
    async take(count: number): Promise<StreamedResult[]> {
      const taken: StreamedResult[] = [];
      while (taken.length < count) {
        const message = await stream.next();
        if (message === null)
          throw new Error(`Ended after ${taken.length} messages: ${JSON.stringify(stream.refused)}`);
        taken.push(message);
      }
      return taken;
    },
    /** Breaks the connection. */
    leave: () => leaving.abort(),
  };
  return stream;
}

async function* blocksOf(reader: ReadableStreamDefaultReader<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let text = '';
  for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
    text += decoder.decode(chunk.value, { stream: true });
    for (let end = text.indexOf('\n\n'); end !== -1; end = text.indexOf('\n\n')) {
      yield text.slice(0, end);
      text = text.slice(end + 2);
    }
  }
}
