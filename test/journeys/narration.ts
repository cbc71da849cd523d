import { setTimeout as after } from 'node:timers/promises';

/** How the story speaks: every step with its request and its reply, secrets cut short. */

export type Reply = {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Record<string, unknown> & { data?: unknown };
};

const SHORTENED = ['access_token', 'client_secret', 'secret'];
const LONGEST_REPLY = 1_200;

let step = 0;

export function heading(title: string): void {
  step += 1;
  process.stdout.write(`\n${String(step).padStart(2)}. ${title}\n`);
}

export function note(line: string): void {
  process.stdout.write(`    ${line}\n`);
}

/** Repetitions of a request that was answered with 503, as a partner's program makes them. */
const MOST_REPETITIONS = 5;

/**
 * Sends a request, prints both sides, and holds the status against the one that the story expects. Where the system is
 * busy it says so with 503 and the seconds to wait; the same request, under the same key, is sent again then.
 */
export async function exchange(
  expected: number,
  method: string,
  url: string,
  request: { body?: unknown; headers?: Record<string, string>; quiet?: boolean } = {},
): Promise<Reply> {
  for (let repetition = 0; ; repetition++) {
    const reply = await sent(method, url, request);
    if (reply.status === expected) return reply;
    const wait = Number(reply.headers.get('retry-after') ?? 0);
    if (reply.status !== 503 || wait === 0 || repetition >= MOST_REPETITIONS) {
      throw new Error(
        `${method} ${url} answered ${reply.status}; the story needs ${expected}: ${JSON.stringify(reply.body)}`,
      );
    }
    note(`  The system is busy: again in ${wait} s.`);
    await after(wait * 1_000);
  }
}

async function sent(
  method: string,
  url: string,
  { body, headers = {}, quiet = false }: { body?: unknown; headers?: Record<string, string>; quiet?: boolean } = {},
): Promise<Reply> {
  const response = await fetch(url, {
    method,
    headers: {
      accept: 'application/json',
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(60_000),
  });
  const text = await response.text();
  const parsed = text === '' ? {} : (JSON.parse(text) as Reply['body']);
  if (!quiet) {
    const shown = Object.entries(headers).filter(([name]) => name !== 'authorization');
    note(
      `> ${method} ${new URL(url).pathname}${new URL(url).search}${shown.map(([name, value]) => `  ${name}: ${value}`).join('')}`,
    );
    if (body !== undefined) note(`  ${printed(body)}`);
    note(
      `< ${response.status} ${response.headers.get('etag') ?? ''} ${response.headers.get('idempotent-replayed') ? '(replayed)' : ''}`.trimEnd(),
    );
    if (text !== '') note(`  ${printed(parsed)}`);
  }
  return { status: response.status, headers: response.headers, body: parsed };
}

/** Throws where the story does not come true. */
export function hold(truth: boolean, sentence: string): void {
  if (!truth) throw new Error(`Not so: ${sentence}`);
  note(`✓ ${sentence}`);
}

/** Asks until the response is there. @throws Error naming what did not happen in time */
export async function until<T>(what: string, seconds: number, request: () => Promise<T | null>): Promise<T> {
  const deadline = performance.now() + seconds * 1_000;
  for (;;) {
    const response = await request();
    if (response !== null) return response;
    if (performance.now() > deadline) throw new Error(`${what} did not happen within ${seconds} s.`);
    await new Promise((resume) => setTimeout(resume, 100));
  }
}

function printed(value: unknown): string {
  const text = JSON.stringify(value, (name, member: unknown) =>
    SHORTENED.includes(name) && typeof member === 'string' ? `${member.slice(0, 12)}…` : member,
  );
  return text.length > LONGEST_REPLY ? `${text.slice(0, LONGEST_REPLY)} … (${text.length} characters)` : text;
}
