import { INCIDENT_KINDS, INCIDENTS } from '#core/payments/incident/incident.ts';
import { describe, expect, it } from 'vitest';
import { failureText, seenText } from '#gate/portal/pages/money/seen-words.ts';
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
  ])('is read without them: %s', (sentence, read) => expect(withoutIds(sentence, 'en')).toBe(read));

  it('leads to the records that it names', () => {
    const named = piecesOf(`It is mobile_money_transaction ${PAID}, for loan ${LOAN}.`, 'en');
    expect(named.filter((piece) => typeof piece !== 'string')).toEqual([
      { type: 'mobile_money_transaction', id: PAID, words: 'a mobile money transaction' },
      { type: 'loan', id: LOAN, words: 'a loan' },
    ]);
  });
});

describe('What the server says of a payment, in Swahili', () => {
  const inSwahili = (kind: Parameters<typeof seenText>[0], summary: string) =>
    withoutIds(seenText(kind, summary, 'sw'), 'sw');

  it('has its figures, its receipts and its records', () => {
    const twice =
      `The provider reports KES 2,206.00 under the receipt SKD0ML6KAL for repayment ${PAID}, which is ` +
      `loan ${LOAN} of KES 1,206.00. Nothing was booked again; find out where the money belongs.`;
    expect(inSwahili('RECEIPT_USED_TWICE', twice)).toBe(
      'Mtoa huduma anaripoti KES 2,206.00 kwa risiti SKD0ML6KAL kuhusu marejesho, ambayo ni ya mkopo ya KES 1,206.00. ' +
        'Hakuna kilichoandikwa tena; gundua pesa ni za wapi.',
    );
    const other = 'The provider paid KES 24,500.00 under SKDF9DRKZ1; KES 25,000.00 was requested.';
    const expected = 'Mtoa huduma alilipa KES 24,500.00 kwa risiti SKDF9DRKZ1; iliombwa KES 25,000.00.';
    expect(inSwahili('AMOUNT_MISMATCH', other)).toBe(expected);
    expect(failureText('amount_mismatch', other, 'sw')).toBe(expected);
    expect(failureText('amount_mismatch', other, 'en')).toBe(other);
    const denied = (booked: string) => inSwahili('FAILURE_AFTER_SUCCESS', booked);
    expect(
      denied(
        'The prompt is booked as paid with KES 300.00; the provider says now that it was not paid (expired). Nothing was unbooked: find out from its statement which is true.',
      ),
    ).toBe(
      'Ombi limeandikwa kuwa limelipwa KES 300.00; sasa mtoa huduma anasema kuwa halikulipwa. Hakuna kilichotenguliwa: gundua ukweli kwenye taarifa yake.',
    );
    expect(
      denied(
        'The provider said that the prompt was paid, named no receipt, and says now that it was not paid (expired). It is not booked: find out from its statement whether the money came.',
      ),
    ).toContain('Halikuandikwa: gundua kwenye taarifa yake');
  });

  it('is said by its code where it has no figures, and as the server says it where its code is not known', () => {
    for (const kind of INCIDENT_KINDS) {
      expect(inSwahili(nameOf(kind), INCIDENTS[kind])).not.toMatch(/\b(the|was|not|provider)\b/i);
    }
    expect(failureText('wrong_pin', 'The payer typed a wrong PIN.', 'sw')).toBe('Mlipaji aliandika PIN isiyo sahihi.');
    expect(failureText('of_tomorrow', 'Something else.', 'sw')).toBe('Something else.');
    expect(failureText(null, null, 'sw')).toBeNull();
  });
});

// The graph spells a kind in capitals.
const nameOf = (kind: string) => kind.toUpperCase() as Parameters<typeof seenText>[0];
