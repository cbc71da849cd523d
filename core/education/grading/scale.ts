import type { ComponentKind } from './component.ts';

/** A grade and the least mark that earns it. Marks and points are decimal strings. */
export type Band = {
  readonly grade: string;
  /** Null on scales whose grades are entered, not computed. */
  readonly minMark: string | null;
  readonly points: string | null;
  readonly remark: 'pass' | 'fail';
};

/** Everything that turns marks into a grade. Stored by edition, so that old results stay explainable. */
export type ScaleDefinition = {
  /** `marks`: the grade follows from the mark. `grade`: an examiner enters the grade. */
  readonly entry: 'marks' | 'grade';
  /** Best first. */
  readonly bands: readonly Band[];
  readonly rounding: 'none' | 'half_up_0dp';
  readonly passMark: string | null;
  /** The most that a supplementary examination (attempt 2) can bring; null for no cap. */
  readonly supplementaryCap: string | null;
  /** The usual weights, offered to a screen; every result carries its own. Basis points. */
  readonly weights: readonly { readonly kind: ComponentKind; readonly weightBp: number }[];
};

/** A grading scale of the institution: the edition in force. */
export class GradingScale {
  id!: number;
  uuid!: string;
  version!: number;
  createdAt!: Temporal.Instant;
  updatedAt!: Temporal.Instant;
  code!: string;
  name!: string;
  /** Which edition is in force: 1, 2, 3. */
  edition!: number;
  definition!: ScaleDefinition;

  static define(facts: { uuid: string; code: string; name: string; definition: ScaleDefinition }): GradingScale {
    return Object.assign(new GradingScale(), facts, { edition: 1 });
  }

  /** Puts a new edition in force; results that were published under an older one keep it. */
  redefine(definition: ScaleDefinition): void {
    this.edition += 1;
    this.definition = definition;
  }

  /** The edition in force, as a row of the history. */
  record(uuid: string): GradingScaleEdition {
    return Object.assign(new GradingScaleEdition(), {
      uuid,
      scaleId: this.id,
      edition: this.edition,
      definition: this.definition,
    });
  }
}

/** One edition of a scale; never changed, never removed. */
export class GradingScaleEdition {
  id!: number;
  uuid!: string;
  createdAt!: Temporal.Instant;
  updatedAt!: Temporal.Instant;
  scaleId!: number;
  edition!: number;
  definition!: ScaleDefinition;
}
