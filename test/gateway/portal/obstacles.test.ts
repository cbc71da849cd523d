import { describe, expect, it } from 'vitest';
import { obstaclesOf, type Estate } from '#core/membership/estate.ts';
import { obstacleText } from '#gate/portal/pages/claims/obstacle-words.ts';

const account = {
  id: 1,
  uuid: 'a',
  accountNo: 'SA-000002',
  state: 'active',
  balance: 3_000_000n,
  held: 0n,
  accrued: 0n,
};
const loan = { id: 1, uuid: 'l', loanNo: 'L-000003', state: 'active', owed: 0n, overpaid: 0n, paidTwice: 0n };

/** Each of what may keep a claim from its end. */
const ESTATE = {
  accounts: [account, { ...account, held: 500n }, { ...account, state: 'frozen' }, { ...account, accrued: 1_250n }],
  loans: [
    { ...loan, owed: 1_077_445n },
    { ...loan, state: 'ready_to_disburse' },
    { ...loan, overpaid: 100n },
    { ...loan, state: 'draft' },
    { ...loan, paidTwice: 100n },
  ],
  guarantees: [{ id: 1, uuid: 'g', loanNo: 'L-000004', liable: 700n }],
  suspense: [{ uuid: 's', receiptNo: 'SKD1', amount: 900n, mayBeOthers: false }],
};

describe('What keeps a claim from its end', () => {
  // What a reader of an estate needs of it, and no more.
  const said = [...obstaclesOf(ESTATE as unknown as Estate), 'beneficiaries are owed 5000'];

  it('is read in both languages, with amounts as money (finding: a person read "has 3000000")', () => {
    expect(said).toHaveLength(12);
    for (const language of ['en', 'sw'] as const) {
      for (const obstacle of said) {
        const read = obstacleText(obstacle, language);
        expect(read.language).toBe(language);
        expect(read.text).not.toMatch(/(?<![-\d])\d{3,}(?![\d.,])/);
      }
    }
    expect(obstacleText('loan L-000003 is owed 1077445: settle it', 'sw').text).toBe(
      'Mkopo L-000003 unadaiwa KES\u00A010,774.45: umalize.',
    );
  });

  it('is read as the server says it where its sentence is of a later version', () => {
    expect(obstacleText('the moon is full', 'sw')).toEqual({ text: 'the moon is full', language: 'en' });
  });
});
