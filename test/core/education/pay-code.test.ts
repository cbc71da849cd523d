import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { creditNoteNumber, invoiceNumber, invoicePayCode } from '#core/education/invoice/numbering.ts';
import { checkCharacter, isPayCode, studentPayCode } from '#core/education/pay-code.ts';
import { admissionNoFrom } from '#core/education/student/admission-no.ts';

const CHARACTERS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ';

describe('A pay code', () => {
  it('carries the check character of ISO 7064 MOD 37,36', () => {
    // Published examples of the standard: A12425GABC1234002 gives M (the Global Release Identifier).
    expect(checkCharacter('A12425GABC1234002')).toBe('M');
  });

  it('fits the account field of a push: at most 12 characters of A-Z0-9', () => {
    for (const code of [studentPayCode(1), studentPayCode(9_999_999), invoicePayCode(2026, 999_999)]) {
      expect(code).toMatch(/^[A-Z0-9]{9,12}$/);
      expect(isPayCode(code)).toBe(true);
    }
  });

  it('is not taken with one wrong character', () => {
    const student = fc.integer({ min: 1, max: 9_999_999 });
    const place = fc.integer({ min: 0, max: 8 });
    fc.assert(
      fc.property(student, place, fc.constantFrom(...CHARACTERS), (sequence, at, wrong) => {
        const code = studentPayCode(sequence);
        fc.pre(code[at] !== wrong);
        expect(isPayCode(`${code.slice(0, at)}${wrong}${code.slice(at + 1)}`)).toBe(false);
      }),
    );
  });
});

describe('Numbers of documents', () => {
  it('count within the year', () => {
    expect(invoiceNumber(2025, 123)).toBe('INV-2025-000123');
    expect(creditNoteNumber(2025, 7)).toBe('CN-2025-000007');
  });
});

describe('An admission number', () => {
  it.each([
    ['{programme}/{seq:4}/{year}', 'D61/0042/2026'],
    ['{seq}-{yy}', '42-26'],
    ['KAB/{seq:6}', 'KAB/000042'],
  ])('of the pattern %s', (pattern, expected) => {
    expect(admissionNoFrom(pattern, { programmeCode: 'D61', year: 2026, sequence: 42 })).toBe(expected);
  });
});
