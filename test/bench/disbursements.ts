/**
 * Disbursements a second, from the request to the provider's acknowledgement, on one float account and on a hundred,
 * beside pgbench running the bare equivalent of their statements on the same server in the same run:
 *
 *     npm run bench -- disbursements [--seconds 8] [--clients 16]
 *
 * The provider answers at once and costs nothing: what is measured is what is ours. Without pgbench on the PATH the
 * bare rate is left out, and said so.
 */
import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Rail } from '#platform/rails/rail.ts';
import { applicationUrl } from '#platform/persistence/database.ts';
import { openHouse } from '../support/house.ts';

const { values } = parseArgs({
  options: { seconds: { type: 'string', default: '8' }, clients: { type: 'string', default: '16' } },
});
const SECONDS = Number(values.seconds);
const CLIENTS = Number(values.clients);
const LOANS = 30_000;
const AGENTS = 100;
const AMOUNT = 100_000n;
const ROUNDS = 2;

/** Accepts everything, at once. */
const ready: Rail = {
  send: () => Promise.resolve({ kind: 'accepted', providerRef: `AG_${randomUUID()}` }),
  query: () => Promise.resolve({ kind: 'pending' }),
  closedFor: () => Promise.resolve(null),
  hear: () => Promise.reject(new Error('This provider tells nothing.')),
};
const house = await openHouse({ railOf: () => ready, poolSize: CLIENTS, float: 10n ** 15n });

const [first] = await house.sql<{ id: string }>(
  `insert into agent (uuid, agent_no, name, branch_id, float, held)
   select gen_random_uuid(), 'AG-1' || lpad(n::text, 5, '0'), 'Cashier ' || n, $1, 1000000000000000, 0
     from generate_series(1, $2) as n returning id`,
  [house.branchId, AGENTS],
);
const template = await house.readyLoan(AMOUNT);
const columns = await house.sql<{ name: string }>(
  `select column_name as name from information_schema.columns
    where table_name = 'loan' and column_name not in ('id', 'uuid', 'loan_no', 'tenant_id')`,
);
const names = columns.map(({ name }) => `"${name}"`).join(', ');
const loans: number[] = [];
for (let from = 1; from <= LOANS; from += 2_000) {
  const made = await house.sql<{ id: string }>(
    `insert into loan (uuid, loan_no, ${names})
     select gen_random_uuid(), 'B-' || n, ${names} from loan cross join generate_series($2::int, $3::int) as n where id = $1
     returning id`,
    [template, from, from + 1_999],
  );
  loans.push(...made.map(({ id }) => Number(id)));
}
/** Ours are paid out once each; the others are pgbench's, over and over. */
const ownLoans = loans.slice(LOANS / 2);
const agentNos = Array.from({ length: AGENTS }, (_, n) => `AG-1${String(n + 1).padStart(5, '0')}`);

let statements = 0;
house.database.onStatement = () => void statements++;
let next = 0;

async function ours(accounts: number): Promise<{ rate: number; statements: number }> {
  statements = 0;
  let done = 0;
  const began = performance.now();
  const client = async () => {
    while (performance.now() - began < SECONDS * 1_000) {
      const n = next++;
      await house.done(house.app.lending.disburse, {
        loanId: ownLoans[n] ?? 0,
        amount: AMOUNT,
        channel: 'mpesa_b2c',
        msisdn: '+254712000000',
        agentNo: agentNos[n % accounts] ?? '',
      });
      done++;
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, client));
  return { rate: done / ((performance.now() - began) / 1_000), statements: statements / done };
}

/** The same rows read, locked and written, the same two transactions, and nothing else. */
const told = (type: string) => `
with told as (
  insert into event (uuid, type, subject_type, subject_id, subject_uuid, subject_version, data, request_id, occurred_at)
  values (gen_random_uuid(), '${type}', 'disbursement', :d, gen_random_uuid(), 1, '{"amount": 100000}', 'bench', now())
  returning id, uuid, type, subject_type, subject_id, subject_version),
outboxed as (insert into outbox (event_id) select id from told)
insert into audit (event_uuid, command, actor, request_id, event_type, subject_type, subject_id, subject_version, at)
select uuid, 'bench', 'bench', 'bench', type, subject_type, subject_id, subject_version, now() from told;`;
const script = (accounts: number) => `
\\set loan random(${loans[0]}, ${loans[LOANS / 2 - 1]})
\\set agent random(${first?.id}, ${Number(first?.id) + accounts - 1})
\\set tranche random(1, 2000000000)
begin;
select set_config('app.tenant', '${house.tenantId}', true);
select * from loan where id = :loan for update;
select * from disbursement where loan_id = :loan and state in ('pending', 'sending', 'sent', 'unknown', 'confirmed') order by id;
select * from member where id = ${house.memberId};
select * from agent where id = :agent for update;
insert into disbursement (uuid, loan_id, agent_id, agent_no, tranche, amount, netted, channel, msisdn, state, originator_id,
                          requested_by, next_check_at, checks)
values (gen_random_uuid(), :loan, :agent, 'AG', :tranche, 100000, 0, 'mpesa_b2c', '+254712000000', 'sending',
        gen_random_uuid(), 'bench', now() + interval '15 s', 0)
returning id as d \\gset
update agent set held = held + 100000, version = version + 1 where id = :agent;
${told('bench.requested')}
commit;
begin;
select set_config('app.tenant', '${house.tenantId}', true);
select * from disbursement where id = :d for update;
select * from agent where id = :agent for update;
update agent set float = float - 100000, held = held - 100000, version = version + 1 where id = :agent;
update disbursement set state = 'sent', provider_ref = 'AG_1', sent_at = now(), version = version + 1 where id = :d;
${told('bench.sent')}
with booked as (
  insert into journal (uuid, event_uuid, event_type, subject_type, subject_id, booked_on, currency)
  values (gen_random_uuid(), gen_random_uuid(), 'disbursement.sent', 'disbursement', :d, current_date, 'KES') returning id)
insert into journal_line (journal_id, account, sub_account, side, amount)
select id, 'disbursements_in_transit', '', 'debit', 100000 from booked union all
select id, 'mpesa_float', 'AG', 'credit', 100000 from booked;
commit;
`;

async function bare(accounts: number): Promise<number | null> {
  const folder = await mkdtemp(join(tmpdir(), 'umoja-bench-'));
  try {
    await writeFile(join(folder, 'disburse.sql'), script(accounts));
    const words = ['-n', '-M', 'prepared', '-c', String(CLIENTS), '-j', '2', '-T', String(SECONDS)];
    const { error, stdout, stderr } = spawnSync(
      'pgbench',
      [...words, '-f', join(folder, 'disburse.sql'), applicationUrl(house.settings)],
      { encoding: 'utf8' },
    );
    if (error) return null;
    const found = /tps = ([\d.]+)/.exec(stdout);
    if (!found || /aborted/.test(stderr)) throw new Error(`pgbench failed: ${stderr}`);
    return Number(found[1]);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const median = (all: readonly number[]) => all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)] ?? NaN;
const rates = new Map<number, number>();
for (const accounts of [1, AGENTS]) {
  const own: number[] = [];
  const theirs: (number | null)[] = [];
  let each = 0;
  for (let round = 0; round < ROUNDS; round++) {
    theirs.push(await bare(accounts));
    const measured = await ours(accounts);
    own.push(measured.rate);
    each = measured.statements;
  }
  rates.set(accounts, median(own));
  const known = theirs.filter((rate) => rate !== null);
  const beside =
    known.length > 0
      ? `pgbench ${Math.round(median(known))}/s: ${Math.round((median(own) / median(known)) * 100)} %`
      : 'no pgbench on the PATH to compare with';
  console.log(
    `${accounts} float account${accounts > 1 ? 's' : ''}: ${Math.round(median(own))} disbursements/s, ` +
      `${each.toFixed(1)} statements each; ${beside}`,
  );
}
const hot = (rates.get(AGENTS) ?? NaN) / (rates.get(1) ?? NaN);
console.log(`One hot account is ${hot.toFixed(2)} times slower than ${AGENTS}.`);
house.database.onStatement = null;
setTimeout(() => process.exit(), 2_000);
await house.close();
process.exit();
