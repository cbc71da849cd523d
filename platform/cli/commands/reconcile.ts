import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { InvalidArgumentError } from 'commander';
import type { AccountName } from '#core/ledger/accounts.ts';
import { isAccount } from '#core/ledger/trial-balance.ts';
import type { ReconciliationBreak } from '#core/reconciliation/break/reconciliation-break.ts';
import { BREAK_TYPES } from '#core/reconciliation/compare.ts';
import type { Reconciliation } from '#core/reconciliation/reconciliation.ts';
import type { Reconciled } from '#core/reconciliation/use-cases/reconcile.ts';
import { reconcilePulled } from '../../app/processes/reconciliation/reconcile-pulled.ts';
import {
  readPortalStatement,
  UnreadableStatement,
  type PortalStatement,
} from '../../app/processes/reconciliation/portal-statement.ts';
import { toWire } from '../../runtime/wire.ts';
import { inTenant, print, program, Refused } from '../program.ts';
import { terminal } from '../terminal.ts';

const MAX_BYTES = 64 * 1024 * 1024;

type Account = { readonly account: AccountName; readonly subAccount: string | null };
type Options = { readonly account?: Account; readonly pull?: string; readonly tenant?: number };
const PAYBILL: Account = { account: 'mpesa_paybill', subAccount: null };

program
  .command('reconcile')
  .description('compare a statement of M-Pesa’s organisation portal with the books; exit code 1 where they disagree')
  .argument('[file]', 'the statement as the portal exports it: CSV, at most 64 MiB')
  .option(
    '--pull <shortcode>',
    'instead of a file: M-Pesa’s own list of what a paybill collected since it was compared',
  )
  .option('--account <name>', 'mpesa_float:AG-000001, app_float, or mpesa_paybill by default', accountNamed)
  .action((file: string | undefined, { account = PAYBILL, pull }: Options) =>
    inTenant(async (platform, operator) => {
      if (pull !== undefined) {
        const pulled = await reconcilePulled(platform, operator, pull);
        if (pulled.kind === 'refused') throw new Refused(`The list can’t be pulled. ${pulled.why}`);
        if (pulled.unreadable > 0) terminal().exitCode = 1;
        return report(pulled.done, pulled.unreadable);
      }
      if (file === undefined) throw new Refused('Give a statement, or pull the list of a paybill with --pull.');
      const { statement, digest } = await readStatement(file);
      refuseOtherAccount(statement, account);
      const { from, through, opening, closing, lines, skipped } = statement;
      const done = await platform.app.reconciliation.reconcile(operator, {
        ...account,
        statement: { source: 'statement', from, through, opening, closing, digest },
        lines,
      });
      return report(done, skipped);
    }),
  );

function report(done: Reconciled, skipped: number): void {
  const { reconciliation, open } = done;
  const foots = (reconciliation.footingGap ?? 0n) === 0n && (reconciliation.unexplained ?? 0n) === 0n;
  if (open.length > 0 || !foots) terminal().exitCode = 1;
  print(documentOf(done, { skipped, foots }), sentencesOf(done, skipped));
}

/** Reads the file in a stream, and what identifies it along with it. */
async function readStatement(file: string): Promise<{ statement: PortalStatement; digest: string }> {
  const { size } = await stat(file).catch(() => {
    throw new Refused(`There is no file ${file}.`);
  });
  if (size > MAX_BYTES) throw new Refused('The statement is larger than 64 MiB: split the period.');
  const hash = createHash('sha256');
  async function* chunks(): AsyncGenerator<string> {
    // With an encoding a stream reads texts, which its type leaves open.
    for await (const chunk of createReadStream(file, { encoding: 'utf8' }) as AsyncIterable<string>) {
      hash.update(chunk);
      yield chunk;
    }
  }
  try {
    const statement = await readPortalStatement(chunks());
    return { statement, digest: hash.digest('hex') };
  } catch (error) {
    if (error instanceof UnreadableStatement)
      throw new Refused(`${file} can’t be read as a statement. ${error.message}`);
    throw error;
  }
}

/** A statement says which of the shortcode's accounts it is of: money goes out of the utility account alone. */
function refuseOtherAccount({ accountName }: PortalStatement, { account }: Account): void {
  if (accountName === null || /utility/i.test(accountName) === (account !== 'mpesa_paybill')) return;
  throw new Refused(
    `The statement is of the ${accountName}, which does not hold ${account}: choose another --account.`,
  );
}

function documentOf(
  { reconciliation: r, open, fresh, cleared }: Reconciled,
  { skipped, foots }: { readonly skipped: number; readonly foots: boolean },
) {
  return toWire({
    id: r.id,
    account: r.account,
    sub_account: r.subAccount,
    covers_from: r.coversFrom.toString(),
    covers_through: r.coversThrough.toString(),
    lines: r.lines,
    skipped,
    matched: r.matched,
    there: { opening: r.openingThere, in: r.inThere, out: r.outThere, fees: r.feesThere, closing: r.closingThere },
    here: { opening: r.openingHere, in: r.inHere, out: r.outHere, fees: 0n, closing: r.closingHere },
    in_transit: r.inTransit,
    footing_gap: r.footingGap,
    unexplained: r.unexplained,
    foots,
    breaks: open.map((each) => ({
      id: each.id,
      type: each.type,
      state: each.state,
      receipt_no: each.receiptNo,
      amount_there: each.amountThere,
      amount_here: each.amountHere,
      line_no: each.line?.line_no ?? null,
      record: each.recordType === null ? null : { type: each.recordType, id: each.recordId },
      proposal: each.proposal,
      proposed_record:
        each.proposedRecordType === null ? null : { type: each.proposedRecordType, id: each.proposedRecordId },
      proposed_receipt_no: each.proposedReceiptNo,
      owner: each.owner,
    })),
    new: fresh,
    cleared,
  });
}

const MAX_SHOWN = 200;

function sentencesOf({ reconciliation: r, open, fresh, cleared }: Reconciled, skipped: number): string {
  const figure = (name: string, there: bigint | null, here: bigint | null) =>
    `${name.padEnd(12)}${[there, here].map((each) => (each === null ? '?' : String(each)).padStart(20)).join('')}`;
  const counts = BREAK_TYPES.map((type) => `${type} ${open.filter((each) => each.type === type).length}`).join(', ');
  return [
    `${accountOf(r)}, ${r.coversFrom} to ${r.coversThrough}: ${r.lines} lines, ${r.matched} matched, ${skipped} skipped.`,
    `${''.padEnd(12)}${'provider'.padStart(20)}${'books'.padStart(20)}`,
    figure('opening', r.openingThere, r.openingHere),
    figure('+ in', r.inThere, r.inHere),
    figure('- out', r.outThere, r.outHere),
    figure('- fees', r.feesThere, 0n),
    figure('= closing', r.closingThere, r.closingHere),
    ...(r.footingGap === null || r.footingGap === 0n
      ? []
      : [`The statement itself does not foot: ${r.footingGap} is missing.`]),
    ...(r.unexplained === null || r.unexplained === 0n ? [] : [`${r.unexplained} of the difference is unexplained.`]),
    ...(r.inTransit === 0n ? [] : [`${r.inTransit} is in transit.`]),
    ...open.slice(0, MAX_SHOWN).map(lineOf),
    ...(open.length > MAX_SHOWN ? [`... and ${open.length - MAX_SHOWN} more; --json has all of them.`] : []),
    open.length === 0
      ? `No break is open; ${cleared} ended now. Nothing was booked.`
      : `${open.length} breaks are open, ${fresh} of them new (${counts}); ${cleared} ended now. Nothing was booked.`,
  ].join('\n');
}

function lineOf(each: ReconciliationBreak): string {
  const sides = `there ${each.amountThere ?? '-'}, here ${each.amountHere ?? '-'}`;
  const same = each.proposedRecordType ? ` ${each.proposedRecordType} ${each.proposedRecordId}` : '';
  const receipt = each.proposedReceiptNo ? ` ${each.proposedReceiptNo}` : '';
  return `  ${String(each.id).padStart(6)}  ${each.type.padEnd(15)}${(each.receiptNo ?? '-').padEnd(12)}  ${sides}  -> ${each.proposal}${same}${receipt}`;
}

const accountOf = ({ account, subAccount }: Pick<Reconciliation, 'account' | 'subAccount'>) =>
  subAccount === null ? account : `${account}:${subAccount}`;

/** The accounts that the provider of mobile money has as well. */
const AT_PROVIDER = ['mpesa_paybill', 'mpesa_float', 'airtel_float', 'app_float', 'app_float_airtel'];

function accountNamed(text: string): Account {
  const [account = '', subAccount = null] = text.split(':', 2);
  if (!isAccount(account) || !AT_PROVIDER.includes(account)) {
    throw new InvalidArgumentError(`Choose one of ${AT_PROVIDER.join(', ')}.`);
  }
  return { account, subAccount };
}
