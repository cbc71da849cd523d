import { event } from '../../../kernel/event.ts';
import type { Cents } from '../../../kernel/money.ts';
import { outcome, type Outcome } from '../../../kernel/outcome.ts';
import type { FeeCategory } from '../../fee-category.ts';
import { unknownReference } from '../../field-errors.ts';
import type { EducationPorts } from '../../ports.ts';
import { FeeComponent, FeeStructure } from '../../programme/fee-structure.ts';
import type { SponsorshipType } from '../../study.ts';
import { checkCharges } from '../invoice/check-charges.ts';

export type DrawFeeStructure = {
  readonly name: string;
  readonly programmeId: number;
  readonly academicYearId: number;
  readonly termId?: number | null;
  readonly yearOfStudy?: number | null;
  readonly sponsorshipType?: SponsorshipType | null;
  readonly components: readonly {
    readonly code: string | null;
    readonly description: string;
    readonly feeCategory: FeeCategory;
    readonly amount: Cents;
    readonly priority: number | null;
  }[];
};

/**
 * Writes down what a programme costs in a period; invoices copy its components.
 * @throws DomainError validation_failed, unknown_reference (invalid)
 */
export async function drawFeeStructure(
  command: DrawFeeStructure,
  ports: Pick<EducationPorts, 'feeStructures' | 'feeComponents' | 'programmes' | 'academicYears' | 'terms' | 'newUuid'>,
): Promise<Outcome<FeeStructure>> {
  const { components, termId = null, yearOfStudy = null, sponsorshipType = null, ...rest } = command;
  const { programmeId, academicYearId } = rest;
  if (!(await ports.programmes.get(programmeId))) throw unknownReference('programme_id', programmeId);
  if (!(await ports.academicYears.get(academicYearId))) throw unknownReference('academic_year_id', academicYearId);
  const term = termId === null ? null : await ports.terms.get(termId);
  if (termId !== null && term?.academicYearId !== academicYearId) throw unknownReference('term_id', termId);
  checkCharges(
    components.map((component) => ({ ...component, discount: { cents: 0n } })),
    'components',
  );
  const structure = FeeStructure.draw({ uuid: ports.newUuid(), ...rest, termId, yearOfStudy, sponsorshipType });
  await ports.feeStructures.add(structure);
  for (const [index, component] of components.entries()) {
    const facts = { uuid: ports.newUuid(), feeStructureId: structure.id, position: index + 1, ...component };
    await ports.feeComponents.add(FeeComponent.of(facts));
  }
  const facts = { programme_id: programmeId, name: structure.name };
  return outcome(structure, event('fee_structure.created', 'fee_structure', structure, facts));
}
