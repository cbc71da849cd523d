import type { Cents } from '../../kernel/money.ts';
import type { FeeCategory } from '../fee-category.ts';
import type { SponsorshipType } from '../study.ts';

/** What a programme costs in a period. Null members mean: for every term, year of study or kind of payer. */
export class FeeStructure {
  id!: number;
  uuid!: string;
  version!: number;
  createdAt!: Temporal.Instant;
  updatedAt!: Temporal.Instant;
  name!: string;
  programmeId!: number;
  academicYearId!: number;
  termId!: number | null;
  yearOfStudy!: number | null;
  sponsorshipType!: SponsorshipType | null;

  static draw(facts: {
    uuid: string;
    name: string;
    programmeId: number;
    academicYearId: number;
    termId: number | null;
    yearOfStudy: number | null;
    sponsorshipType: SponsorshipType | null;
  }): FeeStructure {
    return Object.assign(new FeeStructure(), facts);
  }
}

/** One charge of a fee structure, in a table of its own. */
export class FeeComponent {
  id!: number;
  uuid!: string;
  createdAt!: Temporal.Instant;
  updatedAt!: Temporal.Instant;
  feeStructureId!: number;
  position!: number;
  code!: string | null;
  description!: string;
  feeCategory!: FeeCategory;
  amount!: Cents;
  priority!: number | null;

  static of(facts: {
    uuid: string;
    feeStructureId: number;
    position: number;
    code: string | null;
    description: string;
    feeCategory: FeeCategory;
    amount: Cents;
    priority: number | null;
  }): FeeComponent {
    return Object.assign(new FeeComponent(), facts);
  }
}
