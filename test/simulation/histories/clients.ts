import { setTimeout as pause } from 'node:timers/promises';
import { lendingClient } from '#test/support/lending-client.ts';
import { openRestTestApp, type RestTestApp } from '#test/support/rest-test-app.ts';
import { savingsClient } from '#test/support/savings-client.ts';
import { randomOf, type Random } from '../driver/random.ts';
import { violationOf } from './linearizable.ts';
import { balanceFrom, sentenceOf, type Asked, type MoneyOperation } from './models.ts';

export type Watched = {
  readonly operations: number;
  readonly events: number;
  /** One sentence each; none where all is well. */
  readonly findings: readonly string[];
};

type Call = (method: string, path: string, body?: object) => Promise<{ status: number; body: any }>;
/** Something whose money clients move and read, all at the same time. */
type Thing = {
  readonly name: string;
  readonly initial: number;
  readonly kinds: readonly Asked['kind'][];
  readonly most: number;
  readonly send: (call: Call, asked: Asked) => Promise<{ status: number; body: any }>;
  readonly shows: (body: any) => number;
};

/** Several clients at several processes move money of an account, a loan and a float, and read them; one follows the feed. */
export async function watchClients(
  seed: number,
  { clients, each }: { clients: number; each: number },
): Promise<Watched> {
  const ports = await openRestTestApp();
  const beside = await openRestTestApp({ beside: ports });
  const institution = await ports.openInstitution('sandbox', 30_000_000n);
  const { token } = await ports.openClient(institution);
  const callAt =
    (app: typeof ports): Call =>
    async (method, path, body) =>
      app.call(method, path, { token, ...(body ? { body } : {}) });
  const partner = lendingClient(ports, institution, { token });
  const savings = await savingsClient(ports, institution, partner);
  const things = await thingsOf({ call: callAt(ports), partner, savings, agentNo: institution.agentNo, clients, each });
  let [over, numbered] = [false, false];
  const feed = follow(callAt(beside), () => numbered);
  // Two workers number the events, as two processes of that role do.
  const relaying = [ports, beside].map((each) => relay(each, institution.id, () => over));
  const findings: string[] = [];
  let operations = 0;
  for (const thing of things) {
    const seen = await observed(thing, [callAt(ports), callAt(beside)], randomOf(seed), { clients, each });
    operations += seen.length;
    const stuck = violationOf(seen, balanceFrom(thing.initial));
    if (stuck) findings.push(`${thing.name}: no order explains ${stuck.map(sentenceOf).join('; ')}`);
    for (const { output } of seen)
      if (output.is === 'unknown') findings.push(`${thing.name}: a request was answered by a fault.`);
  }
  over = true;
  await Promise.all(relaying);
  // The feed has its end once the last event has its number: a reader who stops by the clients may be ahead of the workers.
  numbered = true;
  const events = await feed;
  const stored = await ports.admin<{ uuid: string }>('select uuid from event where tenant_id = $1', [institution.id]);
  const missed = stored.filter(
    ({ uuid }) => !events.some(({ id }) => id.replaceAll('-', '').endsWith(uuid.replaceAll('-', ''))),
  );
  if (missed.length > 0) findings.push(`The feed missed ${missed.length} of ${stored.length} events.`);
  const twice = events.length - new Set(events.map(({ id }) => id)).size;
  if (twice > 0) findings.push(`The feed showed ${twice} events twice.`);
  if (events.some(({ sequence }, at) => at > 0 && sequence <= events[at - 1]!.sequence))
    findings.push('The feed is not in order.');
  await beside.close();
  await ports.close();
  return { operations, events: events.length, findings };
}

async function observed(
  thing: Thing,
  calls: readonly Call[],
  random: Random,
  { clients, each }: { clients: number; each: number },
): Promise<MoneyOperation[]> {
  const plans = Array.from({ length: clients }, () =>
    Array.from({ length: each }, (): Asked => ({
      kind: random.oneOf(thing.kinds),
      amount: random.between(1, thing.most) * 100,
    })),
  );
  const histories = await Promise.all(
    plans.map(async (plan, n) => {
      const call = calls[n % calls.length]!;
      const seen: MoneyOperation[] = [];
      for (const input of plan) {
        const begin = performance.now();
        const { status, body } = await thing.send(call, input);
        const is = status < 300 ? 'done' : status < 500 ? 'refused' : 'unknown';
        const balance = input.kind === 'read' ? thing.shows(body) : null;
        seen.push({
          client: `client ${n}`,
          begin,
          end: is === 'unknown' ? Infinity : performance.now(),
          input,
          output: { is, balance },
        });
      }
      return seen;
    }),
  );
  return histories.flat();
}

async function thingsOf(of: {
  readonly call: Call;
  readonly partner: ReturnType<typeof lendingClient>;
  readonly savings: Awaited<ReturnType<typeof savingsClient>>;
  readonly agentNo: string;
  readonly clients: number;
  readonly each: number;
}): Promise<Thing[]> {
  const account = await of.savings.anAccount(50_000);
  const loan = await of.partner.anActiveLoan();
  const transactions = `/api/v1/savings_accounts/${account.id}/transactions`;
  const loans: { id: number }[] = [];
  for (let n = 0; n < of.clients * of.each; n++) loans.push(await of.partner.anApprovedLoan({ principal: 5_000_000 }));
  const { body: float } = await of.call('GET', `/api/v1/agents/${of.agentNo}/float`);
  return [
    {
      name: 'a savings account',
      initial: 50_000,
      kinds: ['add', 'take', 'take', 'read', 'read'],
      most: 300,
      send: (call, { kind, amount }) =>
        kind === 'read'
          ? call('GET', `/api/v1/savings_accounts/${account.id}`)
          : call('POST', transactions, { type: kind === 'add' ? 'deposit' : 'withdrawal', amount, channel: 'cash' }),
      shows: (body) => body.balance,
    },
    {
      name: 'a loan',
      initial: loan.outstanding.total,
      kinds: ['take', 'add', 'read', 'read'],
      most: 50,
      send: (call, { kind, amount }) => {
        const path = `/api/v1/loans/${loan.id}`;
        if (kind === 'read') return call('GET', path);
        if (kind === 'take') return call('POST', `${path}/repayments`, { amount, channel: 'cash' });
        return call('PATCH', path, { action: 'charge', part: 'fees', amount, reason: 'A visit.' });
      },
      shows: (body) => body.outstanding.total,
    },
    {
      name: 'the float of an agent',
      initial: float.available_float,
      kinds: ['take', 'take', 'read'],
      most: 50_000,
      send: (call, { kind, amount }) => {
        if (kind === 'read') return call('GET', `/api/v1/agents/${of.agentNo}/float`);
        const { id } = loans.pop() ?? { id: 0 };
        return call('POST', `/api/v1/loans/${id}/disbursements`, {
          amount,
          channel: 'mpesa_b2c',
          msisdn: '+254712345678',
        });
      },
      shows: (body) => body.available_float,
    },
  ];
}

/** Numbers what there is, on and on, and once more when all is over. */
async function relay({ app }: RestTestApp, tenantId: number, isOver: () => boolean): Promise<void> {
  for (let last = false; !last;) {
    last = isOver();
    while ((await app.delivery.relay(tenantId)).more);
    await pause(5);
  }
}

/** Reads the feed on and on, and once more when all events are numbered. */
async function follow(
  call: Call,
  isNumbered: () => boolean,
): Promise<{ readonly id: string; readonly sequence: number }[]> {
  const seen: { id: string; sequence: number }[] = [];
  for (let after = 0, last = false; ;) {
    last = isNumbered();
    const { body } = await call('GET', `/api/v1/changes?after=${after}&limit=7`);
    seen.push(...body.data);
    after = body.through;
    if (last && body.data.length === 0 && !body.has_more) return seen;
  }
}
