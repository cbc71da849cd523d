import { describe, expect, it } from 'vitest';
import { matchAccountReference, type ReferenceCandidates } from '#core/education/payment/account-reference.ts';

const candidates: ReferenceCandidates = {
  students: [
    { id: 1, payCode: 'S0000001X', admissionNo: 'D61/1234/2019' },
    { id: 2, payCode: 'S0000002V', admissionNo: 'KAB-S3.0042' },
  ],
  invoices: [{ id: 7, studentId: 2, payCode: 'V26000123K', number: 'INV-2026-000123' }],
};

describe('An account reference', () => {
  it.each([' d61/1234/2019 ', 'D61 1234 2019', 'D61-1234.2019', 'D61_1234/2019', 'D6112342019'])(
    'finds the student of D61/1234/2019 where a payer typed "%s"',
    (typed) => {
      expect(matchAccountReference(typed, candidates)).toMatchObject({
        matched: true,
        by: 'admission_no',
        studentId: 1,
      });
    },
  );

  it('finds a student by pay code, and an invoice by pay code or number', () => {
    expect(matchAccountReference('s0000002v', candidates)).toEqual({
      matched: true,
      by: 'pay_code',
      studentId: 2,
      invoiceId: null,
    });
    expect(matchAccountReference('V26000123K', candidates)).toMatchObject({
      by: 'pay_code',
      studentId: 2,
      invoiceId: 7,
    });
    expect(matchAccountReference('inv 2026 000123', candidates)).toMatchObject({ by: 'invoice_number', invoiceId: 7 });
  });

  it('prefers the pay code to an admission number that looks like it', () => {
    const lookalike = { id: 3, payCode: 'S0000003T', admissionNo: 'S/000/0001X' };
    const found = matchAccountReference('S0000001X', { ...candidates, students: [...candidates.students, lookalike] });
    expect(found).toMatchObject({ by: 'pay_code', studentId: 1 });
  });

  it('is left to a person when two students fit', () => {
    const twin = { id: 4, payCode: 'S0000004R', admissionNo: 'D6/11234/2019' };
    const found = matchAccountReference('D6112342019', { ...candidates, students: [...candidates.students, twin] });
    expect(found).toEqual({ matched: false, why: 'ambiguous' });
  });

  it.each(['', ' - ', 'NOBODY'])('is unknown as "%s"', (typed) => {
    expect(matchAccountReference(typed, candidates)).toEqual({ matched: false, why: 'unknown' });
  });
});
