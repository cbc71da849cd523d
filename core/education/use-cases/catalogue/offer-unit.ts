import { event } from '../../../kernel/event.ts';
import { outcome, type Outcome } from '../../../kernel/outcome.ts';
import { parseDecimal } from '../../../kernel/rational.ts';
import { fieldErrors, unknownReference } from '../../field-errors.ts';
import type { EducationPorts } from '../../ports.ts';
import { Unit } from '../../programme/unit.ts';
import { takenCode } from './define-programme.ts';

export type OfferUnit = {
  readonly programmeId?: number | null;
  readonly code: string;
  readonly title: string;
  /** Decimal string. */
  readonly creditHours: string;
  readonly yearOfStudy: number;
  readonly core?: boolean;
};

/**
 * Adds a unit of teaching to a programme, or one for all programmes.
 * @throws DomainError validation_failed, unknown_reference (invalid); duplicate_code (conflict)
 */
export async function offerUnit(
  command: OfferUnit,
  ports: Pick<EducationPorts, 'units' | 'programmes' | 'newUuid'>,
): Promise<Outcome<Unit>> {
  const { programmeId = null, core = false, code, title, creditHours, yearOfStudy } = command;
  const errors = fieldErrors();
  errors.require(
    /^[A-Z0-9][A-Z0-9 /-]{0,19}$/.test(code),
    'code',
    'format',
    'Send 1 to 20 of A-Z, 0-9, space, / and -.',
  );
  errors.require(title.trim().length >= 1 && title.length <= 200, 'title', 'length', 'Send 1 to 200 characters.');
  const weighs = /^\d{1,3}(\.\d{1,2})?$/.test(creditHours) && parseDecimal(creditHours).num > 0n;
  errors.require(weighs, 'credit_hours', 'format', 'Send a decimal string above zero, such as "3" or "4.5".');
  const placed = Number.isInteger(yearOfStudy) && yearOfStudy >= 1 && yearOfStudy <= 10;
  errors.require(placed, 'year_of_study', 'range', 'Send a whole number from 1 to 10.');
  errors.settle();
  if (programmeId !== null && !(await ports.programmes.get(programmeId))) {
    throw unknownReference('programme_id', programmeId);
  }
  const holder = await ports.units.byCode(programmeId, code);
  if (holder) throw takenCode(code, holder.id);
  const unit = Unit.offer({ uuid: ports.newUuid(), programmeId, code, title, creditHours, yearOfStudy, core });
  await ports.units.add(unit);
  return outcome(unit, event('unit.created', 'unit', unit, { code, programme_id: programmeId }));
}
