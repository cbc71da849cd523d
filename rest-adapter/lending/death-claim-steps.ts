import Type, { type Static } from 'typebox';
import { invalidField } from '#core/kernel/field-error.ts';
import { actionsOf } from '#core/kernel/steps.ts';
import { CLAIM_DOCUMENT_KINDS } from '#core/membership/death-claim/documents.ts';
import { deathClaimSteps } from '#core/membership/use-cases/death-claim/handle-claim.ts';
import { CLAIM_CHANNELS } from '#core/membership/use-cases/death-claim/pay-beneficiary.ts';
import type { App } from '#platform/app/compose.ts';
import type { ProposableRequest } from '#platform/app/transact.ts';
import type { Caller } from '#platform/auth/caller.ts';
import { actionBody, eachTaking } from '../action-body.ts';
import { referenceIn, refuseBesideAction } from '../records.ts';
import {
  documentNo,
  instant,
  nullable,
  object,
  phone,
  positiveCents,
  readInstant,
  reference,
  reversalCause,
  text,
} from '../shapes.ts';

const METHODS = ['insurance', 'set_off'] as const;
const PatchSchema = object({
  action: Type.Enum(actionsOf(deathClaimSteps), { description: 'The step to take.' }),
  document_kind: Type.Optional(Type.Enum(CLAIM_DOCUMENT_KINDS, { description: 'add_document: what it is.' })),
  document_reference: Type.Optional(text('add_document: its number, and where it is found.', 128)),
  name: Type.Optional(text('appoint: the full name of who a court names.', 200)),
  relationship: Type.Optional(text('appoint: administrator, executor.', 50)),
  id_number: Type.Optional(nullable(documentNo('appoint: number of a document of identity.', 32))),
  phone: Type.Optional(nullable(phone('appoint: international format with a leading +.'))),
  in_place_of: Type.Optional(
    nullable(Type.Integer({ minimum: 1, maximum: 20, description: 'appoint: the number of the beneficiary.' })),
  ),
  loan_id: Type.Optional(reference('settle_loan: the loan of the member.')),
  method: Type.Optional(
    Type.Enum([...METHODS], {
      description: 'settle_loan: insurance is money that came into the bank, set_off takes it from an account.',
    }),
  ),
  savings_account_id: Type.Optional(reference('settle_loan by set_off: the account of the member.')),
  amount: Type.Optional(
    positiveCents('settle_loan: minor units; by set_off all that is owed by default, as far as the account has it.'),
  ),
  paid_at: Type.Optional(nullable(instant('settle_loan by insurance: when it was paid; now by default.'))),
  beneficiary: Type.Optional(Type.Integer({ minimum: 1, maximum: 20, description: 'pay: the number.' })),
  channel: Type.Optional(Type.Enum([...CLAIM_CHANNELS], { description: 'pay: how.' })),
  reference: Type.Optional(text('settle_loan by insurance and pay by bank: the receipt of the bank.', 64)),
  part: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000, description: 'reverse_part: its number.' })),
  reason: Type.Optional(text('reverse_part: why.', 500)),
  cause: Type.Optional(reversalCause),
});
type Patch = Static<typeof PatchSchema>;

/** What a step takes beside its name. */
const TAKES = {
  add_document: ['document_kind', 'document_reference'],
  appoint: ['name', 'relationship', 'id_number', 'phone', 'in_place_of'],
  verify: [],
  settle_loan: ['loan_id', 'method', 'savings_account_id', 'amount', 'paid_at', 'reference'],
  distribute: [],
  pay: ['beneficiary', 'channel', 'reference'],
  reverse_part: ['part', 'reason', 'cause'],
  close: [],
} as const satisfies { readonly [Action in keyof typeof deathClaimSteps]: readonly (keyof Patch)[] };

/** The body of a step. */
export const ClaimStepBody = actionBody(PatchSchema, eachTaking(TAKES));

/** @throws DomainError validation_failed (invalid) */
function required<Field extends keyof Patch>(body: Patch, field: Field): NonNullable<Patch[Field]> {
  const value = body[field];
  if (value !== undefined && value !== null) return value;
  throw invalidField(field, 'required', `The step ${body.action} takes ${field}.`);
}

type Step = {
  readonly app: App;
  readonly caller: Caller;
  readonly body: Patch;
  readonly on: { readonly deathClaimId: number; readonly version: number | undefined };
  readonly request: ProposableRequest<{ readonly uuid: string }>;
};

async function settlementIn({ app, caller, body }: Pick<Step, 'app' | 'caller' | 'body'>) {
  const loanId = await referenceIn(app, caller, 'loan_id', required(body, 'loan_id'), (views) => views.loans.one);
  if (required(body, 'method') === 'insurance') {
    refuseBesideAction(Object.keys(body), ['action', 'loan_id', 'method', 'amount', 'paid_at', 'reference']);
    const paidAt = body.paid_at == null ? null : readInstant('paid_at', body.paid_at);
    const paid = { amount: BigInt(required(body, 'amount')), reference: required(body, 'reference'), paidAt };
    return { method: 'insurance', loanId, ...paid } as const;
  }
  refuseBesideAction(Object.keys(body), ['action', 'loan_id', 'method', 'amount', 'savings_account_id']);
  const account = required(body, 'savings_account_id');
  return {
    method: 'set_off',
    loanId,
    savingsAccountId: await referenceIn(
      app,
      caller,
      'savings_account_id',
      account,
      (views) => views.savingsAccounts.one,
    ),
    amount: body.amount === undefined ? null : BigInt(body.amount),
  } as const;
}

/** Carries out the step that a body names. */
export async function takeClaimStep(step: Step) {
  const { app, body, on, request } = step;
  refuseBesideAction(Object.keys(body), ['action', ...TAKES[body.action]]);
  const { deathClaims } = app;
  switch (body.action) {
    case 'add_document': {
      const document = { kind: required(body, 'document_kind'), document: required(body, 'document_reference') };
      return deathClaims.addClaimDocument(request, { ...on, ...document });
    }
    case 'appoint': {
      const { id_number: number = null, phone: called = null, in_place_of: inPlaceOf = null } = body;
      const who = { name: required(body, 'name'), relationship: required(body, 'relationship') };
      return deathClaims.appointRepresentative(request, {
        ...on,
        person: { ...who, id_number: number, phone: called },
        inPlaceOf,
      });
    }
    case 'settle_loan':
      return deathClaims.settleClaimLoan(request, { ...on, settlement: await settlementIn(step) });
    case 'pay':
      return deathClaims.payBeneficiary(request, {
        ...on,
        beneficiary: required(body, 'beneficiary'),
        channel: required(body, 'channel'),
        reference: body.reference ?? null,
      });
    case 'reverse_part': {
      const { reason = null, cause } = body;
      return deathClaims.reverseClaimPart(request, { ...on, part: required(body, 'part'), reason, cause });
    }
    case 'verify':
    case 'distribute':
    case 'close':
      return deathClaims[deathClaimSteps[body.action]](request, on);
  }
}
