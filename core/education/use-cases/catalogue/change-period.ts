import { event } from '../../../kernel/event.ts';
import { outcome, type Outcome } from '../../../kernel/outcome.ts';
import { requireVersion } from '../../../kernel/version.ts';
import { fieldErrors, notFound, unknownReference } from '../../field-errors.ts';
import type { EducationPorts } from '../../ports.ts';
import {
  isWithin,
  type AcademicYear,
  type Term,
  type TermDetails,
  type YearDetails,
} from '../../programme/calendar.ts';
import { checkSpan, checkTerm } from './check-period.ts';

export type ChangeAcademicYear = {
  readonly academicYearId: number;
  readonly version?: number;
  readonly changes: Partial<YearDetails>;
};

/**
 * Moves the days of an academic year; its terms stay inside. Who is enrolled stays so. A change of nothing leaves the record be.
 * @throws DomainError not_found; precondition_failed; validation_failed (invalid)
 */
export async function changeAcademicYear(
  command: ChangeAcademicYear,
  ports: Pick<EducationPorts, 'academicYears' | 'terms'>,
): Promise<Outcome<AcademicYear>> {
  // No term is opened or moved in it until this has ended: who does that holds the year as it is.
  const year = await ports.academicYears.lock(command.academicYearId);
  if (!year) throw notFound('academic_year', command.academicYearId);
  requireVersion(year, command.version);
  const span = { startDate: year.startDate, endDate: year.endDate, ...command.changes };
  const errors = fieldErrors();
  checkSpan(span, errors);
  const term = await ports.terms.outside(year.id, span);
  if (term) {
    const keeps = `Send a year that holds ${term.name}, ${term.startDate} to ${term.endDate}, or move that term first.`;
    errors.require(isWithin(term.startDate, span), 'start_date', 'outside_academic_year', keeps);
    errors.require(isWithin(term.endDate, span), 'end_date', 'outside_academic_year', keeps);
  }
  errors.settle();
  if (!year.change(command.changes)) return outcome(year);
  return outcome(year, event('academic_year.updated', 'academic_year', year, { name: year.name }));
}

export type ChangeTerm = {
  readonly termId: number;
  readonly version?: number;
  readonly changes: Partial<TermDetails>;
};

/**
 * Changes a term, which stays inside its year. Who is enrolled stays so. A change of nothing leaves the record be.
 * @throws DomainError not_found; precondition_failed; validation_failed (invalid)
 */
export async function changeTerm(
  command: ChangeTerm,
  ports: Pick<EducationPorts, 'academicYears' | 'terms'>,
): Promise<Outcome<Term>> {
  const term = await ports.terms.lock(command.termId);
  if (!term) throw notFound('term', command.termId);
  requireVersion(term, command.version);
  const year = await ports.academicYears.get(term.academicYearId);
  if (!year) throw unknownReference('academic_year_id', term.academicYearId);
  const { name, kind, startDate, endDate, registrationDeadline } = term;
  checkTerm({ name, kind, startDate, endDate, registrationDeadline, ...command.changes }, year);
  if (!term.change(command.changes)) return outcome(term);
  return outcome(term, event('term.updated', 'term', term, { academic_year_id: year.id, name: term.name }));
}
