import { describe, expect, it } from 'vitest';
import { isMinor, maskMinor } from '#core/education/student/privacy.ts';

const day = (iso: string) => Temporal.PlainDate.from(iso);
const today = day('2026-02-01');

const student = (born: string | null) => ({
  firstName: 'Brian',
  dateOfBirth: born === null ? null : day(born),
  nationalId: '12345678',
  birthCertificateNo: 'BC1',
  passportNo: null,
  guardians: [{ name: 'Wanjiku' }],
});

describe('A minor', () => {
  it.each([
    ['2008-02-02', true],
    ['2008-02-01', false],
    ['2015-06-30', true],
    ['1990-01-01', false],
  ])('is who was born on %s on the day 2026-02-01: %s', (born, minor) => {
    expect(isMinor(day(born), today)).toBe(minor);
  });

  it('is also who was born on a leap day and is not eighteen yet', () => {
    expect(isMinor(day('2008-02-29'), day('2026-02-28'))).toBe(true);
    expect(isMinor(day('2008-02-29'), day('2026-03-01'))).toBe(false);
  });

  it('is also of whom nobody has said how old they are', () => expect(isMinor(null, today)).toBe(true));

  it('is shown to a reader without the pii flag with masked documents, and without date of birth and guardians', () => {
    expect(maskMinor(student('2010-05-05'), { pii: false, today })).toEqual({
      firstName: 'Brian',
      dateOfBirth: null,
      nationalId: '*****678',
      birthCertificateNo: '***',
      passportNo: null,
      guardians: [],
      masked: ['national_id', 'birth_certificate_no', 'date_of_birth', 'guardians'],
    });
  });

  it('is shown whole to a reader with the flag', () => {
    const whole = student('2010-05-05');
    expect(maskMinor(whole, { pii: true, today })).toEqual({ ...whole, masked: [] });
  });
});

describe('An adult', () => {
  it('is shown whole to every reader', () => {
    const whole = student('1990-05-05');
    expect(maskMinor(whole, { pii: false, today })).toEqual({ ...whole, masked: [] });
  });
});
