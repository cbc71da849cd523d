import { describe, expect, it } from 'vitest';
import { GRADING_PRESETS } from '#core/education/grading/presets.ts';
import { adoptPreset, redefineGradingScale } from '#core/education/use-cases/catalogue/define-grading-scale.ts';
import {
  changeProgramme,
  reactivateProgramme,
  retireProgramme,
} from '#core/education/use-cases/catalogue/define-programme.ts';
import { drawFeeStructure } from '#core/education/use-cases/catalogue/draw-fee-structure.ts';
import { offerUnit } from '#core/education/use-cases/catalogue/offer-unit.ts';
import { changeAcademicYear, changeTerm } from '#core/education/use-cases/catalogue/change-period.ts';
import { openAcademicYear, openIntake, openTerm } from '#core/education/use-cases/catalogue/open-period.ts';
import { anotherProgramme, charge, day, openSchool, refused, refusedField } from '#test/support/education-school.ts';
import { educationPorts } from '#test/support/education-ports.ts';

async function aSchool() {
  const ports = educationPorts();
  return { ports, school: await openSchool(ports) };
}

describe('A programme', () => {
  it('has a code of its own, of a known form, and an existing scale', async () => {
    const { ports, school } = await aSchool();
    await refused(anotherProgramme(ports, 'BSC-CS'), 'duplicate_code', { existing_id: school.programme.id });
    await refusedField(anotherProgramme(ports, 'bsc'), 'code');
    await refused(anotherProgramme(ports, 'BCOM', 99), 'unknown_reference');
  });

  it('is changed, retired and offered again', async () => {
    const { ports, school } = await aSchool();
    const programmeId = school.programme.id;
    const change = () => changeProgramme({ programmeId, changes: { name: 'Computing' } }, ports);
    expect((await change()).events.map((emitted) => emitted.type)).toEqual(['programme.updated']);
    expect((await change()).events).toEqual([]);
    await retireProgramme({ programmeId }, ports);
    await reactivateProgramme({ programmeId }, ports);
    expect(school.programme.state).toBe('active');
    await refused(retireProgramme({ programmeId: 99 }, ports), 'not_found');
  });
});

describe('A grading scale', () => {
  it('keeps every edition', async () => {
    const { ports } = await aSchool();
    const { result: scale } = await adoptPreset({ code: 'KE_HEALTH' }, ports);
    await redefineGradingScale({ gradingScaleId: scale.id, definition: GRADING_PRESETS.KE_POSTGRAD.definition }, ports);
    expect(scale.edition).toBe(2);
    expect((await ports.gradingScaleEditions.get(scale.id, 1))?.definition).toBe(GRADING_PRESETS.KE_HEALTH.definition);
    expect((await ports.gradingScaleEditions.get(scale.id, 2))?.definition).toBe(
      GRADING_PRESETS.KE_POSTGRAD.definition,
    );
    await refused(adoptPreset({ code: 'KE_HEALTH' }, ports), 'duplicate_code');
  });
});

describe('The calendar', () => {
  it('has terms inside their academic year', async () => {
    const { ports, school } = await aSchool();
    const term = {
      academicYearId: school.yearId,
      name: 'Semester 1',
      kind: 'semester',
      startDate: day('2025-09-01'),
      endDate: day('2025-12-19'),
    } as const;
    expect((await openTerm(term, ports)).result.registrationDeadline).toBeNull();
    await refusedField(openTerm({ ...term, endDate: day('2026-09-01') }, ports), 'end_date', 'outside_academic_year');
    await refusedField(openTerm({ ...term, registrationDeadline: day('2026-01-01') }, ports), 'registration_deadline');
    await refused(openTerm({ ...term, academicYearId: 99 }, ports), 'unknown_reference');
  });

  it('is corrected: a term inside its year, a year around its terms', async () => {
    const { ports } = await aSchool();
    const span = { startDate: day('2027-01-04'), endDate: day('2027-11-26') };
    const { result: year } = await openAcademicYear({ name: '2027', ...span }, ports);
    const dates = { startDate: day('2027-01-04'), endDate: day('2027-04-09') };
    const { result: term } = await openTerm({ academicYearId: year.id, name: 'Term 1', kind: 'term', ...dates }, ports);
    const moved = (changes: Parameters<typeof changeTerm>[0]['changes']) =>
      changeTerm({ termId: term.id, changes }, ports);
    const later = await moved({ endDate: day('2027-04-16'), registrationDeadline: day('2027-01-22') });
    expect(later.events.map(({ type }) => type)).toEqual(['term.updated']);
    expect([term.endDate, term.registrationDeadline]).toEqual([day('2027-04-16'), day('2027-01-22')]);
    expect((await moved({ endDate: day('2027-04-16') })).events).toEqual([]);
    await refusedField(moved({ startDate: day('2026-12-01') }), 'start_date', 'outside_academic_year');
    await refusedField(moved({ registrationDeadline: day('2027-04-17') }), 'registration_deadline');

    const held = (changes: Parameters<typeof changeAcademicYear>[0]['changes']) =>
      changeAcademicYear({ academicYearId: year.id, changes }, ports);
    await refusedField(held({ endDate: day('2027-04-10') }), 'end_date', 'outside_academic_year');
    expect((await held({ endDate: day('2027-12-03') })).events.map(({ type }) => type)).toEqual([
      'academic_year.updated',
    ]);
    expect((await held({ endDate: day('2027-12-03') })).events).toEqual([]);
    await refused(changeTerm({ termId: 99, changes: {} }, ports), 'not_found');
    await refused(changeAcademicYear({ academicYearId: 99, changes: {} }, ports), 'not_found');
  });

  it('has years that end after they begin, and intakes of a month', async () => {
    const { ports } = await aSchool();
    const startDate = day('2026-09-01');
    await refusedField(openAcademicYear({ name: 'x', startDate, endDate: startDate }, ports), 'end_date');
    await refusedField(openIntake({ name: 'SEP2025', month: 13, year: 2025 }, ports), 'month');
    expect((await openIntake({ name: 'SEP2025', month: 9, year: 2025 }, ports)).result.id).toBe(1);
  });
});

describe('A unit', () => {
  it('has a code of its own in its programme and credit hours above zero', async () => {
    const { ports, school } = await aSchool();
    const unit = { programmeId: school.programme.id, code: 'CSC101', title: 'x', creditHours: '3', yearOfStudy: 1 };
    await refused(offerUnit(unit, ports), 'duplicate_code');
    await refusedField(offerUnit({ ...unit, code: 'CSC109', creditHours: '0' }, ports), 'credit_hours');
    await refused(offerUnit({ ...unit, code: 'CSC109', programmeId: 99 }, ports), 'unknown_reference');
    expect((await offerUnit({ ...unit, programmeId: null }, ports)).result.core).toBe(false);
  });
});

describe('A fee structure', () => {
  it('has components above zero, for a programme and period that exist', async () => {
    const { ports, school } = await aSchool();
    const { discount: _, ...component } = charge(100n);
    const structure = { name: 'Year 1', programmeId: school.programme.id, academicYearId: school.yearId };
    await refusedField(
      drawFeeStructure({ ...structure, components: [{ ...component, amount: 0n }] }, ports),
      'components.0.amount',
    );
    await refused(
      drawFeeStructure({ ...structure, programmeId: 99, components: [component] }, ports),
      'unknown_reference',
    );
    await drawFeeStructure({ ...structure, components: [component] }, ports);
    expect(ports.tables.feeComponents.rows).toMatchObject([{ feeStructureId: 1, position: 1, amount: 100n }]);
  });
});
