import type { Marks, ResultComponent } from './marks.ts';

/** A version of a result as it was published; never changed. */
export class ResultVersion implements Marks {
  id!: number;
  uuid!: string;
  createdAt!: Temporal.Instant;
  updatedAt!: Temporal.Instant;
  resultId!: number;
  /** 1, 2, 3. */
  number!: number;
  components!: readonly ResultComponent[];
  scoreStatus!: Marks['scoreStatus'];
  totalMark!: string | null;
  grade!: string | null;
  gradePoints!: string | null;
  remark!: Marks['remark'];
  gradingScaleId!: number;
  scaleVersion!: number;
  publishedAt!: Temporal.Instant;
  publishedBy!: string;
  /** Why it was amended; null for the first version. */
  reason!: string | null;
}
