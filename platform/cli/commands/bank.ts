import { readFile, rename, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { importStatement, type ImportedStatement } from '../../app/processes/bank/import-statement.ts';
import type { Platform } from '../../app/open-platform.ts';
import type { BankFile } from '../../rails/bank-file/books.ts';
import type { BankFileMade } from '../../rails/bank-file/payments.ts';
import { UnusableStatement } from '../../rails/bank-file/statement/statement.ts';
import { toWire } from '../../runtime/wire.ts';
import { inTenant, print, program, Refused, whole } from '../program.ts';

const MAX_BYTES = 64 * 1024 * 1024;

const bank = program.command('bank').description('the account at a bank that pays by files');

bank
  .command('export')
  .description('write the payments that are in no file yet into one for the bank; a payment is in one file only')
  .argument('[folder]', 'where the file is written', '.')
  .option('--again <number>', 'write a file of before once more, byte for byte', whole)
  .action((folder: string, { again }: { readonly again?: number }) =>
    inTenant(async (platform, operator) => {
      const { payments, settings } = await requireBank(platform, operator.tenantId);
      const made =
        again === undefined ? await payments.nextFile(settings, operator.clientKey) : await payments.file(again);
      if (made === null) {
        if (again !== undefined) throw new Refused(`There is no file ${again}.`);
        return print({ file: null }, 'No payment waits for a file.');
      }
      const path = await writeDurably(folder, made);
      // From here on it may be at the bank; until then the next export writes the same file again.
      await payments.written(made.number);
      print(
        toWire({ file: path, number: made.number, payments: made.payments, total: made.total }),
        `${path}: ${made.payments} payments, ${made.total} in all. Give it to the bank; its statement says what was paid.`,
      );
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
        if (!(error instanceof UnusableStatement)) throw error;
        throw new Refused(`${file} was not imported. ${error.message}`);
      }
    }),
  );

async function requireBank({ rails }: Platform, tenantId: number): Promise<BankFile> {
  const found = await rails.bankFileOf(tenantId);
  if (found) return found;
  throw new Refused('The institution pays by no file: set up its account with `rails set`, see docs/recipes.md.');
}

/** The file is whole under its name, or not there: it is renamed once it is on disk. */
async function writeDurably(folder: string, { name, content }: BankFileMade): Promise<string> {
  const path = join(folder, name);
  const known = await readFile(path, 'utf8').catch(() => null);
  if (known === content) return path;
  if (known !== null) throw new Refused(`${path} is another file: move it away, or export into another folder.`);
  await writeFile(`${path}.part`, content, { flush: true });
  await rename(`${path}.part`, path);
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
  if (remaining.length > 0 || open.length > 0 || unexplained !== 0n) process.exitCode = 1;
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
