import { randomUUID } from 'node:crypto';
import { send } from '../send.ts';
import type { Reply, Request, Stage } from '../stage.ts';
import { codesOf } from '../coverage/codes.ts';
import { actionCommands } from './commands/actions.ts';
import { appCommands } from './commands/app.ts';
import { graphCommands } from './commands/graph.ts';
import { lenderCommands } from './commands/lender.ts';
import { saverCommands } from './commands/saver.ts';
import { schoolCommands } from './commands/school.ts';
import { carryOut, repeated, tried } from './carry-out.ts';
import { advance, type Disturbance } from './advance.ts';
import { during, faultsOf } from './faults.ts';
import { Knowledge, type Command, type Exchange } from './history.ts';
import { openOffice, type Colleague, type Office } from './office.ts';
import { randomOf, type Random } from './random.ts';
import { spoil } from './spoil.ts';
import type { Time } from './time.ts';
import { tour, type Go } from './tour.ts';
import { tellChapters } from './chapters/chapters.ts';

export type History = {
  readonly seed: number;
  readonly exchanges: readonly Exchange[];
  readonly days: number;
  /** How many commands it came to. */
  readonly commands: number;
  /** What happened to the system from outside, by name. */
  readonly faults: readonly string[];
};

export type HistoryOptions = {
  readonly seed: number;
  readonly commands: number;
  /** Commands between two moves of the clock. */
  readonly between?: number;
  /** Commands between two faults from outside; by default there are none. */
  readonly betweenFaults?: number;
  /** Whether the chapters follow the tour, or which of them; by default none. */
  readonly chapters?: boolean | readonly string[];
  /** Asked before each move of the clock: ends the history where it is no. */
  readonly goesOn?: () => Promise<boolean>;
};

/** Lists that clients read to know what there is. */
const COLLECTIONS = [
  '/api/v1/members',
  '/api/v1/loan_products',
  '/api/v1/loans',
  '/api/v1/savings_accounts',
  '/api/v1/mobile_money/transactions',
  '/api/v1/students',
  '/api/v1/enrolments',
  '/api/v1/invoices',
  '/api/v1/results',
  '/api/v1/aml/alerts',
  '/api/v1/reconciliation_breaks',
  '/v1/payouts',
  '/v1/collections',
];
const COMMANDS: readonly Command[] = [
  ...lenderCommands,
  ...saverCommands,
  ...schoolCommands,
  ...appCommands,
  ...actionCommands,
  ...graphCommands,
];
const IS_WRONG = 0.12;
/** How often something happens to the system while its clock moves, where something may. */
const IS_DISTURBED = { byChance: 0.5, inChapters: 0.1 };

/** Lives through one history: what every kind of client does, in the order in which the seed has it. */
export async function drive(
  stage: Stage,
  {
    seed,
    commands,
    between = 60,
    betweenFaults = Infinity,
    chapters = false,
    goesOn = async () => true,
  }: HistoryOptions,
): Promise<History> {
  const random = randomOf(seed);
  const known = new Knowledge();
  const exchanges: Exchange[] = [];
  const faults: string[] = [];
  let days = 0;
  let n = 0;
  let waited = 0;
  await lookAround(stage, known);
  const go: Go = async (method, path, body, { by = surfaceOf(path), key: ownKey, ...headers } = {}) => {
    const request = { method, path, ...(body ? { body } : {}), ...headers };
    const key = ownKey === undefined ? keyFor(request) : ownKey;
    const after = exchanges.length;
    const reply = await send(stage, by, request, key);
    exchanges.push({ command: 'tour', by, request, key, reply, after, ...(waited > 0 ? { waited } : {}) });
    waited = 0;
    learn(known, request, reply);
    return reply;
  };
  const patiently: Go = async (...request) => {
    const reply = await go(...request);
    await stage.settle();
    return reply;
  };
  const office = openOffice(patiently);
  const head = await letHeadIn(stage, known, office);
  await tour(known, go);
  /** What befalls the system while a day is closed, as the seed has it. */
  const disturbance = (likely: number): Disturbance | null => {
    if (betweenFaults === Infinity || !random.chance(likely)) return null;
    const fault = random.oneOf(faultsOf(stage));
    faults.push(`${fault.name} while the clock moves`);
    return { fault, afterMs: random.between(0, 400), forMs: random.between(50, 900) };
  };
  const time = timeOf(stage, {
    later: async (hours) =>
      void (days += await advance(stage, known, hours / 24, disturbance(IS_DISTURBED.inChapters))),
    waited: (hours) => void (waited += hours),
  });
  const only = (name: string) => (typeof chapters === 'boolean' ? chapters : chapters.includes(name));
  await tellChapters({ known, random, go: patiently, office, time, only });
  for (; n < commands; n++) {
    if (n % between === 0) {
      if (!(await goesOn())) break;
      await lookAround(stage, known);
      const ahead = n === 0 ? 31 : random.oneOf([0, 1, 1, 3, 10, 31]);
      days += await advance(stage, known, ahead, ahead === 0 ? null : disturbance(IS_DISTURBED.byChance));
    }
    const command = choose(random);
    const made = command.make(known, random);
    if (made === null) continue;
    const request = random.chance(IS_WRONG) ? spoil(made, random) : made;
    if (n > 0 && n % betweenFaults === 0) {
      const fault = random.oneOf(faultsOf(stage));
      faults.push(fault.name);
      const attempts = await during(stage, fault, () => tried(stage, command, request, random));
      exchanges.push(...attempts.exchanges, ...(await repeated(stage, attempts)));
      // Clients look what became of it.
      await stage.settle();
      await lookAround(stage, known);
      continue;
    }
    const sent = await carryOut(stage, command, request, random);
    exchanges.push(...sent);
    if (command.by === head.by) exchanges.push(...(await shownAgain(stage, head, sent)));
    for (const { reply } of sent) learn(known, request, reply);
    // What follows from it has happened before the next one is chosen: the same seed is the same history.
    await stage.settle();
  }
  await stage.settle();
  return { seed, exchanges, days, commands: n, faults };
}

type Passing = Pick<Time, 'later'> & { readonly waited: (hours: number) => void };

const timeOf = (stage: Stage, { later, waited }: Passing): Time => ({
  later,
  wait: async (hours) => {
    await stage.wait(hours);
    await stage.settle();
    waited(hours);
  },
  shown: (amount) => stage.receiptOf(amount),
});

function choose(random: Random): Command {
  const total = COMMANDS.reduce((sum, { weight }) => sum + weight, 0);
  let at = random.next() * total;
  return COMMANDS.find(({ weight }) => (at -= weight) < 0) ?? COMMANDS[0]!;
}

/** What reads, signs in or is typed at a command line has no key. */
const keyFor = ({ method, path }: Request): string | null =>
  method === 'GET' || method === 'RUN' || path.startsWith('/auth/') ? null : randomUUID();

const surfaceOf = (path: string) => (path.startsWith('/v1/') ? 'app' : 'officer');

/** Reads the lists, as people and integrations do. */
async function lookAround(stage: Stage, known: Knowledge): Promise<void> {
  const clock = await send(stage, 'officer', { method: 'GET', path: '/api/v1/test/clock' }, null);
  known.now = Temporal.Instant.from(clock.body.now);
  for (const collection of COLLECTIONS) {
    const order = /students|enrolments|invoices|results/.test(collection) ? '' : '?limit=200';
    const { body } = await send(stage, surfaceOf(collection), { method: 'GET', path: `${collection}${order}` }, null);
    for (const record of body?.data ?? []) known.learn(collection, record);
  }
}

/** Lets the administrator in who works at the graph from then on. */
async function letHeadIn(stage: Stage, known: Knowledge, office: Office): Promise<Colleague> {
  const head = office.colleague('Head');
  const { person, link } = await stage.invite({ name: 'Head', email: head.email, roles: ['administrator'] });
  await head.register(link);
  head.uuid = person;
  known.learn('graph head', { id: person });
  return head;
}

/** Who has not shown the key for a while shows it, who was away for long signs in; and makes the same request again. */
async function shownAgain(stage: Stage, head: Colleague, sent: readonly Exchange[]): Promise<readonly Exchange[]> {
  const wanting = (code: string) => sent.find((exchange) => codesOf(exchange).includes(code));
  const [unshown, signedOut] = [wanting('step_up_required'), wanting('session_required')];
  const refused = unshown ?? signedOut;
  if (!refused) return [];
  await (refused === signedOut ? head.signIn() : head.stepUp());
  return [{ ...refused, reply: await send(stage, head.by, refused.request, refused.key) }];
}

const KIND_OF: readonly (readonly [RegExp, string])[] = [
  [/\/repayments$|\/settlement$/, 'repayments'],
  [/\/disbursements$/, 'disbursements'],
  [/\/savings_accounts\/\d+\/transactions$/, 'savings transactions'],
  [/\/invoices\/\d+\/payments$/, 'invoice payments'],
];

function learn(known: Knowledge, { method, path }: Request, { status, body }: Reply): void {
  if (status >= 300 || body === null) return;
  if (path === '/graphql')
    for (const payload of Object.values<any>(body.data ?? {}))
      for (const [field, shown] of Object.entries(payload ?? {})) known.learn(`graph ${field}`, shown);
  const record = path.startsWith('/v1/') ? body.data : body;
  const [, loan] = /\/loans\/(\d+)\/disbursements$/.exec(path) ?? [];
  const [, account] = /\/savings_accounts\/(\d+)\/transactions$/.exec(path) ?? [];
  const kind = KIND_OF.find(([pattern]) => pattern.test(path))?.[1];
  if (kind)
    known.learn(kind, {
      ...record,
      ...(loan ? { loan_id: loan } : {}),
      ...(account ? { savings_account_id: account } : {}),
    });
  else known.learn(method === 'POST' ? path : path.replace(/\/[^/]+$/, ''), record);
}
