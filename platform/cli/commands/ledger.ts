import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { InvalidArgumentError } from 'commander';
import { accounts, type AccountName } from '#core/ledger/accounts.ts';
import { isAccount, trialBalanceOf } from '#core/ledger/trial-balance.ts';
import type { TenantTransaction } from '../../postgres/database.ts';
import type { Caller } from '../../auth/caller.ts';
import type { Platform } from '../../app/open-platform.ts';
import { turnoversBy, withoutHurry } from '../../postgres/ledger/balances.ts';
import { generalLedgerCsv } from '../../postgres/ledger/export.ts';
import { accountStatement } from '../../postgres/ledger/statement.ts';
import { verifyLedger } from '../../postgres/ledger/verify.ts';
import { day, inTenant, print, program, wantsJson } from '../program.ts';
import { terminal } from '../terminal.ts';

type Range = { readonly from: Temporal.PlainDate; readonly to?: Temporal.PlainDate };

const ledger = program.command('ledger').description('the books: proof, balances, statements, export, closing');

ledger
  .command('verify')
  .description(
    'verify every invariant of the books in the database, and record the proof; exit code 1 where one is broken',
  )
  .action(() =>
    inBooks(async (sql, _today, { platform, operator }) => {
      const { checks, violations } = await verifyLedger(sql);
      const broken = checks.filter(({ violations: found }) => found > 0);
      if (broken.length > 0) terminal().exitCode = 1;
      const lines = [
        ...checks.map(({ name, means, violations: found }) => `${found > 0 ? 'WRONG' : 'ok   '}  ${name}: ${means}`),
        ...violations.map(({ check, table, id, what }) => `  ${check}: ${table} ${id}: ${what}`),
        broken.length > 0
          ? `${broken.length} of ${checks.length} checks found something wrong.`
          : `All ${checks.length} checks hold.`,
      ];
      print({ ok: broken.length === 0, checks, violations }, lines.join('\n'));
      await platform.app.ledger.recordProof(operator, { checks });
    }),
  );

ledger
  .command('trial-balance')
  .description('the balance of every account')
  .option('--on <day>', 'at the end of this day; today by default', day)
  .action((options: { on?: Temporal.PlainDate }) =>
    inBooks(async (sql, today) => {
      const on = options.on ?? today;
      const { rows, debit, credit, balances } = trialBalanceOf(await turnoversBy(sql, on));
      if (!balances) terminal().exitCode = 1;
      const shown = rows.map((row) => ({
        account: named(row.account, row.of),
        type: row.type,
        debit: Number(row.debit),
        credit: Number(row.credit),
      }));
      const line = (name: string, left: bigint | string, right: bigint | string) =>
        `${name.padEnd(34)}${String(left).padStart(20)}${String(right).padStart(20)}`;
      const table = [
        line(`Trial balance, ${on}`, 'debit', 'credit'),
        ...rows.map((row) => line(named(row.account, row.of), row.debit || '', row.credit || '')),
        line(balances ? 'balances' : 'DOES NOT BALANCE', debit, credit),
      ];
      const document = { on: on.toString(), balances, debit: Number(debit), credit: Number(credit), accounts: shown };
      print(document, table.join('\n'));
    }),
  );

ledger
  .command('statement')
  .description('the lines of an account, with the balance after each')
  .argument('<account>', 'an account of the chart, such as loan_portfolio or mpesa_float:AG-000001', accountNamed)
  .requiredOption('--from <day>', 'the first day', day)
  .option('--to <day>', 'the last day; today by default', day)
  .action((account: { account: AccountName; of: string | null }, options: Range) =>
    inBooks(async (sql, today) => {
      const { opening, parts } = await accountStatement(sql, {
        ...account,
        from: options.from,
        to: options.to ?? today,
      });
      let closing = opening;
      const say = (document: object, sentence: string) => {
        terminal().out.write(`${wantsJson() ? JSON.stringify(document) : sentence}\n`);
      };
      say({ opening: Number(opening) }, `${''.padEnd(70)}${String(opening).padStart(20)}`);
      for await (const lines of parts) {
        for (const { bookedOn, journalId, eventType, of, side, amount, balance } of lines) {
          const fields = [String(bookedOn), String(journalId).padStart(9), eventType.padEnd(28), side.padEnd(6)];
          say(
            {
              booked_on: String(bookedOn),
              journal_id: journalId,
              event_type: eventType,
              sub_account: of,
              side,
              amount: Number(amount),
              balance: Number(balance),
            },
            `${fields.join('  ')}${String(amount).padStart(16)}${String(balance).padStart(20)}`,
          );
          closing = balance;
        }
      }
      say({ closing: Number(closing) }, `${''.padEnd(70)}${String(closing).padStart(20)}`);
    }),
  );

ledger
  .command('export')
  .description('the general ledger as CSV, streamed')
  .requiredOption('--from <day>', 'the first day', day)
  .option('--to <day>', 'the last day; today by default', day)
  .option('--file <path>', 'the file to write; the standard output by default')
  .action((options: Range & { file?: string }) =>
    inBooks(async (sql, today) => {
      const csv = Readable.from(generalLedgerCsv(sql, { from: options.from, to: options.to ?? today }));
      if (options.file === undefined) return pipeline(csv, terminal().out, { end: false });
      await pipeline(csv, createWriteStream(options.file, { mode: 0o600 }));
      print({ file: options.file }, `The general ledger is in ${options.file}.`);
    }),
  );

ledger
  .command('close-period')
  .description('close the books through a day: nothing more is booked on it or before it')
  .requiredOption('--through <day>', 'the last day of the period', day)
  .action((options: { through: Temporal.PlainDate }) =>
    inTenant(async (platform, operator) => {
      await platform.app.ledger.closePeriod(operator, { endsOn: options.through });
      print({ closed_through: options.through.toString() }, `The books are closed through ${options.through}.`);
    }),
  );

/** Reads in one transaction of the institution, without a time limit. */
function inBooks(
  work: (
    sql: TenantTransaction['sql'],
    today: Temporal.PlainDate,
    by: { readonly platform: Platform; readonly operator: Caller },
  ) => Promise<void>,
): Promise<void> {
  return inTenant(async (platform, operator) => {
    const { tenantId } = operator;
    const { timeZone } = await platform.tenants.get(tenantId);
    const today = (await platform.app.now({ tenantId })).toZonedDateTimeISO(timeZone).toPlainDate();
    await platform.database.report(tenantId, async ({ sql }) => {
      await withoutHurry(sql);
      await work(sql, today, { platform, operator });
    });
  });
}

const named = (account: string, of: string | null) => (of === null ? account : `${account}:${of}`);

function accountNamed(text: string): { account: AccountName; of: string | null } {
  const [account = '', of = null] = text.split(':', 2);
  if (!isAccount(account)) {
    throw new InvalidArgumentError(`Choose one of ${Object.keys(accounts).join(', ')}.`);
  }
  return { account, of };
}
