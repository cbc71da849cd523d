import { setTimeout as sleep } from 'node:timers/promises';

/** What a part of a process says of itself. Degraded: the role serves what it can without it. */
export type Finding = {
  readonly state: 'ok' | 'degraded' | 'failed';
  /** What is wrong, for people; never a statement, an address or a secret. */
  readonly reason?: string;
};

type Report = {
  readonly status: 'ready' | 'degraded' | 'unavailable';
  readonly parts: { readonly [part: string]: Finding };
};

/** Whether a process is to receive requests, for what monitors it and for load balancers. */
export type Health = {
  /** Has a part asked at each report. */
  readonly add: (part: string, look: () => Promise<Finding>) => void;
  /** Not ready from now on: the process is about to end, and serves what still comes. */
  readonly leave: () => void;
  readonly report: () => Promise<{ readonly status: 200 | 503; readonly body: Report }>;
};

/** A part that does not respond in this time is reported as failed. */
const PATIENCE_MS = 3_000;
/** Reports of so many milliseconds ago are given again: monitors cost no more than one look a second. */
const FRESH_MS = 1_000;

export function openHealth(elapsed: () => number = () => performance.now()): Health {
  const parts = new Map<string, () => Promise<Finding>>();
  let isLeaving = false;
  let known: { readonly until: number; readonly findings: Promise<Report['parts']> } | null = null;

  const look = async (): Promise<Report['parts']> =>
    Object.fromEntries(await Promise.all([...parts].map(async ([part, each]) => [part, await inTime(each)] as const)));

  return {
    add: (part, each) => {
      parts.set(part, each);
      known = null;
    },
    leave: () => {
      isLeaving = true;
    },
    report: async () => {
      if (known === null || elapsed() > known.until) known = { until: elapsed() + FRESH_MS, findings: look() };
      const found = await known.findings;
      const all: Report['parts'] = isLeaving
        ? { ...found, process: { state: 'failed', reason: 'The process is about to end.' } }
        : found;
      const states = Object.values(all).map(({ state }) => state);
      if (states.includes('failed')) return { status: 503, body: { status: 'unavailable', parts: all } };
      return { status: 200, body: { status: states.includes('degraded') ? 'degraded' : 'ready', parts: all } };
    },
  };
}

async function inTime(look: () => Promise<Finding>): Promise<Finding> {
  const late = new AbortController();
  try {
    return await Promise.race([
      look(),
      sleep(PATIENCE_MS, { state: 'failed', reason: 'It does not respond.' } as const, { signal: late.signal }),
    ]);
  } catch {
    return { state: 'failed', reason: 'It does not respond.' };
  } finally {
    late.abort();
  }
}

/** Where a process is asked: `/livez` says that it runs, `/readyz` whether it is to receive requests. */
export function healthPages({ report }: Health) {
  return [
    { url: '/livez', respond: async () => ({ status: 200 as const, body: { status: 'alive' } }) },
    { url: '/readyz', respond: report },
  ];
}

type Reply = { readonly code: (status: number) => { readonly send: (body: unknown) => unknown } };
type Routes = { readonly get: (url: string, handler: (request: unknown, reply: Reply) => Promise<unknown>) => unknown };

/** Adds the pages of health to a server of Fastify. */
export function addHealth(server: Routes, health: Health): void {
  for (const { url, respond } of healthPages(health)) {
    server.get(url, async (_request, reply) => {
      const { status, body } = await respond();
      return reply.code(status).send(body);
    });
  }
}
