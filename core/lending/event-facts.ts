import { fact, type EventFacts, type Facts } from '../kernel/event-facts.ts';
import { disbursementLifecycle } from './disbursement/lifecycle.ts';
import { CHANNELS } from './disbursement/channel.ts';
import { floatTopUpLifecycle } from './float-top-up/lifecycle.ts';
import { guaranteeLifecycle } from './guarantee/lifecycle.ts';
import { PROVIDER_NAMES } from '../payments/channels.ts';
import { INCIDENT_KINDS } from '../payments/incident/incident.ts';
import { incidentLifecycle } from '../payments/incident/lifecycle.ts';
import { loanLifecycle } from './loan/lifecycle.ts';
import { loanProductLifecycle } from './product/lifecycle.ts';
import { PUBLISHED_NAMES } from './product/loan-product.ts';
import { repaymentLifecycle } from './repayment/lifecycle.ts';
import { REPAYMENT_CHANNELS } from './repayment/repayment.ts';

const reason = fact.nullable(fact.text('Why.'));
const INCOME = ['interest', 'fees', 'penalties'];
const income = {
  part: fact.oneOf(INCOME, 'What is charged or forgiven.'),
  amount: fact.money('Minor units.'),
  reason,
};

const loan: EventFacts = {
  lifecycle: loanLifecycle,
  // Arrears are no state of a loan, but a lender wants to know of them.
  others: { 'loan.overdue': 'An instalment of the loan fell overdue.' },
  subjectType: 'loan',
  always: {
    loan_no: fact.text('The number of the loan.'),
    member_id: fact.id('member', 'The borrower.'),
    product_id: fact.id('loan_product', 'The product that the loan is of.'),
    principal: fact.money('Minor units.'),
    state: fact.state(loanLifecycle),
  },
  // A loan closes and is overpaid by repayments and by waivers alike; these say what was forgiven.
  sometimes: {
    ...income,
    instalment: fact.count('The number of the instalment that is charged.'),
    invoice_id: fact.id('invoice', 'The invoice that the loan pays, of a school-fee loan.'),
  },
  of: {
    'loan.approved': { approved_principal: fact.money('What may be disbursed, minor units.') },
    'loan.rejected': { reason },
    'loan.withdrawn': { reason },
    'loan.disbursed': {
      amount: fact.money('What was lent with this disbursement, minor units.'),
      disbursement_uuid: fact.nullable(fact.uuid('The disbursement; null where no money left the society.')),
      disbursed_at: fact.date('The value date.'),
    },
    'loan.disbursement_undone': {
      reason,
      amount: fact.money('What is no longer lent, minor units.'),
      disbursement_uuid: fact.uuid('The disbursement that was taken back.'),
    },
    'loan.refinancing_adjusted': {
      amount: fact.money('What is lent more with the settlement, minor units; negative: less.'),
    },
    'loan.disbursement_reduced': {
      amount: fact.money('What came back and was never lent, minor units.'),
      disbursement_uuid: fact.uuid('The disbursement of which it came back.'),
      reason,
    },
    'loan.refund_reclaimed': {
      amount: fact.money('What went to the member as paid too much and is owed now, minor units.'),
    },
    'loan.charged': income,
    'loan.waived': income,
    'loan.rescheduled': {
      change: fact.map('What was agreed, as it was requested.'),
      reason,
      schedule_version: fact.count('The version of the schedule that is in force.'),
      maturity_date: fact.nullable(fact.date('The last due date.')),
    },
    'loan.refinanced': { refinanced_by: fact.uuid('The loan that paid this one off.') },
    'loan.charged_off': { reason, amount: fact.money('What the books gave up, minor units.') },
    'loan.written_off': { reason, amount: fact.money('What was written off, minor units.') },
    'loan.write_off_undone': { reason, amount: fact.money('What is owed again, minor units.') },
    'loan.recovered': {
      amount: fact.money('What came in, minor units.'),
      recovered: fact.money('All that came in since the debt was written off, minor units.'),
    },
    'loan.recovery_reversed': {
      amount: fact.money('What was taken back, minor units.'),
      recovered: fact.money('All that came in since the debt was written off, minor units.'),
    },
    'loan.arrears_paused': {
      from: fact.date('The first day on which lateness is not counted.'),
      until: fact.nullable(fact.date('The last such day; null: until it is resumed.')),
      reason,
    },
    'loan.arrears_resumed': { from: fact.date('The day from which lateness counts again.') },
    'loan.overpayment_transferred': {
      amount: fact.money('What was saved for the member, minor units.'),
      savings_account_uuid: fact.uuid('The account that it went to.'),
    },
    'loan.overpayment_refunded': {
      amount: fact.money('What went back, minor units.'),
      channel: fact.text('How it was paid.'),
      reference: fact.nullable(fact.text('The reference of the payment.')),
    },
    'loan.overdue': {
      days_past_due: fact.count('Days since the oldest unpaid instalment was due.'),
      arrears: fact.money('What is overdue, minor units.'),
      classification: fact.text('The institution’s class of lateness.'),
    },
  },
};

const moved = (part: string) => fact.money(`The change of ${part}, minor units.`);
const allocation: Facts = {
  principal: fact.money('What of it paid principal, minor units.'),
  interest: fact.money('What of it paid interest, minor units.'),
  fees: fact.money('What of it paid fees, minor units.'),
  penalties: fact.money('What of it paid penalties, minor units.'),
  overpayment: fact.money('What of it belongs to the member, minor units.'),
};

/** What events of lending carry. */
export const lendingFacts: readonly EventFacts[] = [
  loan,
  {
    lifecycle: loanProductLifecycle,
    subjectType: 'loan_product',
    always: { code: fact.text('The code of the product.') },
    of: {
      'loan_product.updated': { changed: fact.someOf(Object.values(PUBLISHED_NAMES), 'The fields that were changed.') },
    },
    sometimes: { state: fact.state(loanProductLifecycle) },
  },
  {
    lifecycle: disbursementLifecycle,
    subjectType: 'disbursement',
    always: {
      loan_id: fact.id('loan', 'The loan.'),
      agent_id: fact.nullable(fact.text('The number of the agent whose float pays; null where a bank does.')),
      amount: fact.money('What is lent, minor units.'),
      netted: fact.money('What of it is deducted for fees, minor units.'),
      channel: fact.oneOf(CHANNELS, 'How it is paid.'),
      state: fact.state(disbursementLifecycle),
      provider_ref: fact.nullable(fact.text('The provider’s reference, once there is one.')),
    },
    of: {
      'disbursement.failed': { failure_code: fact.text('Why it failed.') },
      'disbursement.referred': { failure_code: fact.text('Why people have to settle it.') },
      'disbursement.reversed': { reversal_receipt_no: fact.text('The provider’s receipt of the reversal.') },
      'disbursement.returned': { reversal_receipt_no: fact.text('The provider’s receipt of the return.') },
      'disbursement.partly_returned': {
        returned: fact.money('What came back, minor units.'),
        reversal_receipt_no: fact.text('The provider’s receipt of the return.'),
        reason,
      },
      'disbursement.cancelled': { reason },
      'disbursement.outcome_proposed': {
        outcome: fact.oneOf(['paid', 'not_paid'], 'What a person says became of it.'),
        proposed_by: fact.text('Who says so.'),
      },
    },
  },
  {
    lifecycle: repaymentLifecycle,
    subjectType: 'repayment',
    always: {
      loan_id: fact.id('loan', 'The loan.'),
      amount: fact.money('Minor units.'),
      channel: fact.oneOf(REPAYMENT_CHANNELS, 'Where the money came from.'),
      receipt_no: fact.text('Our receipt.'),
      ...allocation,
      recovered: fact.money('What of it came in on a debt that was written off, minor units.'),
    },
    of: {
      'repayment.reversed': { reason },
      'repayment.reallocated': Object.fromEntries(
        Object.keys(allocation).map((part) => [`moved_${part}`, moved(part)]),
      ),
    },
  },
  {
    lifecycle: guaranteeLifecycle,
    subjectType: 'guarantee',
    always: {
      loan_id: fact.id('loan', 'The loan.'),
      member_id: fact.id('member', 'The guarantor.'),
      amount: fact.money('What was promised, minor units.'),
      liable: fact.money('What of it still binds the guarantor, minor units.'),
      state: fact.state(guaranteeLifecycle),
    },
    of: { 'guarantee.discharged': { reason } },
  },
  {
    lifecycle: incidentLifecycle,
    subjectType: 'incident',
    always: {
      kind: fact.oneOf(INCIDENT_KINDS, 'What does not fit.'),
      state: fact.state(incidentLifecycle),
      disbursement_id: fact.nullable(fact.id('disbursement', 'The disbursement that it is about.')),
      subject: fact.nullable(
        fact.object(
          { type: fact.text('What it is: repayment, payout, collection.'), uuid: fact.uuid('Its uuid.') },
          'The record that it is about, where it is about a receipt.',
        ),
      ),
      amount: fact.nullable(fact.money('What is at stake, minor units.')),
      summary: fact.text('What was seen.'),
      resolution: fact.nullable(fact.text('What was found and done.')),
    },
  },
  {
    others: { 'float.low': 'What an agent may still promise has fallen below the threshold.' },
    subjectType: 'agent',
    always: {
      agent_id: fact.text('The number of the agent.'),
      available_float: fact.money('What may still be promised, minor units.'),
      low_float: fact.money('The threshold, minor units.'),
    },
  },
  {
    others: { 'float.transferred': 'An agent handed float to another one.' },
    subjectType: 'agent',
    always: {
      agent_id: fact.text('The number of the agent who gave it.'),
      to_agent_id: fact.text('The number of the agent who has it now.'),
      provider: fact.oneOf(PROVIDER_NAMES, 'In whose account the float lies.'),
      amount: fact.money('Minor units.'),
      reason: fact.text('Why.'),
    },
  },
  {
    others: { 'float.split': 'An operator split the float of an agent into stripes, or joined it again.' },
    subjectType: 'agent',
    always: {
      agent_id: fact.text('The number of the agent.'),
      stripes: fact.count('Into how many; 1: it is joined.'),
      stripes_before: fact.count('Into how many it was split before.'),
    },
  },
  {
    others: { 'float.limited': 'Limits of an agent’s float were set.' },
    subjectType: 'agent',
    always: {
      agent_id: fact.text('The number of the agent.'),
      low_float: fact.nullable(fact.money('The threshold of a low float, minor units; null: none.')),
      low_float_before: fact.nullable(fact.money('The threshold before.')),
      daily_limit: fact.nullable(fact.money('What may be paid out in a day, minor units; null: as much as there is.')),
      daily_limit_before: fact.nullable(fact.money('The daily limit before.')),
    },
  },
  {
    others: { 'float.charges_paid': 'Float of an agent paid what the provider had charged.' },
    subjectType: 'agent',
    always: {
      agent_id: fact.text('The number of the agent.'),
      provider: fact.oneOf(PROVIDER_NAMES, 'In whose account the float lay, and whose charges were paid.'),
      amount: fact.money('What was paid, minor units.'),
      reference: fact.text('The provider’s receipt.'),
    },
  },
  {
    lifecycle: floatTopUpLifecycle,
    subjectType: 'float_top_up',
    always: {
      agent_id: fact.text('The number of the agent whose float it becomes.'),
      amount: fact.money('What is to be moved, minor units.'),
      moved: fact.nullable(fact.money('What was moved, minor units.')),
      state: fact.state(floatTopUpLifecycle),
      receipt_no: fact.nullable(fact.text('The provider’s receipt.')),
    },
    sometimes: { evidence: fact.nullable(fact.text('Where people have seen what became of it.')) },
    of: {
      'float_top_up.cancelled': { reason },
      'float_top_up.failed': { failure_code: fact.text('Why it failed.') },
      'float_top_up.referred': { failure_code: fact.text('Why people have to settle it.') },
      'float_top_up.reversed': { reversal_receipt_no: fact.text('The provider’s receipt of the reversal.'), reason },
    },
  },
  {
    others: { 'agent.appointed': 'A branch has an agent from whose float it pays out.' },
    subjectType: 'agent',
    always: {
      agent_id: fact.text('The number of the agent.'),
      name: fact.text('The name of the agent.'),
      branch_id: fact.id('branch', 'The branch.'),
      provider: fact.oneOf(PROVIDER_NAMES, 'In whose account the float lies.'),
    },
  },
  {
    others: { 'float.topped_up': 'An agent’s float was filled up.' },
    subjectType: 'agent',
    always: {
      agent_id: fact.text('The number of the agent.'),
      provider: fact.oneOf(PROVIDER_NAMES, 'In whose account the float lies.'),
      amount: fact.money('What came in, minor units.'),
      reference: fact.text('The reference of the payment.'),
    },
  },
];
