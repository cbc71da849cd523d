import { randomUUID } from 'node:crypto';
import { request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

type Reply = { readonly status: number; readonly etag: string; readonly body: any };
type Sent = { readonly method?: string; readonly token: string; readonly etag?: string; readonly body?: object };

/** One request over a connection of its own: a balancer chooses a process for each. @throws Error where no reply comes */
function ask(at: string, path: string, { method = 'GET', token, etag, body }: Sent): Promise<Reply> {
  const { promise, resolve, reject } = Promise.withResolvers<Reply>();
  const headers = {
    authorization: `Bearer ${token}`,
    ...(method === 'GET' ? {} : { 'idempotency-key': randomUUID() }),
    ...(etag ? { 'if-match': etag } : {}),
    ...(body ? { 'content-type': 'application/json' } : {}),
  };
  const sent = request(`${at}${path}`, { method, headers, agent: false, timeout: 60_000 }, (response) => {
    let text = '';
    response.setEncoding('utf8');
    response.on('data', (part: string) => (text += part));
    response.on('error', reject);
    response.on('end', () => {
      const parsed: unknown = text === '' ? null : JSON.parse(text);
      resolve({ status: response.statusCode ?? 0, etag: response.headers.etag ?? '', body: parsed });
    });
  });
  sent.on('error', reject);
  sent.on('timeout', () => sent.destroy(new Error('No reply within 60 s.')));
  sent.end(body ? JSON.stringify(body) : undefined);
  return promise;
}

/** What clients did, and what failed of it. */
type Done = {
  readonly opened: Set<number>;
  readonly deposited: Map<number, number>;
  readonly watched: Map<number, string>;
  readonly failures: string[];
  requests: number;
};

type World = {
  readonly rest: string;
  readonly graph: string;
  readonly token: string;
  readonly member: number;
  readonly product: number;
  /** Where a process of the next version takes requests, if one does: only it knows the new actions. */
  readonly next: () => string | null;
};

/** Opens accounts, deposits, reads them in every way, and has the next version watch them; for as long as it is not ended. */
export function work(world: World, clients: number) {
  const done: Done = { opened: new Set(), deposited: new Map(), watched: new Map(), failures: [], requests: 0 };
  let isOver = false;
  async function call(what: string, wanted: number, at: string, path: string, sent: Omit<Sent, 'token'> = {}) {
    done.requests += 1;
    const reply = await ask(at, path, { ...sent, token: world.token }).catch((error: Error) => error);
    const isFailed = reply instanceof Error || reply.status !== wanted || reply.body?.errors !== undefined;
    if (!isFailed) return reply;
    const shown =
      reply instanceof Error ? reply.message : `${reply.status} ${JSON.stringify(reply.body).slice(0, 300)}`;
    done.failures.push(`${what}: ${shown}`);
    await sleep(100);
    return null;
  }
  const account = (id: number) => `/api/v1/savings_accounts/${id}`;
  const deposit = async (id: number) => {
    const body = { type: 'deposit', amount: 100, channel: 'cash' };
    if (await call('deposit', 201, world.rest, `${account(id)}/transactions`, { method: 'POST', body }))
      done.deposited.set(id, (done.deposited.get(id) ?? 0) + 1);
  };
  const step = async (id: number, action: string): Promise<boolean> => {
    const at = world.next();
    if (at === null) return false;
    const seen = await call('account', 200, at, account(id));
    if (seen === null) return false;
    const body = { action, reason: `reason ${id}` };
    return (await call(action, 200, at, account(id), { method: 'PATCH', etag: seen.etag, body })) !== null;
  };
  async function round(): Promise<void> {
    const opening = { member_id: world.member, product_id: world.product };
    const made = await call('opening', 201, world.rest, '/api/v1/savings_accounts', { method: 'POST', body: opening });
    if (made === null) return;
    const id = made.body.id as number;
    done.opened.add(id);
    await deposit(id);
    const isWatched = await step(id, 'watch');
    if (isWatched) done.watched.set(id, `reason ${id}`);
    // Whichever version answers: an account in a state that it may not know, an event that it may not know.
    await call('account', 200, world.rest, account(id));
    await call('accounts', 200, world.rest, '/api/v1/savings_accounts?limit=20&sort=-created_at');
    await call('changes', 200, world.rest, '/api/v1/changes?limit=20');
    const query = '{ savingsAccounts(first: 20, orderBy: [{ by: ID, direction: DESCENDING }]) { nodes { id state } } }';
    await call('graph', 200, world.graph, '/graphql', { method: 'POST', body: { query } });
    // Every other one stays watched, so that there is something that only one version knows.
    if (isWatched && id % 2 === 0 && (await step(id, 'unwatch'))) await deposit(id);
  }
  const working = Array.from({ length: clients }, async () => {
    while (!isOver) await round();
  });
  return {
    done,
    end: async () => {
      isOver = true;
      await Promise.all(working);
    },
  };
}
