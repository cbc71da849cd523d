import { connection, type ConnectionArguments } from '../../../connections.ts';
import type { Resolvers } from '../../../schema.ts';
import type { EducationContext } from '../../context.ts';
import { id, type Reference } from './id.ts';

/** A record of lending, of which nothing is known here but that it exists. */
type Stub = { readonly id: number; readonly uuid: string };

/** What lending knows, and schools add to. */
export const lendersRecords: Resolvers<EducationContext> = {
  Member: {
    __resolveReference: (reference: Reference, { loaders }) => loaders.members.load(reference.id),
    id,
    sponsorships: (member: Stub, args: ConnectionArguments, { loaders, cursors }) =>
      connection('sponsorships', args, cursors, {
        slice: (slice) => loaders.sponsorshipsOfMember(member.id, slice),
        count: () => loaders.sponsorshipCountOfMember.load(member.id),
      }),
    sponsoredInvoices: (member: Stub, args: ConnectionArguments, { loaders, cursors }) =>
      connection('invoices', args, cursors, {
        slice: (slice) => loaders.invoicesOfSponsor(member.id, slice),
        count: () => loaders.invoiceCountOfSponsor.load(member.id),
      }),
  },

  Loan: { id },

  Disbursement: {
    __resolveReference: (reference: Reference, { loaders }) => loaders.disbursements.load(reference.id),
    id,
    settledInvoicePayments: (disbursement: Stub, _, { loaders }) =>
      loaders.paymentsOfDisbursement.load(disbursement.id),
  },
};
