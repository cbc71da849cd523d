import { uuidIn } from '#core/payment-bridge/app.ts';
import type { Finding, ReportedFinding } from '#core/payment-bridge/finding.ts';
import { PROVIDER_NAMES, type ProviderName } from '#core/payments/channels.ts';
import type { TenantTransaction } from '../../postgres/database.ts';
import { callbacksAt } from '../../rails/callbacks/addresses.ts';
import { requestReturnOf } from '../../app/processes/collection/request-return.ts';
import { findOfApp, reverseOfApp } from '../payments-of-apps.ts';
import { requireUnpaused } from '../paused-payments.ts';
import {
  amount,
  inTenant,
  oneOf,
  print,
  printProposal,
  program,
  Refused,
  restAddress,
  bookerOf,
  proposerOf,
  PROPOSER,
} from '../program.ts';

export const payment = program.command('payment').description('payments that need people');

type Review = {
  readonly outcome: Finding['outcome'];
  readonly evidence: string;
  readonly by?: string;
  readonly receipt?: string;
  readonly amount?: bigint;
};

payment
  .command('review')
  .description('propose what became of a payment in review; another person approves it over the API')
  .argument('<id>', 'po_... or col_...')
  .requiredOption('--outcome <outcome>', 'paid or not_paid', oneOf('paid', 'not_paid'))
  .requiredOption('--evidence <text>', 'where it is seen, such as a line of the statement')
  .option('--by <name>', PROPOSER)
  .option('--receipt <number>', 'the provider’s receipt of a payment that was made')
  .option('--amount <cents>', 'what was paid, if neither the amount of the provider nor that of the request', amount)
  .action((id: string, options: Review) =>
    inTenant(async (platform, operator) => {
      const { bridge } = platform.app;
      const finding: ReportedFinding = {
        outcome: options.outcome,
        receipt_no: options.receipt ?? null,
        amount: options.amount ?? null,
        evidence: options.evidence,
        by: proposerOf(operator, options.by),
      };
      const isCollection = id.startsWith('col_');
      const found = await findOfApp(platform, operator, isCollection ? 'collection' : 'payout', id);
      const { state, findings } = isCollection
        ? await bridge.reviewCollection(operator, { app: found.app, collectionId: found.id, finding })
        : await bridge.reviewPayout(operator, { app: found.app, payoutId: found.id, finding });
      print(
        { id, state, findings },
        `${id} is in review: another person finds the same with POST /api/v1/app_payments/${id}/findings.`,
      );
    }),
  );

payment
  .command('confirm-wallet')
  .description('record that a provider has confirmed a number as its own, although its range is another operator’s')
  .argument('<msisdn>', 'the number, such as +254733345678')
  .argument('<provider>', PROVIDER_NAMES.join(' or '), oneOf(...PROVIDER_NAMES))
  .requiredOption('--evidence <text>', 'what confirms it, such as the provider’s reply to a payment')
  .option(
    '--by <name>',
    'who confirms it, or proposes it where it takes two; left out: who is logged in, or the operator',
  )
  .action((msisdn: string, provider: ProviderName, { evidence, by }: { evidence: string; by?: string }) =>
    inTenant(async (platform, operator) => {
      const { confirmWallet } = platform.app.operators;
      const ended = await confirmWallet(
        operator,
        { msisdn, provider, evidence },
        { by: bookerOf(operator, by), evidence },
      );
      if (ended.kind === 'proposed') return printProposal(ended.proposal);
      const { confirmedAt } = ended.result;
      print({ msisdn, provider, confirmed_at: String(confirmedAt) }, `${msisdn} is paid by ${provider} from now on.`);
    }),
  );

payment
  .command('reverse')
  .description(
    'propose to book that the provider, or the bank, took back a payout, a collection or a top-up of an app; another person approves it over the API',
  )
  .argument('<id>', 'po_..., col_... or tu_...')
  .requiredOption('--receipt <number>', 'the receipt of the reversal, or the bank’s reference of it')
  .requiredOption('--evidence <text>', 'where it is seen')
  .option('--by <name>', PROPOSER)
  .action((id: string, options: { receipt: string; evidence: string; by?: string }) =>
    inTenant(async (platform, operator) => {
      const { receipt: receiptNo, evidence } = options;
      const proposed = { by: proposerOf(operator, options.by), evidence };
      const ended = await reverseOfApp(platform, operator, id, { receiptNo, evidence }, proposed);
      if (ended.kind === 'proposed') return printProposal(ended.proposal);
      const { state } = ended.result;
      const whose = id.startsWith('po_') ? 'again' : 'no more';
      print({ id, state }, `${id} is ${state}; the money is the app’s ${whose}.`);
    }),
  );

payment
  .command('return')
  .description('have M-Pesa return a payment in suspense: proposes it, and sends it once another person has approved')
  .argument('<receipt>', 'the provider’s receipt of the payment')
  .requiredOption('--paybill <shortcode>', 'the paybill that received it')
  .requiredOption('--reason <text>', 'why it is returned')
  .requiredOption('--evidence <text>', 'where it is seen, such as a letter of the payer')
  .option('--by <name>', PROPOSER)
  .action((receiptNo: string, options: { paybill: string; reason: string; evidence: string; by?: string }) =>
    inTenant(async (platform, operator) => {
      await requireUnpaused(platform, operator.tenantId);
      const payment = await platform.app.mobileMoney.requestReturn(operator, {
        receiptNo,
        ...options,
        by: proposerOf(operator, options.by),
      });
      const { state } = payment;
      if (state !== 'returning')
        return print(
          { receipt_no: receiptNo, state },
          'Proposed. Another person approves it over the API (approve_return); run this again then.',
        );
      const callbacks = callbacksAt(restAddress(), platform.keys.callback);
      const requested = await requestReturnOf({ ...platform, callbacks }, operator, payment, options.paybill);
      if (requested.kind === 'not_ours')
        throw new Refused(
          `${options.paybill} is no shortcode of the institution: give the one that received the payment.`,
        );
      if (requested.kind === 'declined')
        throw new Refused(
          requested.isOver
            ? `The provider declined, and it stays in suspense. ${requested.reason}`
            : `The provider declined, and an earlier request may have been carried out: find it in its statement. ${requested.reason}`,
        );
      print(
        { receipt_no: receiptNo, state, requested: requested.kind === 'requested' },
        requested.kind === 'requested'
          ? 'The return is requested from the provider. If no result arrives within an hour, run this again.'
          : 'The provider can’t be reached: run this again. The payment is returned once, however often it is requested.',
      );
    }),
  );

payment
  .command('confirm-topup')
  .description('propose to book a top-up that the bank’s statement shows; another person approves it over the API')
  .argument('<bank_reference>', 'TU...')
  .requiredOption('--amount <cents>', 'what the statement shows, in cents', amount)
  .requiredOption('--statement <line>', 'where the statement shows it')
  .option('--by <name>', PROPOSER)
  .action((bankReference: string, options: { amount: bigint; statement: string; by?: string }) =>
    inTenant(async (platform, operator) => {
      const { amount: shown, statement: statementLine } = options;
      const by = proposerOf(operator, options.by);
      const command = { bankReference, amount: shown, statementLine, by };
      const ended = await platform.app.operators.confirmTopup(operator, command, { by, evidence: statementLine });
      if (ended.kind === 'proposed') return printProposal(ended.proposal);
      const { state } = ended.result;
      print({ bank_reference: bankReference, state }, `The top-up ${bankReference} is ${state}.`);
    }),
  );

payment
  .command('list-review')
  .description('payments of apps in review')
  .action(() =>
    inTenant(async (platform, { tenantId }) => {
      const rows = await platform.database.read(tenantId, (tx) =>
        tx.sql<{ id: string; amount: string; amount_reported: string | null; reason: string; findings: number }>(
          `select 'po_' || replace(uuid::text, '-', '') as id, amount::text, amount_paid::text as amount_reported, failure ->> 'code' as reason,
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
        amount_reported: row.amount_reported === null ? null : Number(row.amount_reported),
      }));
      print(
        { payments: waiting },
        waiting.map((row) => `${row.id}  ${row.amount}  ${row.reason}  ${row.findings} of 2`).join('\n') ||
          'No payment is in review.',
      );
    }),
  );

payment
  .command('notifications')
  .description('the notifications of the provider about a payment, verbatim: the evidence in a dispute')
  .argument('<id>', 'po_..., col_..., disbursement:17, mobile_money:17, or paybill:174379 for its latest confirmations')
  .action((id: string) =>
    inTenant(async (platform, { tenantId }) => {
      const notifications = await platform.database.read(tenantId, async (tx) => {
        const subject = await subjectOf(id, tx);
        const rows = await tx.sql<{
          kind: string;
          body: string;
          source: string | null;
          times: number;
          received_at: string;
        }>(
          `select kind, body, source, times, received_at, processed_at from callback where subject = $1
            order by received_at desc, id desc limit 200`,
          [subject],
        );
        return rows.map((row) => ({ ...row, body: tx.sealing.openAlike(row.body) }));
      });
      print(
        { id, notifications },
        notifications
          .map(
            ({ received_at, kind, source, times, body }) =>
              `${received_at}  ${kind}  ${source ?? '-'}  x${times}\n  ${body}`,
          )
          .join('\n') || 'There is none.',
      );
    }),
  );

payment
  .command('incidents')
  .description(
    'the work list: what does not fit about payments, with the provider’s message where it could not be booked',
  )
  .action(() =>
    inTenant(async (platform, { tenantId }) => {
      const incidents = await platform.database.read(tenantId, async ({ sql, sealing }) => {
        const rows = await sql<{
          uuid: string;
          kind: string;
          summary: string;
          created_at: string;
          message: string | null;
        }>(
          `select i.uuid, i.kind, i.summary, i.created_at::text, c.body as message
             from incident i left join callback c on i.subject_type = 'callback' and c.uuid = i.subject_uuid
            where i.state = 'open' order by i.created_at desc, i.id desc limit 200`,
        );
        return rows.map((row) => ({ ...row, message: row.message && sealing.openAlike(row.message) }));
      });
      print(
        { incidents },
        incidents
          .map(({ uuid, kind, summary, created_at, message }) =>
            [`${created_at}  ${kind}  ${uuid}`, `  ${summary}`, ...(message === null ? [] : [`  ${message}`])].join(
              '\n',
            ),
          )
          .join('\n') || 'There is none.',
      );
    }),
  );

/** The subject of the callback endpoints of a payment: our id of it at the provider, or a shortcode. */
async function subjectOf(id: string, { sql }: TenantTransaction): Promise<string> {
  const [what = '', named = ''] = id.split(':');
  if (what === 'paybill') return named;
  const kind = id.startsWith('po_') ? 'payout' : id.startsWith('col_') ? 'collection' : null;
  const table = kind ?? { disbursement: 'disbursement', mobile_money: 'mobile_money_transaction' }[what];
  const by = kind ? uuidIn(kind, id) : /^\d{1,15}$/.test(named) ? named : null;
  const [row] =
    table && by !== null
      ? await sql<{ subject: string | null }>(
          `select originator_id::text as subject from ${table} where ${kind ? 'uuid' : 'id'} = $1`,
          [by],
        )
      : [];
  if (row?.subject == null) throw new Refused(`There is no ${id}, or no request about it was sent to a provider.`);
  return row.subject;
}
