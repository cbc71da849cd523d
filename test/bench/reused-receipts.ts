/**
 * Ten thousand payments, half of them out and half of them in, of apps, loans, savings and schools, through Daraja's fake.
 * Now and then a dishonest payer uses an earlier receipt again: a caller who reports it as another payment, or a
 * notification that names it for another one; as it is, in lower case, with blanks, at another endpoint, with another
 * amount, two at the same time. Then our books and the provider's have to agree account by account and payment by payment, and
 * every reuse has to be a refusal, the record of before or an incident, one by one:
 *
 *     npm run bench -- reused-receipts [--payments 10000] [--every 50] [--clients 12] [--minutes 60] [--kill-seconds 0]
 *
 * It starts a PostgreSQL, the fake, which pays immediately, a process of REST and one of the workers; the workers are killed
 * (`kill -9`) and replaced every `--kill-seconds`, where it is not 0. Where its minutes are over, where it is interrupted
 * (Ctrl-C) or where too much fails, it goes on with what it has paid until then, and says so. Ends with 1 where anything
 * differs.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { compare, openingOf } from './reused-receipts/agreement.ts';
import { FIRST_REUSE, makePayment, openPlaces, type Payment, type Way } from './reused-receipts/payments.ts';
import { playReuse, type Planted } from './reused-receipts/reuses.ts';
import { openSociety } from './reused-receipts/society.ts';

const { values } = parseArgs({
  options: {
    payments: { type: 'string', default: '10000' },
    every: { type: 'string', default: '50' },
    clients: { type: 'string', default: '12' },
    minutes: { type: 'string', default: '60' },
    'kill-seconds': { type: 'string', default: '0' },
  },
});
const PAYMENTS = Number(values.payments);
const KILL_SECONDS = Number(values['kill-seconds']);
/** What is reused is a payment of a round before: it is booked by then. */
const ROUND = 100;
const REUSE_EVERY = Number(values.every);
/** More failures than these have one cause: the rest of the payments would show nothing else. */
const MOST_FAILURES = 20;
/** How long the last notifications and checks may take. */
const PATIENCE_SECONDS = 180;

/** What a process logs on a machine that stands still for seconds; what it did meanwhile is compared like everything. */
const NO_CONNECTION = 'timeout exceeded when trying to connect';

const society = await openSociety();
const places = await openPlaces(society);
const opening = await openingOf(society);
const began = performance.now();
const seconds = () => Math.round((performance.now() - began) / 1_000);
const say = (line: string) => console.log(`${String(seconds()).padStart(4)} s  ${line}`);
say('The society is open.');

const booked: Payment[] = [];
/** Paid, and perhaps not booked yet. */
const fresh: Payment[] = [];
const awaited: Promise<void>[] = [];
const planted: Planted[] = [];
const failed: string[] = [];
const sums = new Map<Way, bigint>();
let paid = 0;
let reuses = 0;
let kills = 0;
/** Why no more payments are made; null while they are. */
let cut: string | null = null;
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => (cut ??= `it was sent ${signal}`));

const killing = killWorkers();
for (let first = 0; first < PAYMENTS && cut === null; first += ROUND) {
  const jobs: (() => Promise<unknown>)[] = [];
  for (let n = first; n < Math.min(first + ROUND, PAYMENTS); n++) {
    jobs.push(async () => {
      const { way, paid: paidThere } = await makePayment(society, places, n);
      const isPaid = paidThere().then(count);
      // What the workers send may take until those that were killed are replaced: no other payment waits for it.
      if (way === 'batch') awaited.push(isPaid.catch(noteFailure));
      else await isPaid;
    });
    if (first === 0 || n % REUSE_EVERY !== 0) continue;
    const turn = reuses++;
    jobs.push(async () => planted.push(await playReuse(society, places, turn, FIRST_REUSE + turn, take)));
  }
  await inTurn(jobs);
  const made = fresh.splice(0);
  await society.fake.idle();
  booked.push(...made);
  if (seconds() >= Number(values.minutes) * 60) cut ??= 'its minutes are over';
  if (first % 500 === 0)
    say(`${paid} of ${PAYMENTS} paid, ${planted.length} receipts reused, ${failed.length} failures`);
}
if (cut !== null) say(`No more payments are made: ${cut}.`);
cut ??= 'all are made';
await killing;
await Promise.all(awaited);
await settled();
say(
  `${paid} of ${PAYMENTS} paid, ${planted.length} receipts reused, the workers killed ${kills} times. All is compared now.`,
);

const { emitted, wrong } = await compare(society, opening, { paid: sums, planted });
console.log(emitted.join('\n'));
const [books, agrees] = await society.verify();
if (!agrees) wrong.push(books);
const [short, faults] = partition(society.faults(), (fault) => fault.includes(NO_CONNECTION));
if (short.length > 0)
  console.log(`${short.length} times a process waited without result for a connection: the machine was short.`);
for (const fault of faults) wrong.push(`The system says: ${fault.slice(0, 400)}`);
wrong.unshift(...failed);
if (paid < PAYMENTS) wrong.push(`Of ${PAYMENTS} payments ${paid} were made.`);
console.log(
  wrong.length === 0
    ? `${paid} payments and ${planted.length} reuses: our books and the provider’s agree, and each reuse was noticed.`
    : `WRONG (${wrong.length}):\n${wrong.slice(0, 60).join('\n')}`,
);
await society.close();
process.exit(wrong.length === 0 ? 0 : 1);

function count(payment: Payment): void {
  fresh.push(payment);
  sums.set(payment.way, (sums.get(payment.way) ?? 0n) + BigInt(payment.amount));
  paid++;
}

function partition(lines: readonly string[], isFirst: (line: string) => boolean): readonly [string[], string[]] {
  return [lines.filter(isFirst), lines.filter((line) => !isFirst(line))];
}

/** Takes an earlier payment of these ways: none is reused twice. */
function take(of: readonly Way[]): Payment {
  const place = booked.findIndex(({ way }) => of.includes(way));
  const [payment] = place < 0 ? [] : booked.splice(place, 1);
  if (!payment) throw new Error(`No payment is left of ${of.join(', ')}.`);
  return payment;
}

/** Does these, several at a time. */
async function inTurn(jobs: (() => Promise<unknown>)[]): Promise<void> {
  await Promise.all(
    Array.from({ length: Number(values.clients) }, async () => {
      for (let job = jobs.shift(); job; job = jobs.shift()) await job().catch(noteFailure);
    }),
  );
}

/** The first failures are printed when they happen: they say what the rest of the run would only repeat. */
function noteFailure(error: unknown): void {
  const failure = `A payment or reuse failed: ${String(error)}`;
  failed.push(failure);
  say(failure);
  if (failed.length >= MOST_FAILURES) cut ??= `${failed.length} payments failed`;
}

/** Kills the workers in the middle of their work, over and over. */
async function killWorkers(): Promise<void> {
  if (KILL_SECONDS === 0) return;
  for (let next = KILL_SECONDS; cut === null; await sleep(200)) {
    if (seconds() < next) continue;
    await society.killWorkers();
    kills++;
    next = seconds() + KILL_SECONDS;
  }
}

/** Waits for the last notifications, for what workers have taken up, and for a balance that the books are compared with. */
async function settled(): Promise<void> {
  await society.fake.idle();
  const until = seconds() + PATIENCE_SECONDS;
  while ((await society.open()) > 0 && seconds() < until) await sleep(500);
  const left = await society.open();
  if (left > 0) failed.push(`${left} payments or notifications are still open.`);
  await society.checkFloat();
}
