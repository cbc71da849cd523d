/**
 * A partner's receiver as a process of its own, so that it costs those who deliver nothing but their share of the
 * machine. Answers 200; keeps of each delivery when its event happened and when it came.
 */
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What has arrived since it was asked last: how many, and how long each was under way. */
type Arrivals = { readonly count: number; readonly delaysMs: readonly number[] };

export type Receiver = {
  readonly url: string;
  arrivals(): Promise<Arrivals>;
  /** Resolves when so many have arrived since it was asked last. */
  have(count: number): Promise<void>;
  close(): void;
};

export async function startReceiver(): Promise<Receiver> {
  const child: ChildProcess = fork(import.meta.filename, ['receive'], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const [{ port }] = (await once(child, 'message')) as [{ port: number }];
  const request = async <Result>(question: object): Promise<Result> => {
    const response = once(child, 'message');
    child.send(question);
    return ((await response) as [Result])[0];
  };
  return {
    url: `http://127.0.0.1:${port}`,
    arrivals: () => request<Arrivals>({ notify: 'arrivals' }),
    have: async (count) => void (await request({ notify: 'when', count })),
    close: () => void child.kill(),
  };
}

function receive(): void {
  let delaysMs: number[] = [];
  let awaited = Infinity;
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8');
    request.on('data', (chunk: string) => (body += chunk));
    request.on('end', () => {
      response.end();
      const { timestamp } = JSON.parse(body) as { timestamp: string };
      delaysMs.push(Date.now() - Date.parse(timestamp));
      if (delaysMs.length < awaited) return;
      awaited = Infinity;
      process.send?.({});
    });
  });
  server.keepAliveTimeout = 60_000;
  process.on('message', (message: { notify: string; count?: number }) => {
    if (message.notify === 'when') {
      awaited = message.count ?? 0;
      if (delaysMs.length < awaited) return;
      awaited = Infinity;
      process.send?.({});
      return;
    }
    process.send?.({ count: delaysMs.length, delaysMs });
    delaysMs = [];
  });
  process.on('disconnect', () => process.exit());
  server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as AddressInfo).port }));
}

if (process.argv[2] === 'receive') receive();
