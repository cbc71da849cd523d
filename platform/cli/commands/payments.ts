import { InvalidArgumentError } from 'commander';
import { uuidIn, type App } from '#core/payment-bridge/app.ts';
import type { Finding } from '#core/payment-bridge/payment-attempt.ts';
import type { Found } from '#core/payment-bridge/use-cases/second-person.ts';
import type { Caller } from '../../auth/caller.ts';
import type { Platform } from '../../app/open-platform.ts';
import type { TenantTransaction } from '../../postgres/database.ts';
import { callbacksAt } from '../../rails/callbacks/addresses.ts';
import { askToGiveBack } from '../../app/processes/collection/give-back.ts';
import { amount, onPlatform, operatorOf, program, Refused, restAddress, tell, whole } from '../program.ts';

const payment = program.command('payment').description('payments of apps that people have to look at');

const outcome = (text: string): Finding['outcome'] => {
  if (text !== 'paid' && text !== 'not_paid') throw new InvalidArgumentError('Say paid or not_paid.');
  return text;
};

payment
  .command('review')
  .description('say what became of a payment in review; a second person has to find the same')
  .argument('<id>', 'po_... or col_...')
  .requiredOption('--outcome <outcome>', 'paid or not_paid', outcome)
  .requiredOption('--evidence <text>', 'where it is to be seen, such as a line of the statement')
  .requiredOption('--by <name>', 'who says so')
  .option('--receipt <number>', 'the provider’s receipt of a payment that was made')
  .option('--amount <cents>', 'what was paid, if that is neither what the provider told nor what was asked for', amount)
  .option('--tenant <id>', 'the institution', whole)
  .action(
    (
      id: string,
      options: {
        outcome: Finding['outcome'];
        evidence: string;
        by: string;
        receipt?: string;
        amount?: bigint;
        tenant?: number;
      },
    ) =>
      onPlatform(async (platform) => {
        const operator = await operatorOf(platform, options.tenant);
        const { bridge } = platform.app;
        const finding: Found = {
          outcome: options.outcome,
          receipt_no: options.receipt ?? null,
          amount: options.amount ?? null,
          evidence: options.evidence,
          by: options.by,
        };
        const isCollection = id.startsWith('col_');
        const found = await find(platform, operator, isCollection ? 'collection' : 'payout', id);
        const { state, findings } = isCollection
          ? await bridge.reviewCollection(operator, { app: found.app, collectionId: found.id, finding })
          : await bridge.reviewPayout(operator, { app: found.app, payoutId: found.id, finding });
        return tell(
          { id, state, findings },
          state === 'review' ? `${id} waits for a second person who finds the same.` : `${id} is ${state}.`,
        );
      }),
  );

payment
  .command('reverse')
  .description('book that the provider took a payout back from its recipient')
  .argument('<id>', 'po_...')
  .requiredOption('--receipt <number>', 'the provider’s receipt of the reversal')
  .requiredOption('--evidence <text>', 'where it is to be seen')
  .option('--tenant <id>', 'the institution', whole)
  .action((id: string, options: { receipt: string; evidence: string; tenant?: number }) =>
    onPlatform(async (platform) => {
      const operator = await operatorOf(platform, options.tenant);
      const found = await find(platform, operator, 'payout', id);
      const { state } = await platform.app.bridge.reversePayout(operator, {
        app: found.app,
        payoutId: found.id,
        receiptNo: options.receipt,
        evidence: options.evidence,
      });
      return tell({ id, state }, `${id} is ${state}; the money is the app’s again.`);
    }),
  );

payment
  .command('give-back')
  .description('have M-Pesa give a payment in suspense back to its payer; a second person has to say so, too')
  .argument('<receipt>', 'the provider’s receipt of the payment')
  .requiredOption('--paybill <shortcode>', 'the paybill that received it')
  .requiredOption('--reason <text>', 'why it has to go back')
  .requiredOption('--by <name>', 'who says so')
  .option('--tenant <id>', 'the institution', whole)
  .action((receiptNo: string, options: { paybill: string; reason: string; by: string; tenant?: number }) =>
    onPlatform(async (platform) => {
      const operator = await operatorOf(platform, options.tenant);
      const payment = await platform.app.mobileMoney.askForReturn(operator, { receiptNo, ...options });
      const { state } = payment;
      if (state !== 'returning') return tell({ receipt_no: receiptNo, state }, 'A second person has to say so, too.');
      const callbacks = callbacksAt(restAddress(), platform.keys.callback);
      const asked = await askToGiveBack({ ...platform, callbacks }, operator, payment, options.paybill);
      if (asked.kind === 'declined') throw new Refused(`The provider declined, and it stays in suspense. ${asked.why}`);
      return tell(
        { receipt_no: receiptNo, state, asked: asked.kind === 'asked' },
        asked.kind === 'asked'
          ? 'The provider was asked. Where no answer has come in an hour, ask once more.'
          : 'The provider can’t be reached just now: ask once more. It is given back once, however often it is asked.',
      );
    }),
  );

payment
  .command('confirm-topup')
  .description('book a top-up that the bank’s statement shows')
  .argument('<bank_reference>', 'TU...')
  .requiredOption('--amount <cents>', 'what the statement shows, in cents', amount)
  .requiredOption('--statement <line>', 'where the statement shows it')
  .requiredOption('--by <name>', 'who confirms it')
  .option('--tenant <id>', 'the institution', whole)
  .action((bankReference: string, options: { amount: bigint; statement: string; by: string; tenant?: number }) =>
    onPlatform(async (platform) => {
      const operator = await operatorOf(platform, options.tenant);
      const { state } = await platform.app.bridge.confirmTopup(operator, {
        bankReference,
        amount: options.amount,
        statementLine: options.statement,
        by: options.by,
      });
      return tell({ bank_reference: bankReference, state }, `The top-up ${bankReference} is ${state}.`);
    }),
  );

payment
  .command('list-review')
  .description('payments of apps that wait for people')
  .option('--tenant <id>', 'the institution', whole)
  .action((options: { tenant?: number }) =>
    onPlatform(async (platform) => {
      const { tenantId } = await operatorOf(platform, options.tenant);
      const rows = await platform.database.read(tenantId, (tx) =>
        tx.sql<{ id: string; amount: string; told: string | null; reason: string; findings: number }>(
          `select 'po_' || replace(uuid::text, '-', '') as id, amount::text, amount_paid::text as told, failure ->> 'code' as reason,
                  jsonb_array_length(findings) as findings from payout where state = 'review'
            union all
           select 'col_' || replace(uuid::text, '-', ''), amount::text, amount_received::text, failure ->> 'code',
                  jsonb_array_length(findings) from collection where state = 'review'
            order by 1 limit 1000`,
        ),
      );
      const waiting = rows.map((row) => ({
        ...row,
        amount: Number(row.amount),
        told: row.told === null ? null : Number(row.told),
      }));
      return tell(
        { waiting },
        waiting.map((row) => `${row.id}  ${row.amount}  ${row.reason}  ${row.findings} of 2`).join('\n') || 'Nothing.',
      );
    }),
  );

payment
  .command('news')
  .description('what the provider told of a payment, word for word: the evidence in a dispute')
  .argument('<id>', 'po_..., col_..., disbursement:17, mobile_money:17, or paybill:174379 for its latest confirmations')
  .option('--tenant <id>', 'the institution', whole)
  .action((id: string, options: { tenant?: number }) =>
    onPlatform(async (platform) => {
      const { tenantId } = await operatorOf(platform, options.tenant);
      const told = await platform.database.read(tenantId, async (tx) => {
        const subject = await subjectOf(id, tx);
        return tx.sql<{ kind: string; body: string; source: string | null; times: number; told_at: string }>(
          `select kind, body, source, times, told_at, taken_at from callback where subject = $1
            order by told_at desc, id desc limit 200`,
          [subject],
        );
      });
      return tell(
        { id, told },
        told
          .map(
            ({ told_at, kind, source, times, body }) => `${told_at}  ${kind}  ${source ?? '-'}  x${times}\n  ${body}`,
          )
          .join('\n') || 'Nothing was told.',
      );
    }),
  );

/** What addresses for news of a payment are about: our name for it at the provider, or a shortcode. */
async function subjectOf(id: string, { sql }: TenantTransaction): Promise<string> {
  const [what = '', named = ''] = id.split(':');
  if (what === 'paybill') return named;
  const kinds = { po: 'payout', col: 'collection' } as const;
  const kind = kinds[id.split('_')[0] as keyof typeof kinds];
  const table = kind ?? { disbursement: 'disbursement', mobile_money: 'mobile_money_transaction' }[what];
  const by = kind ? uuidIn(kind, id) : /^\d{1,15}$/.test(named) ? named : null;
  const [row] =
    table && by !== null
      ? await sql<{ subject: string | null }>(
          `select originator_id::text as subject from ${table} where ${kind ? 'uuid' : 'id'} = $1`,
          [by],
        )
      : [];
  if (row?.subject == null) throw new Refused(`There is no ${id}, or nothing was asked of a provider for it.`);
  return row.subject;
}

/** A payment by the id that its app knows. */
async function find(
  { database }: Platform,
  { tenantId }: Caller,
  kind: 'payout' | 'collection',
  id: string,
): Promise<{ readonly id: number; readonly app: App }> {
  const uuid = uuidIn(kind, id);
  const [row] = uuid
    ? await database.read(tenantId, (tx) =>
        tx.sql<{ id: string; app_id: string; sandbox: boolean }>(
          `select id, app_id, sandbox from ${kind} where uuid = $1`,
          [uuid],
        ),
      )
    : [];
  if (!row) throw new Refused(`There is no ${kind} ${id}.`);
  return { id: Number(row.id), app: { id: Number(row.app_id), sandbox: row.sandbox } };
}
