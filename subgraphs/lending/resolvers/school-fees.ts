import { invalidField } from '#core/kernel/field-error.ts';
import type { LoanOffer } from '#core/lending/use-cases/offer-loans.ts';
import type { View } from '#platform/app/views.ts';
import type { Resolvers } from '../../schema.ts';
import type { LendingContext } from '../context.ts';

/** An invoice of a school: what the school says of it comes with the question. */
type InvoiceReference = {
  readonly id: string;
  /** As they travel between subgraphs. */
  readonly balance?: number;
  readonly currency?: string;
  readonly dueDate?: string;
};
type DatedOffer = LoanOffer & { readonly payBy: Temporal.PlainDate };

export const schoolFeeRecords: Resolvers<LendingContext> = {
  SchoolFeeTerms: {
    invoice: ({ invoice }: NonNullable<View<'loans'>['schoolFee']>) => ({ id: invoice.uuid }),
  },

  Invoice: {
    __resolveReference: (reference: InvoiceReference) => reference,
    loanOffers: async (
      { balance, currency, dueDate }: InvoiceReference,
      { termMonths = null }: { termMonths?: number | null },
      { loaders, app, caller },
    ): Promise<DatedOffer[]> => {
      if (termMonths !== null && (termMonths < 1 || termMonths > 600)) {
        throw invalidField(
          'termMonths',
          'range',
          'Send a whole number from 1 to 600.',
          'termMonths is a whole number from 1 to 600.',
        );
      }
      if (balance === undefined || dueDate === undefined || balance <= 0) return [];
      const tenant = await app.institution(caller);
      if (currency !== tenant.currency) return [];
      const offers = await loaders.offersOf(termMonths).load(BigInt(balance));
      return offers.map((offer) => ({ ...offer, payBy: Temporal.PlainDate.from(dueDate) }));
    },
  },

  LoanOffer: {
    product: ({ product }: LoanOffer, _, { loaders }) => loaders.products.byId.load(product.id),
    costOfCredit: ({ cost }: LoanOffer) => ({ ...cost, total: cost.totalCost }),
  },
};
