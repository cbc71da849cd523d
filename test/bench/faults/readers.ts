import { setTimeout as sleep } from 'node:timers/promises';

/** What readers ask for: the balance of the account that is written, lists, the feed, and the graph. */
type Read = {
  readonly name: string;
  readonly at: string;
  readonly body?: object;
};

type Look = {
  readonly token: string;
  readonly reads: readonly Read[];
  /** Deposits that are confirmed by now, in cents: a balance that is read after them has at least these. */
  readonly confirmed: () => number;
  readonly blame: (what: string) => void;
};

const GRAPH_ERRORS = ['SERVICE_UNAVAILABLE', 'TIMEOUT'];

/**
 * Reads without a pause while faults are done. An outage is a refusal for now, on REST and in the graph: never a 500, an internal error, or a
 * balance without what was confirmed before.
 * @return how often each read had each reply, and an end
 */
export function readWhileFaulty({ token, reads, confirmed, blame }: Look) {
  const replies = new Map<string, number>();
  let isOver = false;
  const loops = reads.map(async ({ name, at, body }) => {
    while (!isOver) {
      const least = confirmed();
      const seen = await once(token, at, body);
      const key = `${name} ${seen.status}`;
      replies.set(key, (replies.get(key) ?? 0) + 1);
      if (!['200', '503', 'none'].includes(seen.status)) blame(`${key}: ${seen.text.slice(0, 200)}`);
      const errors = [...seen.text.matchAll(/"code":"([A-Z_]+)"/g)].map(([, code]) => code ?? '');
      if (errors.some((code) => !GRAPH_ERRORS.includes(code))) blame(`${name}: ${errors.join(', ')}`);
      const balance = /"balance":(\d+)/.exec(seen.text)?.[1];
      if (name === 'balance' && balance !== undefined && Number(balance) < least)
        blame(`a balance of ${balance}, after ${least}`);
      await sleep(50);
    }
  });
  return {
    replies: () => [...replies].sort().map(([reply, n]) => `${reply}: ${n}`),
    end: async () => {
      isOver = true;
      await Promise.all(loops);
    },
  };
}

async function once(token: string, at: string, body: object | undefined) {
  return fetch(at, {
    headers: { authorization: `Bearer ${token}`, ...(body ? { 'content-type': 'application/json' } : {}) },
    ...(body ? { method: 'POST', body: JSON.stringify(body) } : {}),
    signal: AbortSignal.timeout(20_000),
  }).then(
    async (response) => ({ status: String(response.status), text: await response.text() }),
    () => ({ status: 'none', text: '' }),
  );
}
