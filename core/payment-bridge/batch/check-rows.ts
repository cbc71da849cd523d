import { HOW_TO_SEND_A_MOBILE, isKenyanMobile } from '../../kernel/msisdn.ts';
import { identifierKey } from '../../kernel/text.ts';
import { sum, type Cents } from '../../kernel/money.ts';
import { publicId } from '../app.ts';
import type { Metadata } from '../app.ts';
import { RECIPIENT_HELD } from '../payee.ts';
import { amountProblem, CHANNELS, type PayoutChannel, type ProviderName } from '../../payments/channels.ts';
import { isOutOfRange, outOfRangeDetail } from '../../payments/wallet.ts';
import { feeOf, type Tariff } from '../../payments/tariff.ts';

/** One payout of a batch, as it is requested. */
export type BatchRow = {
  /** Minor units; whole shillings. */
  readonly amount: Cents;
  readonly channel: PayoutChannel;
  readonly msisdn: string;
  readonly reference: string;
  readonly narration: string | null;
  readonly metadata: Metadata;
};

/** What is wrong with a row. Rows count from 1. */
export type RowProblem = {
  readonly row: number;
  readonly reference: string;
  readonly field: 'amount' | 'msisdn' | 'reference';
  readonly code: 'range' | 'invalid_msisdn' | 'other_operator' | 'recipient_held' | 'repeated' | 'duplicate_reference';
  readonly detail: string;
  readonly existingId: string | null;
};

/** What is known of the rows of a batch before they are checked. */
type Known = {
  /** The keys of the references that the app has used before, with the uuids of those payouts. */
  readonly used: ReadonlyMap<string, string>;
  /** Numbers that a provider has confirmed, independent of their range. */
  readonly reached: ReadonlyMap<ProviderName, ReadonlySet<string>>;
  /** Numbers to which nothing is paid until compliance has decided. */
  readonly held: ReadonlySet<string>;
};

/**
 * Everything that is wrong with the rows of a batch; what it takes of the app's money is checked separately.
 */
export function checkRows(rows: readonly BatchRow[], { used, reached, held }: Known): readonly RowProblem[] {
  const first = new Map<string, number>();
  return rows.flatMap(({ amount, channel, msisdn, reference }, index): RowProblem[] => {
    const row = index + 1;
    const at = (
      field: RowProblem['field'],
      code: RowProblem['code'],
      detail: string,
      existingId: string | null = null,
    ) => ({ row, reference, field, code, detail, existingId }) satisfies RowProblem;
    const problems: RowProblem[] = [];
    const fault = amountProblem(channel, amount);
    if (fault !== null) problems.push(at('amount', 'range', fault));
    if (!isKenyanMobile(msisdn)) {
      problems.push(at('msisdn', 'invalid_msisdn', HOW_TO_SEND_A_MOBILE));
    } else if (isOutOfRange(channel, msisdn) && !reached.get(CHANNELS[channel].provider)?.has(msisdn)) {
      problems.push(at('msisdn', 'other_operator', outOfRangeDetail(channel, msisdn)));
    }
    if (held.has(msisdn)) problems.push(at('msisdn', 'recipient_held', RECIPIENT_HELD));
    const key = identifierKey(reference);
    const before = first.get(key);
    if (before !== undefined) problems.push(at('reference', 'repeated', `Row ${before} has the same reference.`));
    else first.set(key, row);
    const known = used.get(key);
    if (known !== undefined) {
      const detail = 'This app has used the reference for another payout.';
      problems.push(at('reference', 'duplicate_reference', detail, publicId('payout', known)));
    }
    return problems;
  });
}

/** What a batch takes of the app's money, in minor units: what the recipients get, and what the app is charged. */
export function totalsOf(rows: readonly BatchRow[], tariff: Tariff): { readonly amount: Cents; readonly fee: Cents } {
  return {
    amount: sum(rows.map(({ amount }) => amount)),
    fee: sum(rows.map(({ amount }) => feeOf(tariff.payout, amount))),
  };
}
