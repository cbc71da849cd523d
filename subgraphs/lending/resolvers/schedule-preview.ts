import { refuse } from '#core/kernel/domain-error.ts';
import { invalidField } from '#core/kernel/field-error.ts';
import { kernelRefusals } from '#core/kernel/refusals.ts';
import type { SchedulePreview } from '#core/lending/schedule/preview.ts';
import type { Resolvers, TypeResolvers } from '../../schema.ts';
import type { LendingContext } from '../context.ts';
import { supposedIn, termsIn, type SupposedInput, type TermsInput } from '../terms.ts';

type PreviewArguments = {
  readonly terms: TermsInput;
  readonly productId?: string | null;
  readonly supposed?: SupposedInput | null;
};

/** More rows, payments or changes than a person types in: a preview costs us, and writes nothing. */
const MOST = { tranches: 60, rateChanges: 60, fees: 20, reschedules: 20, payments: 400 } as const;

export const previewQuery: TypeResolvers<LendingContext> = {
  schedulePreview: async (_, { terms, productId, supposed }: PreviewArguments, { app, caller, loaders }) => {
    requireFew({ ...terms, ...supposed });
    const product = productId == null ? undefined : await loaders.products.byUuid.load(productId);
    if (product === null) {
      throw refuse(kernelRefusals.not_found, 'productId names no loan product of yours.', {
        resource: 'loan_product',
        id: String(productId),
      });
    }
    return app.lending.previewSchedule(caller, {
      terms: termsIn(terms),
      termMonths: terms.termMonths ?? null,
      productId: product?.id ?? null,
      supposed: supposedIn(supposed ?? {}),
    });
  },
};

function requireFew(lists: { readonly [field: string]: unknown }): void {
  for (const [field, most] of Object.entries(MOST)) {
    const list = lists[field];
    if (!Array.isArray(list) || list.length <= most) continue;
    const detail = `Send at most ${most}.`;
    throw invalidField(field, 'length', detail, `${field} has too many entries. ${detail}`);
  }
}

export const previewRecords: Resolvers<LendingContext> = {
  SchedulePreview: {
    rows: ({ schedule, paid }: SchedulePreview) =>
      schedule.rows.map((row, index) => {
        const got = paid?.[index];
        return { ...row, paid: got ? got.principal + got.interest : null };
      }),
    totals: ({ schedule }: SchedulePreview) => schedule.totals,
    instalment: ({ schedule }: SchedulePreview) => schedule.instalment,
    nettedFees: ({ schedule }: SchedulePreview) => schedule.netted,
    paidOut: ({ schedule }: SchedulePreview) => schedule.paidOut,
    maturityDate: ({ schedule }: SchedulePreview) => schedule.maturityDate,
    costOfCredit: ({ cost }: SchedulePreview) => ({ ...cost, total: cost.totalCost }),
  },
};
