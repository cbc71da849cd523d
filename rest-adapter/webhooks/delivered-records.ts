import type { TObject } from 'typebox';
import { PERSONAL_FIELDS } from '#platform/app/personal-readings.ts';
import type { ShowRecords } from '#platform/app/processes/delivery/records.ts';
import type { Views } from '#platform/app/views.ts';
import { feeStructures, FeeStructureSchema } from '../education/catalogue/fee-structures.ts';
import { scales, GradingScaleSchema } from '../education/catalogue/grading-scales.ts';
import { intakes, IntakeSchema, terms, TermSchema, years, YearSchema } from '../education/catalogue/periods.ts';
import { programmes, ProgrammeSchema } from '../education/catalogue/programmes.ts';
import { units, UnitSchema } from '../education/catalogue/units.ts';
import { creditNotes, CreditNoteSchema } from '../education/credit-notes.ts';
import { enrolments, EnrolmentSchema } from '../education/enrolment-steps.ts';
import { InvoiceSchema } from '../education/invoice-shape.ts';
import { invoices } from '../education/invoices.ts';
import { payments, PaymentSchema } from '../education/payment-shape.ts';
import { ResultSchema } from '../education/result-shape.ts';
import { results } from '../education/results.ts';
import { StudentSchema } from '../education/student-shape.ts';
import { students } from '../education/student-steps.ts';
import { claimBody, DeathClaimSchema } from '../lending/death-claim-shape.ts';
import { disbursementBody, DisbursementSchema } from '../lending/disbursement-shape.ts';
import { FloatTopUpSchema, topUps } from '../lending/float-top-ups.ts';
import { guarantees, GuaranteeSchema } from '../lending/guarantees.ts';
import { incidents, IncidentSchema } from '../lending/incidents.ts';
import { loanBody, LoanSchema } from '../lending/loan-shape.ts';
import { memberBody, MemberSchema } from '../lending/member-shape.ts';
import { mobileMoneyBody, MobileMoneySchema } from '../lending/mobile-money-shape.ts';
import { productBody, ProductSchema } from '../lending/product-shape.ts';
import { proposals, ProposalSchema } from '../lending/proposals.ts';
import { breaks, BreakSchema } from '../lending/reconciliation.ts';
import { repaymentBody, RepaymentSchema } from '../lending/repayment-shape.ts';
import {
  savingsAccountBody,
  SavingsAccountSchema,
  savingsTransactionBody,
  SavingsTransactionSchema,
} from '../lending/savings-shape.ts';
import { collectionBody, CollectionSchema } from '../payment-bridge/collections.ts';
import { payoutBody, PayoutSchema } from '../payment-bridge/payouts.ts';
import { refundBody, RefundSchema } from '../payment-bridge/refunds.ts';
import { topupBody, TopupSchema } from '../payment-bridge/topups.ts';
import { idsOf, type Ids } from '../records.ts';
import { object } from '../shapes.ts';
import { deliveryBody, DeliverySchema, webhookBody, WebhookSchema } from './shapes.ts';

type Reader = { readonly clientId: number; readonly scopes: readonly string[] };
type Seen = { readonly uuid: string };

/** Records of one kind, as the API shows them. */
type Kind = {
  readonly schema: TObject;
  /** Only its own client reads it: the records of each client are read with a statement of their own. */
  readonly isOwn: boolean;
  readonly show: (
    views: Views,
    uuids: readonly string[],
    as: { readonly ids: Ids; readonly reader: Reader },
  ) => Promise<ReadonlyMap<string, () => object>>;
};

/**
 * @param without members that no delivery carries: personal data that are more than a masked number. Who is shown them by the
 *   API is written down; nobody knows who reads what was posted.
 */
function kind<Record extends Seen>(
  schema: TObject,
  read: (views: Views, uuids: readonly string[], reader: Reader) => Promise<readonly Record[]>,
  body: (record: Record, ids: Ids, reader: Reader) => object,
  { without = [], isOwn = false }: { readonly without?: readonly string[]; readonly isOwn?: boolean } = {},
): Kind {
  return {
    schema: without.length === 0 ? schema : lessOf(schema, without),
    isOwn,
    show: async (views, uuids, { ids, reader }) =>
      new Map(
        (await read(views, uuids, reader)).map((record) => [
          record.uuid,
          () => {
            const members = Object.entries(body(record, ids, reader)).filter(([name]) => !without.includes(name));
            return Object.fromEntries(members);
          },
        ]),
      ),
  };
}

function lessOf(schema: TObject, without: readonly string[]): TObject {
  const members = Object.entries(schema.properties).filter(([name]) => !without.includes(name));
  // Schemas carry the names that they were made with, which their type leaves out.
  return object(Object.fromEntries(members), { $id: `Delivered${(schema as { readonly $id?: string }).$id ?? ''}` });
}

/** Numbers are masked in every payload; what else is personal is left out. */
const personal = (record: keyof typeof PERSONAL_FIELDS, ...more: readonly string[]) => ({
  without: [...PERSONAL_FIELDS[record].filter((field) => field !== 'national_id' && field !== 'phone'), ...more],
});
const own = { isOwn: true } as const;

/** The records that deliveries carry, by what events call their subjects. */
export const DELIVERED: { readonly [subject: string]: Kind } = {
  member: kind(MemberSchema, (views, uuids) => views.members.byUuids(uuids), memberBody, personal('member')),
  // Its parts name who is paid, and where.
  death_claim: kind(
    DeathClaimSchema,
    (views, uuids) => views.deathClaims.byUuids(uuids),
    claimBody,
    personal('death_claim', 'parts'),
  ),
  loan: kind(LoanSchema, (views, uuids) => views.loans.byUuids(uuids), loanBody),
  loan_product: kind(ProductSchema, (views, uuids) => views.products.byUuids(uuids), productBody),
  guarantee: kind(GuaranteeSchema, (views, uuids) => views.guarantees.byUuids(uuids), guarantees.body),
  proposal: kind(ProposalSchema, (views, uuids) => views.proposals.byUuids(uuids), proposals.body),
  // The account at a bank is by default the one on the member’s record.
  disbursement: kind(DisbursementSchema, (views, uuids) => views.disbursements.byUuids(uuids), disbursementBody, {
    without: ['bank_account'],
  }),
  float_top_up: kind(FloatTopUpSchema, (views, uuids) => views.floatTopUps.byUuids(uuids), topUps.body),
  incident: kind(IncidentSchema, (views, uuids) => views.incidents.byUuids(uuids), incidents.body),
  repayment: kind(RepaymentSchema, (views, uuids) => views.repayments.byUuids(uuids), repaymentBody),
  savings_account: kind(
    SavingsAccountSchema,
    (views, uuids) => views.savingsAccounts.byUuids(uuids),
    savingsAccountBody,
  ),
  savings_transaction: kind(
    SavingsTransactionSchema,
    (views, uuids) => views.savingsTransactions.byUuids(uuids),
    savingsTransactionBody,
  ),
  mobile_money_transaction: kind(
    MobileMoneySchema,
    (views, uuids) => views.mobileMoney.byUuids(uuids),
    mobileMoneyBody,
  ),
  reconciliation_break: kind(BreakSchema, (views, uuids) => views.breaks.byUuids(uuids), breaks.body),
  student: kind(StudentSchema, (views, uuids) => views.students.byUuids(uuids), students.body, personal('student')),
  enrolment: kind(EnrolmentSchema, (views, uuids) => views.enrolments.byUuids(uuids), enrolments.body),
  invoice: kind(InvoiceSchema, (views, uuids) => views.invoices.byUuids(uuids), invoices.body),
  payment: kind(PaymentSchema, (views, uuids) => views.payments.byUuids(uuids), payments.body),
  credit_note: kind(CreditNoteSchema, (views, uuids) => views.creditNotes.byUuids(uuids), creditNotes.body),
  // As they are published: a webhook has scopes to read alone.
  result: kind(ResultSchema, (views, uuids) => views.results.byUuids(uuids), results.body),
  programme: kind(ProgrammeSchema, (views, uuids) => views.programmes.byUuids(uuids), programmes.body),
  unit: kind(UnitSchema, (views, uuids) => views.units.byUuids(uuids), units.body),
  academic_year: kind(YearSchema, (views, uuids) => views.academicYears.byUuids(uuids), years.body),
  term: kind(TermSchema, (views, uuids) => views.terms.byUuids(uuids), terms.body),
  intake: kind(IntakeSchema, (views, uuids) => views.intakes.byUuids(uuids), intakes.body),
  fee_structure: kind(FeeStructureSchema, (views, uuids) => views.feeStructures.byUuids(uuids), feeStructures.body),
  grading_scale: kind(GradingScaleSchema, (views, uuids) => views.gradingScales.byUuids(uuids), scales.body),
  payout: kind(
    PayoutSchema,
    (views, uuids, { clientId }) => views.bridge.payouts.byUuids(clientId, uuids),
    payoutBody,
    own,
  ),
  collection: kind(
    CollectionSchema,
    (views, uuids, { clientId }) => views.bridge.collections.byUuids(clientId, uuids),
    collectionBody,
    own,
  ),
  refund: kind(
    RefundSchema,
    (views, uuids, { clientId }) => views.bridge.refunds.byUuids(clientId, uuids),
    refundBody,
    own,
  ),
  topup: kind(
    TopupSchema,
    (views, uuids, { clientId }) => views.bridge.topups.byUuids(clientId, uuids),
    topupBody,
    own,
  ),
  webhook: kind(
    WebhookSchema,
    (views, uuids, { clientId }) => views.webhooks.byUuids(uuids, [clientId]),
    webhookBody,
    own,
  ),
  delivery: kind(
    DeliverySchema,
    (views, uuids, { clientId }) => views.webhookDeliveries.byUuids(uuids, [clientId]),
    deliveryBody,
    own,
  ),
};

/**
 * Shows the records that events are about: one statement for each kind, and of a client's own records for each client. What
 * is gone has none.
 */
export const showDelivered: ShowRecords = async (views, wanted) => {
  const shown = new Map<object, () => object>();
  const asked = wanted.filter(({ event }) => Object.hasOwn(DELIVERED, event.subject.type));
  const groups = Map.groupBy(asked, ({ event: { subject }, reader, idFormat }) => {
    const scopes = reader.scopes.toSorted().join(' ');
    return [subject.type, idFormat, scopes, DELIVERED[subject.type]?.isOwn ? reader.clientId : ''].join(' | ');
  });
  for (const group of groups.values()) {
    const [first] = group;
    const found = first && DELIVERED[first.event.subject.type];
    if (!first || !found) continue;
    const uuids = [...new Set(group.map(({ event }) => event.subject.uuid))];
    const as = { ids: idsOf(first.idFormat), reader: first.reader };
    const bodies = await found.show(views, uuids, as);
    for (const each of group) {
      const body = bodies.get(each.event.subject.uuid);
      if (body) shown.set(each, body);
    }
  }
  return (each) => shown.get(each)?.() ?? null;
};
