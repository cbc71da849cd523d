import { describe, expect, it } from 'vitest';
import { piecesOf, withoutIds } from '#gate/portal/pages/money/sentence-pieces.ts';

const LOAN = '0199a0a5-7d3f-7b1e-9c52-3f8f6f0f1a01';
const PAID = '0199a0a5-7d3f-7b1e-9c52-3f8f6f0f1a02';

describe('A sentence of the server that names records by their uuids', () => {
  it.each([
    [
      `The provider reports KES 500.00 under the receipt SKD1 for loan ${LOAN}, which is repayment ${PAID} of KES 500.00.`,
      'The provider reports KES 500.00 under the receipt SKD1 for a loan, which is a repayment of KES 500.00.',
    ],
    [`Which is savings transaction ${PAID} of KES 1.00.`, 'Which is a savings transaction of KES 1.00.'],
    [`It is mobile_money_transaction ${PAID}.`, 'It is a mobile money transaction.'],
    [`See invoice ${PAID}`, 'See an invoice'],
    ['The float is empty.', 'The float is empty.'],
    [`Something ${PAID} that has no page.`, `Something ${PAID} that has no page.`],
  ])('is read without them: %s', (sentence, read) => expect(withoutIds(sentence)).toBe(read));

  it('leads to the records that it names', () => {
    const named = piecesOf(`It is mobile_money_transaction ${PAID}, for loan ${LOAN}.`);
    expect(named.filter((piece) => typeof piece !== 'string')).toEqual([
      { type: 'mobile_money_transaction', id: PAID, words: 'a mobile money transaction' },
      { type: 'loan', id: LOAN, words: 'a loan' },
    ]);
  });
});
