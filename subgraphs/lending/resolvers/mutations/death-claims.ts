import { invalidField } from '#core/kernel/field-error.ts';
import type { DeathClaim } from '#core/membership/death-claim/death-claim.ts';
import type { ClaimDocumentKind } from '#core/membership/death-claim/documents.ts';
import type { ClaimChannel } from '#core/membership/use-cases/death-claim/pay-beneficiary.ts';
import type { ReversalCause } from '#core/payments/payment-receipt.ts';
import { named } from '../../../change.ts';
import { check, documentNo, text } from '../../../check-input.ts';
import type { LendingContext } from '../../context.ts';
import { change } from './change.ts';

type OnClaim = { readonly deathClaimId: string };
type AddDocument = OnClaim & { readonly documentKind: ClaimDocumentKind; readonly documentReference: string };
type Appoint = OnClaim & {
  readonly name: string;
  readonly relationship: string;
  readonly idNumber?: string | null;
  readonly phone?: string | null;
  readonly inPlaceOf?: number | null;
};
type Settle = OnClaim & {
  readonly loanId: string;
  readonly method: 'insurance' | 'set_off';
  readonly savingsAccountId?: string | null;
  readonly amount?: bigint | null;
  readonly paidAt?: Temporal.Instant | null;
  readonly reference?: string | null;
};
type Pay = OnClaim & {
  readonly beneficiary: number;
  readonly channel: ClaimChannel;
  readonly reference?: string | null;
};
type ReversePart = OnClaim & { readonly part: number; readonly reason: string; readonly cause?: ReversalCause | null };

const rules = {
  documentReference: text(128),
  name: text(200),
  relationship: text(50),
  idNumber: documentNo(32),
  reference: text(64),
  reason: text(500),
};

const show = async (uuid: string, { loaders }: LendingContext) => ({
  deathClaim: await loaders.deathClaims.load(uuid),
});

type Call<Input> = { readonly input: Input; readonly version: number | undefined; readonly context: LendingContext };

/** The claim that the input names. */
async function on<Input extends OnClaim>({ input, version, context }: Call<Input>) {
  check(input, rules);
  const { id } = await named('deathClaimId', input.deathClaimId, 'death claim', context.loaders.deathClaims);
  return { deathClaimId: id, version };
}

/** @throws DomainError validation_failed (invalid) */
function required<T>(input: Settle, field: keyof Settle, value: T | null | undefined): T {
  if (value !== null && value !== undefined) return value;
  throw invalidField(field, 'required', `A settlement by ${input.method} takes ${field}.`);
}
/** @throws DomainError validation_failed (invalid) */
function refuseBeside(input: Settle, fields: readonly (keyof Settle)[]): void {
  const [field] = fields.filter((each) => input[each] !== null && input[each] !== undefined);
  if (field === undefined) return;
  throw invalidField(field, 'unknown', `A settlement by ${input.method} takes no ${field}.`);
}

async function settlementIn({ input, context: { loaders } }: Call<Settle>) {
  const { id: loanId } = await named('loanId', input.loanId, 'loan', loaders.loans.byUuid);
  if (input.method === 'insurance') {
    refuseBeside(input, ['savingsAccountId']);
    const amount = required(input, 'amount', input.amount);
    const reference = required(input, 'reference', input.reference);
    return { method: 'insurance', loanId, amount, reference, paidAt: input.paidAt ?? null } as const;
  }
  refuseBeside(input, ['paidAt', 'reference']);
  const account = required(input, 'savingsAccountId', input.savingsAccountId);
  const { id } = await named('savingsAccountId', account, 'savings account', loaders.savingsAccounts);
  return { method: 'set_off', loanId, savingsAccountId: id, amount: input.amount ?? null } as const;
}

/** A step that takes nothing but the claim. */
const step = (name: 'verifyDeathClaim' | 'distributeEstate' | 'closeDeathClaim') =>
  change<OnClaim, DeathClaim>({
    show,
    run: async (call, request) => call.context.app.deathClaims[name](request(), await on(call)),
  });

export const deathClaimMutations = {
  addClaimDocument: change<AddDocument, DeathClaim>({
    show,
    run: async (call, request) => {
      const { documentKind: kind, documentReference: document } = call.input;
      return call.context.app.deathClaims.addClaimDocument(request(), { ...(await on(call)), kind, document });
    },
  }),
  appointRepresentative: change<Appoint, DeathClaim>({
    show,
    run: async (call, request) => {
      const { name, relationship, idNumber = null, phone = null, inPlaceOf = null } = call.input;
      const person = { name, relationship, id_number: idNumber, phone };
      return call.context.app.deathClaims.appointRepresentative(request(), { ...(await on(call)), person, inPlaceOf });
    },
  }),
  verifyDeathClaim: step('verifyDeathClaim'),
  settleClaimLoan: change<Settle, DeathClaim>({
    show,
    run: async (call, request) => {
      const claim = await on(call);
      const settlement = await settlementIn(call);
      return call.context.app.deathClaims.settleClaimLoan(request(), { ...claim, settlement });
    },
  }),
  distributeEstate: step('distributeEstate'),
  payBeneficiary: change<Pay, DeathClaim>({
    show,
    run: async (call, request) => {
      const { beneficiary, channel, reference = null } = call.input;
      const paid = { beneficiary, channel, reference };
      return call.context.app.deathClaims.payBeneficiary(request(), { ...(await on(call)), ...paid });
    },
  }),
  reverseClaimPart: change<ReversePart, DeathClaim>({
    show,
    run: async (call, request) => {
      const { part, reason, cause } = call.input;
      const undoing = { part, reason, cause: cause ?? undefined };
      return call.context.app.deathClaims.reverseClaimPart(request(), { ...(await on(call)), ...undoing });
    },
  }),
  closeDeathClaim: step('closeDeathClaim'),
};
