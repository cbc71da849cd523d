import type { Command, Knowledge } from '../history.ts';
import type { Random } from '../random.ts';

const REASON = { reason: 'The simulation decided so.' };
type Body = Readonly<Record<string, unknown>>;
type Arguments = (known: Knowledge, random: Random, record: any) => Body;

const kycOf = (record: any) => ({
  id_type: 'national_id',
  id_number: record.national_id ?? '11000082',
  date_of_birth: '1991-04-12',
  address: { city: 'Nakuru', county: 'Nakuru', country: 'KE' },
});

/** What an action takes beside its name and a reason, by collection. Null: the action ends too much to come often. */
const ARGUMENTS: Readonly<Record<string, Readonly<Record<string, Arguments>>>> = {
  '/api/v1/members': {
    resubmit_kyc: (_, __, record) => ({ kyc: kycOf(record) }),
    renew_kyc: (_, __, record) => ({ kyc: kycOf(record) }),
    reactivate: (_, __, record) => ({ kyc: kycOf(record) }),
    record_death: (known) => ({ died_on: known.day(-1), document_reference: 'D-1' }),
  },
  '/api/v1/loans': {
    approve: () => ({}),
    charge: (_, random) => ({
      part: random.oneOf(['fees', 'penalties']),
      amount: random.between(1, 90) * 100,
      ...REASON,
    }),
    waive: (_, random) => ({ part: random.oneOf(['interest', 'fees', 'penalties']), ...REASON }),
    refinance: (known, random) => ({
      product_id: known.some('/api/v1/loan_products', random)?.id ?? 1,
      term_months: random.between(2, 12),
      ...(random.chance(0.5) ? { top_up: 100 * random.between(10, 2_000) } : {}),
    }),
    refund_overpayment: (known, random) => ({ channel: 'bank', reference: known.receipt(random) }),
    transfer_to_savings: (known, random) => ({
      savings_account_id: known.some('/api/v1/savings_accounts', random)?.id ?? 1,
    }),
    pause_arrears: (known) => ({ until: known.day(20), ...REASON }),
    reschedule: (known, random) => ({
      from: known.day(random.between(0, 30)),
      instalments: random.between(2, 10),
      ...REASON,
    }),
    undo_disbursement: (known, random) => ({ reversal_receipt_no: known.receipt(random), ...REASON }),
  },
  '/api/v1/students': {
    admit: () => ({}),
    defer: (known) => ({ until: known.day(60) }),
    resume: () => ({}),
    reinstate: () => ({}),
    readmit: () => ({}),
    complete: () => ({}),
    graduate: () => ({}),
    record_death: () => ({}),
  },
  '/api/v1/enrolments': {
    confirm: () => ({}),
    complete: () => ({}),
    defer: (known) => ({ until: known.day(60) }),
    resume: () => ({}),
    transfer: (_, random) => ({ programme_id: random.between(1, 3) }),
  },
  '/api/v1/invoices': { issue: () => ({}) },
  '/api/v1/results': { submit: () => ({}), publish: () => ({}), release: () => ({}) },
  '/api/v1/aml/alerts': {
    assign: () => ({ assignee: 'Amina' }),
    file_sar: () => ({ report_reference: 'FRC-77' }),
  },
};

/** Actions that end a record for good: a society that takes them often has nothing left to do. */
const ENDS =
  /^(erase|blacklist|record_death|exit|discontinue|reject|withdraw|void|write_off|undo_|close|suspend|graduate|retire)/;
/** Actions that are tried although the record does not offer them. */
const TRIED = [
  'approve',
  'reject',
  'withdraw',
  'undo_approval',
  'charge_off',
  'write_off',
  'verify_kyc',
  'freeze',
  'publish',
  'issue',
  'void',
  'close',
];

/** What people do with a record: one of the actions that it offers, or one that it does not. */
export const actionCommands: readonly Command[] = [
  act('/api/v1/members', 4),
  act('/api/v1/loans', 16),
  act('/api/v1/savings_accounts', 3),
  act('/api/v1/students', 3),
  act('/api/v1/enrolments', 3),
  act('/api/v1/invoices', 4),
  act('/api/v1/results', 4),
  act('/api/v1/aml/alerts', 3),
  act('/api/v1/loan_products', 1),
  {
    name: 'change a disbursement',
    weight: 4,
    make: (known, random) => {
      const disbursement = known.some('disbursements', random);
      if (!disbursement) return null;
      const bodies: readonly Body[] = [
        { action: 'confirm_by_bank', provider_ref: known.receipt(random) },
        { action: 'cancel', ...REASON },
        { action: 'reverse', reversal_receipt_no: known.receipt(random), ...REASON },
        {
          action: 'return_part',
          amount: 100 * random.between(1, 20),
          reversal_receipt_no: known.receipt(random),
          ...REASON,
        },
        { action: 'propose_outcome', outcome: 'not_paid', evidence: 'Statement, line 4.' },
      ];
      return {
        method: 'PATCH',
        path: `/api/v1/loans/${disbursement.loan_id}/disbursements/${disbursement.id}`,
        body: random.chance(0.6) && disbursement.channel === 'bank' ? bodies[0]! : random.oneOf(bodies),
      };
    },
  },
];

function act(collection: string, weight: number): Command {
  return {
    name: `act on ${collection.slice('/api/v1/'.length)}`,
    weight,
    make: (known, random) => {
      const record = known.some(collection, random);
      if (!record) return null;
      const offered: readonly string[] = record.available_actions ?? [];
      const gentle = offered.filter((action) => !ENDS.test(action));
      const action =
        gentle.length > 0 && random.chance(0.85)
          ? random.oneOf(gentle)
          : offered.length > 0 && random.chance(0.6)
            ? random.oneOf(offered)
            : random.oneOf(TRIED);
      const rest = ARGUMENTS[collection]?.[action]?.(known, random, record) ?? REASON;
      return { method: 'PATCH', path: `${collection}/${record.id}`, body: { action, ...rest } };
    },
  };
}
