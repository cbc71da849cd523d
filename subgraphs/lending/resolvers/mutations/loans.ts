import type { Loan } from '#core/lending/loan/loan.ts';
import { named } from '../../../change.ts';
import { check, text, wholeNumber } from '../../../check-input.ts';
import type { LendingContext } from '../../context.ts';
import { change } from './change.ts';

type ApplyForLoan = {
  readonly memberId: string;
  readonly productId: string;
  readonly principal: bigint;
  readonly termMonths: number;
  readonly purpose?: string | null;
  readonly instalmentAmount?: bigint | null;
  readonly clientReference?: string | null;
  readonly schoolFee?: { readonly invoiceId: string } | null;
};
type EditLoan = {
  readonly loanId: string;
  readonly principal?: bigint | null;
  readonly termMonths?: number | null;
  readonly purpose?: string | null;
};
const show = async (uuid: string, { loaders }: LendingContext) => ({ loan: await loaders.loans.byUuid.load(uuid) });

const rules = {
  termMonths: wholeNumber(1, 600),
  purpose: text(500),
  clientReference: text(128),
  reason: text(500),
};

const applyForLoan = change<ApplyForLoan, Loan>({
  show,
  run: async ({ input, context: { app, loaders } }, request) => {
    check(input, rules);
    const [member, product, invoice] = await Promise.all([
      named('memberId', input.memberId, 'member', loaders.members.byUuid),
      named('productId', input.productId, 'loan product', loaders.products.byUuid),
      input.schoolFee && named('schoolFee.invoiceId', input.schoolFee.invoiceId, 'invoice', loaders.invoices),
    ]);
    return app.lending.applyForLoan(request(), {
      memberId: member.id,
      productId: product.id,
      principal: input.principal,
      termMonths: input.termMonths,
      purpose: input.purpose ?? null,
      instalmentAmount: input.instalmentAmount ?? null,
      clientReference: input.clientReference ?? null,
      invoiceId: invoice?.id ?? null,
    });
  },
});

const editLoan = change<EditLoan, Loan>({
  show,
  run: async ({ input, version, context: { app, loaders } }, request) => {
    check(input, rules);
    const loan = await named('loanId', input.loanId, 'loan', loaders.loans.byUuid);
    return app.lending.editLoan(request(), {
      loanId: loan.id,
      version,
      changes: {
        ...(input.principal == null ? {} : { principal: input.principal }),
        ...(input.termMonths == null ? {} : { termMonths: input.termMonths }),
        ...(input.purpose === undefined ? {} : { purpose: input.purpose }),
      },
    });
  },
});

export const loanMutations = {
  applyForLoan,
  editLoan,
};
