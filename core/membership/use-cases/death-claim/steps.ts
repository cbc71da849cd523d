import {
  amount,
  choice,
  documentNo,
  instant,
  number,
  optional,
  phone,
  record,
  text,
  type FieldsOf,
} from '../../../kernel/step-fields.ts';
import { stepOn, type Steps } from '../../../kernel/steps.ts';
import { REVERSAL_CAUSE } from '../../../payments/choices.ts';
import { CLAIM_DOCUMENT_KIND } from '../../death-claim/documents.ts';
import type { deathClaimLifecycle } from '../../death-claim/lifecycle.ts';
import { addClaimDocument, appointRepresentative, closeDeathClaim, verifyDeathClaim } from './handle-claim.ts';
import { CLAIM_CHANNEL, type PayBeneficiary } from './pay-beneficiary.ts';
import type { ReverseClaimPart } from './reverse-part.ts';
import { SETTLEMENT_METHOD, type SettleClaimLoan } from './settle-loan.ts';

type About = 'deathClaimId';
const step = stepOn<About>();

/** What people do about a claim after a death. */
export const deathClaimSteps = {
  add_document: step({
    name: 'addClaimDocument',
    means: 'Writes down a document of a claim. The same one again changes nothing.',
    run: addClaimDocument,
    fields: {
      documentKind: choice(CLAIM_DOCUMENT_KIND, 'What it is.'),
      documentReference: text(128, 'Its number, and where it is found.'),
    },
  }),
  appoint: step({
    name: 'appointRepresentative',
    means: 'A court says who receives what is left, or one share of it.',
    run: appointRepresentative,
    fields: {
      name: text(200, 'The full name of who the court names.'),
      relationship: text(50, 'Administrator, executor.'),
      idNumber: optional(documentNo(32, 'The number of a document of identity.')),
      phone: optional(phone('Where the representative is called.')),
      inPlaceOf: optional(number(1, 20, 'The number of the beneficiary; left out where the member named none.')),
    },
  }),
  verify: step({
    name: 'verifyDeathClaim',
    means: 'The documents are complete.',
    run: verifyDeathClaim,
    fields: {},
  }),
  settle_loan: {
    name: 'settleClaimLoan',
    means: 'Settles a loan of the member: the insurer paid it, or it is taken from an account. It takes two people.',
    isProposable: true,
    fields: {
      loanId: record('loan', 'The loan of the member.'),
      method: choice(SETTLEMENT_METHOD, 'By whose money.'),
      savingsAccountId: optional(record('savings account', 'The account that a set-off takes it from.')),
      amount: optional(amount('How much; by set-off all that is owed by default, as far as the account has it.')),
      paidAt: optional(instant('When the insurer paid; now where it is left out.')),
      reference: optional(text(64, 'The receipt of the bank, of what the insurer paid.')),
    } satisfies FieldsOf<SettleClaimLoan, About>,
  },
  distribute: {
    name: 'distributeEstate',
    means: 'What is left becomes due to the beneficiaries, each by share. It takes two people.',
    isProposable: true,
    fields: {},
  },
  pay: {
    name: 'payBeneficiary',
    means: 'Pays a beneficiary all that is due. It takes two people.',
    isProposable: true,
    fields: {
      beneficiary: number(1, 20, 'The number of the beneficiary.'),
      channel: choice(CLAIM_CHANNEL, 'How.'),
      reference: optional(text(64, 'The receipt of the bank; required of it.')),
    } satisfies FieldsOf<PayBeneficiary, About>,
  },
  reverse_part: {
    name: 'reverseClaimPart',
    means: 'Undoes a part of a claim that was wrong. It takes two people.',
    isProposable: true,
    fields: {
      part: number(1, 1_000_000, 'Its number in the claim.'),
      cause: optional(choice(REVERSAL_CAUSE, 'Why its receipt is free again, or is not.')),
    } satisfies FieldsOf<ReverseClaimPart, About>,
  },
  close: step({
    name: 'closeDeathClaim',
    means: 'Ends a claim: nothing is owed and nothing is left.',
    run: closeDeathClaim,
    fields: {},
  }),
} as const satisfies Steps<typeof deathClaimLifecycle>;
