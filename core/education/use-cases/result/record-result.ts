import { refuse } from '../../../kernel/domain-error.ts';
import { outcome, type Outcome } from '../../../kernel/outcome.ts';
import type { Enrolment } from '../../enrolment/enrolment.ts';
import { invalidField } from '../../../kernel/field-error.ts';
import { unknownReference } from '../../field-errors.ts';
import type { EducationPorts } from '../../ports.ts';
import { educationRefusals } from '../../refusals.ts';
import type { ResultComponent } from '../../result/marks.ts';
import { Result } from '../../result/result.ts';
import { marksFrom, theResult, theScale, type Scores } from './marks.ts';

export type RecordResult = Scores & {
  readonly enrolmentId: number;
  /** Absent: the enrolment's; given: it has to be the enrolment's. */
  readonly studentId?: number;
  readonly unitId: number;
  readonly termId?: number | null;
  /** 1 first (the default), 2 supplementary, 3 retake. */
  readonly attempt?: number;
  readonly components: readonly ResultComponent[];
};

type Ports = Pick<
  EducationPorts,
  'results' | 'enrolments' | 'units' | 'terms' | 'programmes' | 'gradingScales' | 'newUuid' | 'actor'
>;

/**
 * Opens a result with the scores known so far.
 * @throws DomainError unknown_reference, validation_failed (invalid); enrolment_closed, result_exists (conflict)
 */
export async function recordResult(command: RecordResult, ports: Ports): Promise<Outcome<Result>> {
  const { attempt = 1 } = command;
  const enrolment = await ports.enrolments.get(command.enrolmentId);
  if (!enrolment) throw unknownReference('enrolment_id', command.enrolmentId);
  if (command.studentId !== undefined && command.studentId !== enrolment.studentId) {
    throw invalidField('student_id', 'mismatch', 'The enrolment is another student’s.');
  }
  const unit = await ports.units.get(command.unitId);
  if (!unit || (unit.programmeId !== null && unit.programmeId !== enrolment.programmeId)) {
    throw unknownReference('unit_id', command.unitId);
  }
  const termId = await termOf(command, enrolment, ports);
  if (![1, 2, 3].includes(attempt)) {
    throw invalidField('attempt', 'range', 'Send 1 (first), 2 (supplementary) or 3 (retake).');
  }
  const programme = await ports.programmes.get(enrolment.programmeId);
  if (!programme) throw unknownReference('enrolment_id', command.enrolmentId);
  const scale = await theScale(programme.gradingScaleId, ports);
  const blank = { components: command.components, scoreStatus: 'partially_graded', grade: null } as const;
  const marks = marksFrom(command, blank, scale.definition, attempt);
  requireStudied(enrolment);
  await requireNoneExisting({ studentId: enrolment.studentId, unitId: unit.id, termId, attempt }, ports);
  const result = Result.record({
    uuid: ports.newUuid(),
    studentId: enrolment.studentId,
    enrolmentId: enrolment.id,
    unitId: unit.id,
    academicYearId: enrolment.academicYearId,
    termId,
    attempt,
    gradingScaleId: scale.id,
    marks,
    enteredBy: ports.actor,
  });
  await ports.results.add(result);
  return outcome(result, result.recorded());
}

export type ChangeResult = Scores & { readonly resultId: number; readonly version?: number };

/**
 * Enters scores before publication. A change of nothing leaves the record be.
 * @throws DomainError validation_failed (invalid); result_locked (conflict) once published
 */
export async function changeResult(
  command: ChangeResult,
  ports: Pick<EducationPorts, 'results' | 'gradingScales' | 'actor'>,
): Promise<Outcome<Result>> {
  const result = await theResult(command, ports);
  const scale = await theScale(result.gradingScaleId, ports);
  const marks = marksFrom(command, result, scale.definition, result.attempt);
  const emitted = result.edit(marks, ports.actor);
  return emitted ? outcome(result, emitted) : outcome(result);
}

async function termOf(command: RecordResult, enrolment: Enrolment, ports: Ports): Promise<number | null> {
  const { termId = enrolment.termId } = command;
  const term = termId === null ? null : await ports.terms.get(termId);
  if (termId !== null && term?.academicYearId !== enrolment.academicYearId) throw unknownReference('term_id', termId);
  return termId;
}

/** Marks belong to a period that was begun. */
function requireStudied(enrolment: Enrolment): void {
  if (enrolment.state !== 'pending' && enrolment.state !== 'cancelled') return;
  throw refuse(educationRefusals.enrolment_closed, `An enrolment that is ${enrolment.state} has no results.`, {
    enrolment_id: enrolment.id,
    current_state: enrolment.state,
  });
}

async function requireNoneExisting(
  key: { studentId: number; unitId: number; termId: number | null; attempt: number },
  ports: Pick<Ports, 'results'>,
): Promise<void> {
  const existing = await ports.results.existing(key);
  if (!existing) return;
  throw refuse(educationRefusals.result_exists, 'The student has a result for this unit, term and attempt.', {
    existing_id: existing.id,
    current_state: existing.state,
  });
}
