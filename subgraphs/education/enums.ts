import { UNIT_STATUSES } from '#core/education/enrolment/enrolment.ts';
import { enrolmentLifecycle } from '#core/education/enrolment/lifecycle.ts';
import { FEE_CATEGORIES } from '#core/education/fee-category.ts';
import { SCORE_STATUSES } from '#core/education/grading/assess.ts';
import { COMPONENT_KINDS } from '#core/education/grading/component.ts';
import { PAYER_TYPES } from '#core/education/invoice/invoice.ts';
import { invoiceLifecycle } from '#core/education/invoice/lifecycle.ts';
import { paymentLifecycle } from '#core/education/payment/lifecycle.ts';
import { PAYMENT_METHODS } from '#core/education/payment/payment.ts';
import { TERM_KINDS } from '#core/education/programme/calendar.ts';
import { PROGRAMME_LEVELS, programmeLifecycle } from '#core/education/programme/programme.ts';
import { HONOURS } from '#core/education/grading/averages.ts';
import { GRADING_PRESETS } from '#core/education/grading/presets.ts';
import { resultLifecycle } from '#core/education/result/lifecycle.ts';
import { sponsorshipLifecycle } from '#core/education/sponsorship/sponsorship.ts';
import { studentLifecycle } from '#core/education/student/lifecycle.ts';
import { PROTECTED_OF_MINORS } from '#core/education/student/privacy.ts';
import { SPONSORSHIP_TYPES, STUDY_MODES } from '#core/education/study.ts';
import { STATEMENT_LINES } from '#core/education/statement.ts';
import { REVERSAL_CAUSES } from '#core/payments/payment-receipt.ts';
import { enumResolvers, type LifecyclesByType, type WordsByEnum } from '../derive-enums.ts';
import { stepWords } from '../steps.ts';
import { educationSteps } from './steps.ts';
import { enumValues } from '../enums.ts';
import type { Resolvers } from '../schema.ts';

/** What enums.graphql is derived from. */
export const educationLifecycles: LifecyclesByType = {
  Student: studentLifecycle,
  Programme: programmeLifecycle,
  Enrolment: enrolmentLifecycle,
  Invoice: invoiceLifecycle,
  InvoicePayment: paymentLifecycle,
  Result: resultLifecycle,
  Sponsorship: sponsorshipLifecycle,
};

export const educationWords: WordsByEnum = stepWords(educationSteps);

/** The enums that are derived, and those that schema.graphql spells out. */
export const educationEnums: Resolvers<never> = {
  ...enumResolvers(educationLifecycles, educationWords),
  Gender: enumValues(['female', 'male', 'other', 'undisclosed']),
  ProtectedField: enumValues(PROTECTED_OF_MINORS),
  StudyMode: enumValues(STUDY_MODES),
  SponsorshipType: enumValues(SPONSORSHIP_TYPES),
  SponsorConsent: enumValues(['balance', 'marks', 'revoked']),
  ProgrammeLevel: enumValues(PROGRAMME_LEVELS),
  TermKind: enumValues(TERM_KINDS),
  UnitStatus: enumValues(UNIT_STATUSES),
  FeeCategory: enumValues(FEE_CATEGORIES),
  PayerType: enumValues(PAYER_TYPES),
  GradingPreset: enumValues(Object.keys(GRADING_PRESETS)),
  StatementLineType: enumValues(STATEMENT_LINES),
  Honours: enumValues(HONOURS),
  PaymentMethod: enumValues(PAYMENT_METHODS),
  ReversalCause: enumValues(REVERSAL_CAUSES),
  GradeEntry: enumValues(['marks', 'grade']),
  MarkRounding: enumValues(['none', 'half_up_0dp']),
  ComponentKind: enumValues(COMPONENT_KINDS),
  ScoreStatus: enumValues(SCORE_STATUSES),
  ResultRemark: enumValues(['pass', 'fail', 'supplementary', 'retake', 'special']),
};
