import { randomUUID } from 'node:crypto';
import { readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { outcome } from '#core/kernel/outcome.ts';
import { HELD_BECAUSE, heldPayments } from '../../app/processes/bank/held-payments.ts';
import {
  importStatement,
  receiveLostCredit,
  type ImportedStatement,
} from '../../app/processes/bank/import-statement.ts';
import type { Platform } from '../../app/open-platform.ts';
import type { Caller } from '../../auth/caller.ts';
import type { BankFile } from '../../rails/bank-file/books.ts';
import { explainLostCredit } from '../../rails/bank-file/lost-credits.ts';
import { DoubtfulFile, type BankFileMade, type HeldBack } from '../../rails/bank-file/payment-files.ts';
import { OtherCurrency } from '../../rails/bank-file/settings.ts';
import { UnusableStatement } from '../../rails/bank-file/statement/statement.ts';
import { codeOf } from '../../runtime/thrown.ts';
import { toWire } from '../../runtime/wire.ts';
import { institutionEvent } from '../institution-events.ts';
import { requireUnpaused } from '../paused-payments.ts';
import { inTenant, print, program, Refused, whole } from '../program.ts';
import { terminal } from '../terminal.ts';

const MAX_BYTES = 64 * 1024 * 1024;

const bank = program.command('bank').description('the account at a bank that pays by files');

bank
  .command('export')
  .description('write the payments that are in no file yet into one for the bank; a payment is in one file only')
  .argument('[folder]', 'where the file is written', '.')
  .option('--again <number>', 'write a file of before once more, byte for byte', whole)
  .action((folder: string, { again }: { readonly again?: number }) =>
    inTenant(async (platform, operator) => {
      const account = await requireBank(platform, operator.tenantId);
      await requireUnpaused(platform, operator.tenantId);
      const { payments } = account;
      const made = again === undefined ? await nextFile(account, operator.clientKey) : await payments.file(again);
      const held = await heldPayments(platform, operator, account);
      if (held.length > 0) terminal().exitCode = 1;
      if (made === null) {
        if (again !== undefined) throw new Refused(`There is no file ${again}, or it was discarded.`);
        return print(
          { file: null, held_back: heldShown(held) },
          ['No payment waits for a file.', ...heldLines(held)].join('\n'),
        );
      }
      const path = await writeDurably(folder, made);
      // From here on it may be at the bank; until then the next export writes the same file again.
      if (!(await payments.written(made.number))) {
        throw new Refused(`File ${made.number} was discarded meanwhile: delete ${path}, and export again.`);
      }
      print(
        toWire({
          file: path,
          number: made.number,
          payments: made.payments,
          total: made.total,
          held_back: heldShown(held),
        }),
        [
          `${path}: ${made.payments} payments, ${made.total} in all. Give it to the bank; its statement says what was paid.`,
          ...heldLines(held),
        ].join('\n'),
      );
    }),
  );

bank
  .command('delivered')
  .description('say that a file is at the bank, where the command that wrote it died before it could')
  .argument('<number>', 'the number of the file', whole)
  .action((number: number) =>
    inTenant(async (platform, operator) => {
      const { payments } = await requireBank(platform, operator.tenantId);
      if (!(await payments.written(number))) throw new Refused(`There is no file ${number}, or it was discarded.`);
      print({ number, delivered: true }, `File ${number} is at the bank; its statement says what was paid.`);
    }),
  );

bank
  .command('discard')
  .description('say that a file never reached the bank; the next file has its payments that are still to be made')
  .argument('<number>', 'the number of the file', whole)
  .action((number: number) =>
    inTenant(async (platform, operator) => {
      const { payments } = await requireBank(platform, operator.tenantId);
      if (!(await payments.discard(number, operator.clientKey))) {
        throw new Refused(`No file ${number} is open: one that was written may be at the bank, which has to stop it.`);
      }
      print({ number, discarded: true }, `File ${number} is discarded. Delete it wherever it is; then export again.`);
    }),
  );

bank
  .command('withdraw')
  .description('take back a payment that is in no file yet; its disbursement fails, and may be requested again')
  .argument('<reference>', 'the reference of the payment: UB and twelve characters')
  .action((reference: string) =>
    inTenant(async (platform, operator) => {
      const { payments } = await requireBank(platform, operator.tenantId);
      const originatorId = await payments.withdraw(reference);
      if (originatorId === null) {
        throw new Refused(`No payment ${reference} waits for a file. One that is in a file is stopped at the bank.`);
      }
      await platform.app.lending.checkDisbursement(operator, originatorId);
      print({ reference, withdrawn: true }, `${reference} is taken back; the bank is not given it.`);
    }),
  );

bank
  .command('import-statement')
  .description('settle payments and receive credits by a statement of the bank, and compare it with the books')
  .argument('<file>', 'the statement: CSV, MT940 or camt.053, at most 64 MiB')
  .action((file: string) =>
    inTenant(async (platform, operator) => {
      const account = await requireBank(platform, operator.tenantId);
      const text = await readStatement(file);
      try {
        report(await importStatement(platform, operator, account, text));
      } catch (error) {
        if (!(error instanceof UnusableStatement || error instanceof OtherCurrency)) throw error;
        throw new Refused(`${file} was not imported. ${error.message}`);
      }
    }),
  );

bank
  .command('lost-credits')
  .description(
    'credits that were taken for earlier ones of their reference and amount, and are in no book; has one received',
  )
  .option(
    '--receive <line>',
    'the line of the bank whose money is in no book: it is received under a receipt of its own',
    whole,
  )
  .option('--booked <line>', 'the line of the bank whose money people have booked in another way', whole)
  .option('--evidence <text>', 'where that booking is seen, with --booked')
  .action((options: { receive?: number; booked?: number; evidence?: string }) =>
    inTenant(async (platform, operator) => {
      const account = await requireBank(platform, operator.tenantId);
      if (options.receive !== undefined) return receiveLost(platform, operator, account, String(options.receive));
      if (options.booked !== undefined)
        return explainLost(platform, operator, String(options.booked), options.evidence);
      const lost = await account.lines.lost();
      if (lost.length > 0) terminal().exitCode = 1;
      print(
        {
          lost: lost.map(({ id, bookedOn, amount, receiptNo, accountReference }) =>
            toWire({
              line: Number(id),
              booked_on: bookedOn.toString(),
              amount,
              receipt_no: receiptNo,
              accountReference,
            }),
          ),
        },
        lost.length === 0
          ? 'Every credit of the bank is received.'
          : [
              ...lost.map(
                (line) => `${line.id}  ${line.bookedOn}  ${line.amount}  ${line.receiptNo}  ${line.accountReference}`,
              ),
              'Each has come beside an earlier one of its reference and amount, and is in no book. Find out whether people have',
              'booked it in another way: then --booked <line> --evidence <text>. If not, --receive <line>.',
            ].join('\n'),
      );
    }),
  );

async function receiveLost(platform: Platform, operator: Caller, account: BankFile, line: string): Promise<void> {
  const as = await receiveLostCredit(platform, operator, account, line);
  if (as === null) throw new Refused(NOT_LOST);
  print({ line: Number(line), settled_as: as }, `Line ${line} is received: ${as}.`);
}

async function explainLost(
  platform: Platform,
  operator: Caller,
  line: string,
  evidence: string | undefined,
): Promise<void> {
  const where = evidence?.trim() ?? '';
  if (where === '') throw new Refused('Say with --evidence where the booking is seen.');
  const as = `booked_by_people: ${where} (${operator.clientKey})`;
  const explained = await platform.internals.transact.run(
    'explainLostCredit',
    operator,
    async ({ sql }, { tenant }) => {
      const isExplained = await explainLostCredit(sql, line, as);
      const deeds = isExplained ? [institutionEvent('bank_credit_explained', tenant, { line, evidence: where })] : [];
      return outcome(isExplained, ...deeds);
    },
  );
  if (!explained) throw new Refused(NOT_LOST);
  print({ line: Number(line), booked: true }, `Line ${line} counts as booked by people: ${where}`);
}

const NOT_LOST = 'That line is no credit that was lost: see `bank lost-credits` without an option.';

/** The next file; a person decides on one that may be at the bank with payments that are not to be made. */
async function nextFile({ payments, settings }: BankFile, madeBy: string): Promise<BankFileMade | null> {
  try {
    return await payments.nextFile(settings, madeBy);
  } catch (error) {
    if (!(error instanceof DoubtfulFile || error instanceof OtherCurrency)) throw error;
    throw new Refused(error.message);
  }
}

const heldShown = (held: readonly HeldBack[]) => held.map(({ reference, why }) => ({ reference, why }));

const heldLines = (held: readonly HeldBack[]): readonly string[] =>
  held.length === 0
    ? []
    : [
        'In no file until people have decided, or take them back with `bank withdraw`:',
        ...held.map(({ reference, why }) => `  ${reference}  ${HELD_BECAUSE[why]}`),
      ];

async function requireBank({ rails }: Platform, tenantId: number): Promise<BankFile> {
  const found = await rails.bankFileOf(tenantId);
  if (found) return found;
  throw new Refused('The institution pays by no file: set up its account with `rails set`, see docs/recipes.md.');
}

/**
 * The file is whole under its name, or not there: it is renamed once it is on disk. Until then it has a name that no other has
 * made or linked elsewhere, and its owner alone reads whom it pays, and where, or changes it.
 */
async function writeDurably(folder: string, { name, content }: BankFileMade): Promise<string> {
  const path = join(folder, name);
  const known = await readFile(path, 'utf8').catch((error: unknown) => {
    // A file that can't be read is another one: it is not replaced.
    if (codeOf(error) === 'ENOENT') return null;
    throw error;
  });
  if (known === content) return path;
  if (known !== null) throw new Refused(`${path} is another file: move it away, or export into another folder.`);
  const partial = `${path}.${randomUUID()}.part`;
  try {
    await writeFile(partial, content, { flush: true, mode: 0o600, flag: 'wx' });
    await rename(partial, path);
  } finally {
    await rm(partial, { force: true });
  }
  return path;
}

async function readStatement(file: string): Promise<string> {
  const size = await stat(file).then(
    (found) => found.size,
    () => null,
  );
  if (size === null) throw new Refused(`There is no file ${file}.`);
  if (size > MAX_BYTES) throw new Refused('The statement is larger than 64 MiB: split the period.');
  return readFile(file, 'utf8');
}

function report({ recorded, settled, remaining, compared }: ImportedStatement): void {
  const { statement, isNew, fresh } = recorded;
  const { reconciliation, open } = compared;
  const unexplained = reconciliation.unexplained ?? 0n;
  if (remaining.length > 0 || open.length > 0 || unexplained !== 0n) terminal().exitCode = 1;
  const ended = [...settled].map(([as, times]) => `${times} ${as}`).join(', ') || 'nothing';
  const people = remaining.map(({ line, why }) => `  ${line.receiptNo}  ${line.amount}  ${why}`);
  print(
    toWire({
      from: statement.from.toString(),
      through: statement.through.toString(),
      closing: statement.closing,
      known: !isNew,
      lines: statement.lines.length,
      new_lines: fresh,
      settled: Object.fromEntries(settled),
      remaining: remaining.map(({ line, why }) => ({ receipt_no: line.receiptNo, amount: line.amount, why })),
      breaks: open.length,
      unexplained,
    }),
    [
      `${statement.from} to ${statement.through}: ${statement.lines.length} lines, ${fresh} of them new` +
        `${isNew ? '' : ' (this file was imported before)'}. Closing balance ${statement.closing}.`,
      `Settled: ${ended}.`,
      ...(people.length === 0 ? [] : ['People have to settle:', ...people]),
      `Beside the books: ${open.length} breaks are open${unexplained === 0n ? '' : `, ${unexplained} is unexplained`}.`,
    ].join('\n'),
  );
}
