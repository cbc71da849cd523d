import { decimal, dividedBy, fraction, halfUp, plus, times, whole, type Fraction } from '../exact.ts';
import { rule, type Query, type Rule } from '../rule.ts';

type Component = { readonly score: string | null; readonly maxScore: string; readonly weightBp: number };
type Band = { readonly grade: string; readonly points: string; readonly remark: string; readonly minMark: string };
type Marked = {
  readonly id: string;
  readonly attempt: number;
  readonly components: readonly Component[];
  readonly score_status: string;
  readonly total_mark: string | null;
  readonly grade: string | null;
  readonly definition: {
    readonly bands?: readonly Band[];
    readonly rounding?: string;
    readonly entry?: string;
    readonly supplementaryCap?: string | null;
  };
};

const ZERO = whole(0n);

/** education.md 7: marks and grades, recomputed from scores with exact fractions. */
export const resultRules: readonly Rule[] = [
  {
    name: 'marks follow from scores',
    holds: 'The mark of a graded result is the weighted sum of its scores, and its grade is that of the scale.',
    find: judgeMarks,
  },
  rule(
    'results have their versions',
    'A result that was published has a version for each publication, and it was released by another person than entered it.',
    `select format('Result %s was published %s times, and has versions %s.', r.id, r.published_version,
                   coalesce(string_agg(v.number::text, ', ' order by v.number), 'none'))
       from result r left join result_version v on v.tenant_id = r.tenant_id and v.result_id = r.id
      where r.tenant_id = $1 group by r.tenant_id, r.id
     having count(v.id) <> r.published_version or coalesce(max(v.number), 0) <> r.published_version
     union all
     select format('Result %s is %s without a publication.', id, state) from result
      where tenant_id = $1 and state in ('published', 'withheld') and published_version = 0
     union all
     select format('Result %s was entered and published by %s.', r.id, r.published_by) from result r
       join tenant t on t.id = r.tenant_id
      where r.tenant_id = $1 and t.four_eyes_on_results and r.published_by = r.entered_by
     union all
     select format('Result %s was amended without a reason.', id) from result
      where tenant_id = $1 and amended and (amendment_reason is null or published_version < 2)`,
  ),
];

async function judgeMarks(query: Query, tenant: number): Promise<string[]> {
  const results = await query<Marked>(
    `select r.id::text as id, r.attempt, r.components, r.score_status, r.total_mark, r.grade, e.definition
       from result r join grading_scale_edition e on e.tenant_id = r.tenant_id and e.scale_id = r.grading_scale_id
        and e.edition = r.scale_version
      where r.tenant_id = $1 and r.state in ('published', 'withheld') and r.score_status = 'fully_graded' order by r.id`,
    [tenant],
  );
  return results.flatMap((result) => {
    const { id, components, total_mark: stored, grade, definition, attempt } = result;
    if (definition.entry !== 'marks' || components.some(({ score }) => score === null)) return [];
    const weights = components.reduce((sum, { weightBp }) => sum + weightBp, 0);
    if (weights !== 10_000) return [`The weights of result ${id} sum to ${weights} and not to 10000.`];
    const mark = components.reduce((sum, component) => plus(sum, weighted(component)), ZERO);
    const { rounding, supplementaryCap: cap = null } = definition;
    const rounded = rounding === 'half_up_0dp' ? whole(halfUp(mark)) : fraction(halfUp(times(mark, whole(100n))), 100n);
    // A supplementary examination is capped; the first sitting and a retake are not.
    const counted = attempt === 2 && cap !== null && isMore(rounded, decimal(cap)) ? decimal(cap) : rounded;
    const shown = twoDecimals(counted);
    if (shown !== stored) return [`The scores of result ${id} give a mark of ${shown}, and ${stored} is stored.`];
    const expected = gradeOf(counted, definition);
    if (expected !== null && expected !== grade)
      return [`The mark ${shown} of result ${id} is grade ${expected} on its scale, and ${grade} is stored.`];
    return [];
  });
}

/** Its part of a hundred. */
function weighted({ score, maxScore, weightBp }: Component): Fraction {
  return times(dividedBy(decimal(score ?? '0'), decimal(maxScore)), fraction(BigInt(weightBp), 100n));
}

function gradeOf(mark: Fraction, { bands = [] }: Marked['definition']): string | null {
  const reaches = ({ minMark }: Band) => !isMore(decimal(minMark), mark);
  return [...bands].sort((a, b) => Number(b.minMark) - Number(a.minMark)).find(reaches)?.grade ?? null;
}

const isMore = (a: Fraction, b: Fraction) => a.over * b.under > b.over * a.under;

function twoDecimals(mark: Fraction): string {
  const cents = halfUp(times(mark, whole(100n)));
  return `${cents / 100n}.${String(cents % 100n).padStart(2, '0')}`;
}
