/**
 * Receivers that fail in every way, as a process of its own: what it costs them to fail is no cost of those who deliver.
 */
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { selfSigned } from '../../support/certificate.ts';
import { receivers } from '../../support/receivers.ts';

export type FailingReceivers = {
  /** Where each way of failing is found. */
  readonly urls: Readonly<Record<string, string>>;
  close(): void;
};

export async function startFailingReceivers(): Promise<FailingReceivers> {
  const child: ChildProcess = fork(import.meta.filename, ['fail'], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  const [urls] = (await once(child, 'message')) as [Record<string, string>];
  return { urls, close: () => void child.kill() };
}

async function fail(): Promise<void> {
  const { unused, tcp, http, https } = receivers();
  const at = (port: number) => `http://127.0.0.1:${port}/`;
  const answering = (status: number, headers: Record<string, string> = {}) =>
    http((_, response) => void response.writeHead(status, headers).end());
  process.send?.({
    refuses: at(await unused()),
    hangs: at(await tcp(() => undefined)),
    'drips one byte a second': at(
      await tcp((socket) => {
        socket.write('HTTP/1.1 200 OK\r\ncontent-length: 100000\r\n\r\n');
        const drip = setInterval(() => socket.write('.'), 1_000);
        socket.once('close', () => clearInterval(drip));
      }),
    ),
    'answers 200 after 14.9 s': at(
      await http((request, response) => {
        request.resume();
        setTimeout(() => response.end(), 14_900);
      }),
    ),
    redirects: at(await answering(302, { location: '/' })),
    'is gone for good (410)': at(await answering(410)),
    'has had enough (429)': at(await answering(429, { 'retry-after': '1' })),
    fails: at(await answering(500)),
    'replies without end': at(
      await http((_, response) => {
        const more = setInterval(() => response.write('x'.repeat(10_000)), 1);
        response.once('close', () => clearInterval(more));
      }),
    ),
    'has an untrusted certificate': `https://127.0.0.1:${await https(
      (_, response) => void response.end(),
      selfSigned(['127.0.0.1']),
    )}/`,
    'talks nonsense': at(await tcp((socket) => socket.end('nonsense\r\n\r\n'))),
    'is of a name that is gone': 'http://gone.invalid/',
  });
  process.once('disconnect', () => process.exit());
}

if (process.argv[2] === 'fail') await fail();
