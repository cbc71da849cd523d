/**
 * Ten thousand payments, half of them out and half of them in, of apps, loans, savings and schools, through Daraja's fake.
 * Now and then somebody dishonest uses an earlier receipt again: a caller who reports it as another payment, or a
 * notification that names it for another one; as it is, in lower case, with blanks, at another endpoint, with another
 * amount, two at once. Then our books and the provider's have to agree account by account and payment by payment, and
 * every reuse has to be a refusal, the record of before or an incident, one by one:
 *
 *     npm run bench -- reused-receipts [--payments 10000] [--every 50] [--clients 12] [--minutes 60]
 *
 * It starts a PostgreSQL, the fake, which pays at once, and a process of the system. Where its minutes are over it goes
 * on with what it has paid until then, and says so. Ends with 1 where anything differs.
 */
import { parseArgs } from 'node:util';
import { compare, openingOf } from './reused-receipts/agreement.ts';
import { makePayment, openPlaces, type Payment, type Way } from './reused-receipts/payments.ts';
import { playReuse, type Planted } from './reused-receipts/reuses.ts';
import { openSociety } from './reused-receipts/society.ts';

const { values } = parseArgs({
  options: {
    payments: { type: 'string', default: '10000' },
    every: { type: 'string', default: '50' },
    clients: { type: 'string', default: '12' },
    minutes: { type: 'string', default: '60' },
  },
});
const PAYMENTS = Number(values.payments);
/** What is reused is a payment of a round before: it is booked by then. */
const ROUND = 100;
const REUSE_EVERY = Number(values.every);
/** Reuses have numbers, and so payers, of their own. */
const FIRST_REUSE = 90_000;

const society = await openSociety();
const places = await openPlaces(society);
const opening = await openingOf(society);
const began = performance.now();
const seconds = () => Math.round((performance.now() - began) / 1_000);
console.log('The society is open.');

const booked: Payment[] = [];
const planted: Planted[] = [];
const failed: string[] = [];
/** Takes an earlier payment of these ways: none is reused twice. */
function take(of: readonly Way[]): Payment {
  const place = booked.findIndex(({ way }) => of.includes(way));
  const [payment] = place < 0 ? [] : booked.splice(place, 1);
  if (!payment) throw new Error(`No payment is left of ${of.join(', ')}.`);
  return payment;
}

let paid = 0;
let reuses = 0;
for (let first = 0; first < PAYMENTS && seconds() < Number(values.minutes) * 60; first += ROUND) {
  const made: Payment[] = [];
  const jobs: (() => Promise<unknown>)[] = [];
  for (let n = first; n < Math.min(first + ROUND, PAYMENTS); n++) {
    jobs.push(async () => {
      made.push(await makePayment(society, places, n));
      paid++;
    });
    if (first === 0 || n % REUSE_EVERY !== 0) continue;
    const turn = reuses++;
    jobs.push(async () => planted.push(await playReuse(society, places, turn, FIRST_REUSE + turn, take)));
  }
  await inTurn(jobs);
  await society.fake.idle();
  booked.push(...made);
  if (first % 500 === 0) console.log(`${seconds()} s: ${paid} of ${PAYMENTS} paid, ${planted.length} receipts reused`);
}
console.log(`${seconds()} s: ${paid} of ${PAYMENTS} paid, ${planted.length} receipts reused: all is compared now.`);

const { emitted, wrong } = await compare(society, opening, planted);
console.log(emitted.join('\n'));
const verified = await society.verify();
console.log(verified.output.trim().split('\n').slice(-3).join('\n'));
if (verified.code !== 0) wrong.push('The ledger does not verify.');
for (const fault of society.faults()) wrong.push(`The system says: ${fault.slice(0, 400)}`);
wrong.push(...failed);
console.log(
  wrong.length === 0
    ? 'Our books and the provider’s agree, and each reuse was noticed.'
    : `WRONG (${wrong.length}):\n${wrong.slice(0, 60).join('\n')}`,
);
await society.close();
process.exit(wrong.length === 0 ? 0 : 1);

/** Does these, several at a time. */
async function inTurn(jobs: (() => Promise<unknown>)[]): Promise<void> {
  await Promise.all(
    Array.from({ length: Number(values.clients) }, async () => {
      for (let job = jobs.shift(); job; job = jobs.shift()) {
        await job().catch((error: unknown) => failed.push(`A payment or reuse failed: ${String(error)}`));
      }
    }),
  );
}
