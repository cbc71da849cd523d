import type { Check } from './check.ts';

/**
 * A credit that was taken for an earlier one of its reference, when a receipt was still one payment whatever the bank listed: the
 * balances of the statements show that both have come, and the books have one.
 * @param line the name under which the statement reads `bank_line`
 */
export const isLostCredit = (line: string): string => `
  ${line}.amount > 0 and ${line}.kind = 'movement' and ${line}.settled_as in ('receipt', 'topup')
  and exists (select from bank_line earlier
               where earlier.amount > 0 and earlier.id < ${line}.id and earlier.kind = 'movement'
                 and earlier.settled_as in ('receipt', 'topup')
                 and identifier_key(earlier.receipt_no) = identifier_key(${line}.receipt_no))`;

/** What has to be true of what the bank's statements show. */
export const bankChecks: readonly Check[] = [
  {
    name: 'credits of the bank',
    means: 'Each credit on the bank’s statements is received, also where the bank gives several the same reference.',
    sql: `select 'bank_line' as "table", c.id::text as id,
                 format('%s came on %s under %s, as before, and is in no book: see umoja bank lost-credits',
                        c.amount, c.booked_on, c.receipt_no) as what
            from bank_line c where ${isLostCredit('c')}`,
  },
];
