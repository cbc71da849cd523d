import { event } from '../../../kernel/event.ts';
import { outcome, type Outcome } from '../../../kernel/outcome.ts';
import { requireVersion } from '../../../kernel/version.ts';
import { fieldErrors, notFound } from '../../field-errors.ts';
import { checkScale } from '../../grading/check-scale.ts';
import { GRADING_PRESETS, type PresetCode } from '../../grading/presets.ts';
import { GradingScale, type ScaleDefinition } from '../../grading/scale.ts';
import type { EducationPorts } from '../../ports.ts';
import { takenCode } from './define-programme.ts';

type Ports = Pick<EducationPorts, 'gradingScales' | 'gradingScaleEditions' | 'newUuid'>;

export type DefineGradingScale = { readonly code: string; readonly name: string; readonly definition: ScaleDefinition };

/**
 * Puts a new grading scale in force, as its first edition.
 * @throws DomainError validation_failed (invalid); duplicate_code (conflict)
 */
export async function defineGradingScale(command: DefineGradingScale, ports: Ports): Promise<Outcome<GradingScale>> {
  const { code, name, definition } = command;
  const errors = fieldErrors();
  errors.require(/^[A-Z][A-Z0-9_]{1,19}$/.test(code), 'code', 'format', 'Send 2 to 20 of A-Z, 0-9 and _.');
  errors.require(name.trim().length >= 1 && name.length <= 100, 'name', 'length', 'Send 1 to 100 characters.');
  errors.settle();
  checkScale(definition);
  const holder = await ports.gradingScales.byCode(code);
  if (holder) throw takenCode(code, holder.id);
  const scale = GradingScale.define({ uuid: ports.newUuid(), code, name, definition });
  await ports.gradingScales.add(scale);
  await ports.gradingScaleEditions.add(scale.record(ports.newUuid()));
  return outcome(scale, event('grading_scale.created', 'grading_scale', scale, { code, edition: scale.edition }));
}

/** Takes one of the known Kenyan scales over as the institution's own. */
export function adoptPreset(command: { readonly code: PresetCode }, ports: Ports): Promise<Outcome<GradingScale>> {
  const { name, definition } = GRADING_PRESETS[command.code];
  return defineGradingScale({ code: command.code, name, definition }, ports);
}

/**
 * Puts a new edition of a scale in force. Published results keep the edition under which they were published.
 * @throws DomainError validation_failed (invalid)
 */
export async function redefineGradingScale(
  command: { readonly gradingScaleId: number; readonly version?: number; readonly definition: ScaleDefinition },
  ports: Ports,
): Promise<Outcome<GradingScale>> {
  const scale = await ports.gradingScales.lock(command.gradingScaleId);
  if (!scale) throw notFound('grading_scale', command.gradingScaleId);
  requireVersion(scale, command.version);
  checkScale(command.definition);
  scale.redefine(command.definition);
  await ports.gradingScaleEditions.add(scale.record(ports.newUuid()));
  const facts = { code: scale.code, edition: scale.edition };
  return outcome(scale, event('grading_scale.updated', 'grading_scale', scale, facts));
}
