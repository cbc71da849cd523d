import { fieldErrors, type FieldErrors } from '../../field-errors.ts';
import { isWithin, type AcademicYear, type TermDetails, type YearDetails } from '../../programme/calendar.ts';

/** @throws DomainError validation_failed (invalid) where the name is empty or long, or the days of the term are none of its year */
export function checkTerm(term: TermDetails, year: AcademicYear): void {
  const errors = fieldErrors();
  checkName(term.name, errors);
  checkSpan(term, errors);
  for (const [field, day] of [
    ['start_date', term.startDate],
    ['end_date', term.endDate],
  ] as const) {
    errors.require(isWithin(day, year), field, 'outside_academic_year', `Send a date inside ${year.name}.`);
  }
  const deadline = term.registrationDeadline;
  const timely = deadline === null || Temporal.PlainDate.compare(deadline, term.endDate) <= 0;
  errors.require(timely, 'registration_deadline', 'range', 'Registration closes by the end of the term.');
  errors.settle();
}

export function checkName(name: string, errors: FieldErrors): void {
  errors.require(name.trim().length >= 1 && name.length <= 60, 'name', 'length', 'Send 1 to 60 characters.');
}

export function checkSpan(span: YearDetails, errors: FieldErrors): void {
  const ordered = Temporal.PlainDate.compare(span.startDate, span.endDate) < 0;
  errors.require(ordered, 'end_date', 'range', 'The end lies after the start.');
  const brief = Temporal.PlainDate.compare(span.endDate, span.startDate.add({ years: 2 })) <= 0;
  errors.require(brief, 'end_date', 'range', 'A period lasts two years at most.');
}
