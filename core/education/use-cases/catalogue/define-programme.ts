import { stepOn, type StepTable } from '../../../kernel/steps.ts';
import { refuse } from '../../../kernel/domain-error.ts';
import { outcome, type Outcome } from '../../../kernel/outcome.ts';
import { requireVersion } from '../../../kernel/version.ts';
import { fieldErrors, notFound, unknownReference } from '../../field-errors.ts';
import type { EducationPorts } from '../../ports.ts';
import { Programme, type ProgrammeDetails } from '../../programme/programme.ts';
import { educationRefusals } from '../../refusals.ts';

const CODE = /^[A-Z0-9/-]{2,20}$/;

type Ports = Pick<EducationPorts, 'programmes' | 'gradingScales'>;
type OfProgramme = { readonly programmeId: number; readonly version?: number };

/**
 * The school offers a programme.
 * @throws DomainError validation_failed, unknown_reference (invalid); duplicate_code (conflict)
 */
export async function defineProgramme(
  command: { readonly code: string } & ProgrammeDetails,
  ports: Ports & Pick<EducationPorts, 'newUuid'>,
): Promise<Outcome<Programme>> {
  const { code, ...details } = command;
  checkDetails(details, code);
  await requireScale(details.gradingScaleId, ports);
  const holder = await ports.programmes.byCode(code);
  if (holder) throw takenCode(code, holder.id);
  const programme = Programme.offer({ uuid: ports.newUuid(), code, details });
  await ports.programmes.add(programme);
  return outcome(programme, programme.offered());
}

/** Changes a programme's particulars; the code stays. A change of nothing leaves the record be. */
export async function changeProgramme(
  command: OfProgramme & { readonly changes: Partial<ProgrammeDetails> },
  ports: Ports,
): Promise<Outcome<Programme>> {
  const programme = await theProgramme(command, ports);
  checkDetails({ ...programme, ...command.changes }, programme.code);
  if (command.changes.gradingScaleId !== undefined) await requireScale(command.changes.gradingScaleId, ports);
  const emitted = programme.edit(command.changes);
  return emitted ? outcome(programme, emitted) : outcome(programme);
}

/** No new students are admitted. */
export async function retireProgramme(
  command: OfProgramme,
  ports: Pick<Ports, 'programmes'>,
): Promise<Outcome<Programme>> {
  const programme = await theProgramme(command, ports);
  return outcome(programme, programme.retire());
}

/** A retired programme is offered again. */
export async function reactivateProgramme(
  command: OfProgramme,
  ports: Pick<Ports, 'programmes'>,
): Promise<Outcome<Programme>> {
  const programme = await theProgramme(command, ports);
  return outcome(programme, programme.reactivate());
}

/** The refusal of a code that another record has. */
export function takenCode(code: string, existingId: number) {
  return refuse(educationRefusals.duplicate_code, `The code ${code} is taken.`, {
    field: 'code',
    existing_id: existingId,
  });
}

async function theProgramme(command: OfProgramme, ports: Pick<Ports, 'programmes'>): Promise<Programme> {
  const programme = await ports.programmes.lock(command.programmeId);
  if (!programme) throw notFound('programme', command.programmeId);
  requireVersion(programme, command.version);
  return programme;
}

async function requireScale(id: number, ports: Pick<Ports, 'gradingScales'>): Promise<void> {
  if (!(await ports.gradingScales.get(id))) throw unknownReference('grading_scale_id', id);
}

function checkDetails(details: ProgrammeDetails, code: string): void {
  const errors = fieldErrors();
  errors.require(CODE.test(code), 'code', 'format', 'Send 2 to 20 of A-Z, 0-9, / and -.');
  const named = details.name.trim().length >= 1 && details.name.length <= 200;
  errors.require(named, 'name', 'length', 'Send 1 to 200 characters.');
  const lasts = Number.isInteger(details.durationTerms) && details.durationTerms >= 1 && details.durationTerms <= 40;
  errors.require(lasts, 'duration_terms', 'range', 'Send a whole number from 1 to 40.');
  errors.settle();
}

const step = stepOn<'programmeId'>();

/** The steps of a programme's life. */
export const programmeSteps = {
  retire: step({
    name: 'retireProgramme',
    means: 'Closes a programme to new students.',
    run: retireProgramme,
    fields: {},
  }),
  reactivate: step({
    name: 'reactivateProgramme',
    means: 'Offers a retired programme again.',
    run: reactivateProgramme,
    fields: {},
  }),
} as const satisfies StepTable;
