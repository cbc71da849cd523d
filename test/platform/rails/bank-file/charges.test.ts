import { describe, expect, it } from 'vitest';
import { isCharge } from '#platform/rails/bank-file/statement/statement.ts';

describe('A line of a bank’s statement', () => {
  it.each([
    'LEDGER FEE',
    'Monthly ledger fees 11/2026',
    'TRANSFER CHARGE',
    'RTGS FEE UB1',
    'EXCISE DUTY',
    'FEE',
    ' Fees ',
  ])('is the charge of the bank: %s', (words) => expect(isCharge(words)).toBe(true));

  it.each(['SCHOOL FEES OF THE DIRECTOR', 'TRANSFER SCHOOL FEES', 'COURT FEE', 'Exam fees term 2', 'COFFEE'])(
    'is none where others have fees (finding: a debit for school fees was an expense): %s',
    (words) => expect(isCharge(words)).toBe(false),
  );
});
