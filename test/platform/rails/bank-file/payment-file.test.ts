import { describe, expect, it } from 'vitest';
import { payeeOf, paymentFile } from '#platform/rails/bank-file/payment-file.ts';
import { referenceOf } from '#platform/rails/bank-file/payments.ts';

const ID = '0190a5b2-3c4d-7e8f-9a0b-1c2d3e4f5a6b';

describe('A file of payments', () => {
  const made = {
    number: 7,
    account: '0110000000042',
    currency: 'KES',
    madeAt: Temporal.Instant.from('2026-11-20T22:30:00Z'),
    payments: [
      {
        reference: referenceOf(ID),
        amount: 1_234_505n,
        payee: payeeOf({ account: ' 01190-0000 0001 ', name: '=HYPERLINK("x"), Wanjikũ\nO’Neil' }) ?? {
          account: '',
          name: '',
        },
        narration: '+Loan 12, "first" part',
      },
    ],
  };

  it('has a row for each payment, dated by the bank’s day, in the signs that banks carry and no formula', () => {
    expect(paymentFile(made)).toEqual({
      name: 'UB-000007.csv',
      content:
        'File,Date,Debit account,Reference,Beneficiary,Account,Amount,Currency,Narration\r\n' +
        `UB-000007,2026-11-21,0110000000042,${referenceOf(ID)},"HYPERLINK( x ), Wanjiku O Neil",01190-0000 0001,12345.05,KES,"Loan 12, first part"\r\n`,
    });
  });

  it('is the same text each time', () => {
    expect(paymentFile(made)).toEqual(paymentFile(made));
  });

  it('pays no account that is none, and shortens no number', () => {
    for (const account of ['', 'KCB', '=1+1', '0119;DROP', '12345678901234567890123456789012345']) {
      expect(payeeOf({ account, name: 'Amina' })).toBeNull();
    }
    expect(payeeOf(null)).toBeNull();
    expect(payeeOf({ account: 'KCB 1100223344', name: null })).toEqual({
      account: 'KCB 1100223344',
      name: 'KCB 1100223344',
    });
  });

  it('names a payment alike at every try, in 14 characters', () => {
    expect(referenceOf(ID.toUpperCase())).toBe(referenceOf(ID));
    expect(referenceOf(ID)).toMatch(/^UB[0-9A-HJKMNP-TV-Z]{12}$/);
  });
});
