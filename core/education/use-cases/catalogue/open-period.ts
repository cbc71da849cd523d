import { event } from '../../../kernel/event.ts';
import { outcome, type Outcome } from '../../../kernel/outcome.ts';
import { fieldErrors, unknownReference } from '../../field-errors.ts';
import type { EducationPorts } from '../../ports.ts';
import { AcademicYear, Intake, Term } from '../../programme/calendar.ts';
import { checkName, checkSpan, checkTerm } from './check-period.ts';

export type OpenAcademicYear = {
  readonly name: string;
  readonly startDate: Temporal.PlainDate;
  readonly endDate: Temporal.PlainDate;
};

/** Opens an academic year of at most two calendar years. */
export async function openAcademicYear(
  command: OpenAcademicYear,
  ports: Pick<EducationPorts, 'academicYears' | 'newUuid'>,
): Promise<Outcome<AcademicYear>> {
  const errors = fieldErrors();
  checkName(command.name, errors);
  checkSpan(command, errors);
  errors.settle();
  const year = AcademicYear.open({ uuid: ports.newUuid(), ...command });
  await ports.academicYears.add(year);
  return outcome(year, event('academic_year.created', 'academic_year', year, { name: year.name }));
}

export type OpenTerm = {
  readonly academicYearId: number;
  readonly name: string;
  readonly kind: Term['kind'];
  readonly startDate: Temporal.PlainDate;
  readonly endDate: Temporal.PlainDate;
  readonly registrationDeadline?: Temporal.PlainDate | null;
};

/** Opens a term inside its academic year. */
export async function openTerm(
  command: OpenTerm,
  ports: Pick<EducationPorts, 'terms' | 'academicYears' | 'newUuid'>,
): Promise<Outcome<Term>> {
  const year = await ports.academicYears.get(command.academicYearId);
  if (!year) throw unknownReference('academic_year_id', command.academicYearId);
  const { registrationDeadline = null, ...rest } = command;
  checkTerm({ ...rest, registrationDeadline }, year);
  const term = Term.open({ uuid: ports.newUuid(), ...rest, registrationDeadline });
  await ports.terms.add(term);
  return outcome(term, event('term.created', 'term', term, { academic_year_id: year.id, name: term.name }));
}

export type OpenIntake = { readonly name: string; readonly month: number; readonly year: number };

/** Opens an intake: a group that begins in a month. */
export async function openIntake(
  command: OpenIntake,
  ports: Pick<EducationPorts, 'intakes' | 'newUuid'>,
): Promise<Outcome<Intake>> {
  const errors = fieldErrors();
  checkName(command.name, errors);
  const { month, year } = command;
  errors.require(Number.isInteger(month) && month >= 1 && month <= 12, 'month', 'range', 'Send 1 to 12.');
  errors.require(Number.isInteger(year) && year >= 1950 && year <= 2200, 'year', 'range', 'Send a calendar year.');
  errors.settle();
  const intake = Intake.open({ uuid: ports.newUuid(), ...command });
  await ports.intakes.add(intake);
  return outcome(intake, event('intake.created', 'intake', intake, { name: intake.name }));
}
