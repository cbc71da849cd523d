import { namesOf } from '#core/kernel/names.ts';
import type { ViewContext } from './view.ts';

/**
 * The records that are found by a uuid alone: the types of the graph, with their tables. Deliveries are not: their table lies in up to
 * thirty partitions, of which each look-up of any record would search the index.
 */
const NODES = {
  Member: 'member',
  Loan: 'loan',
  LoanProduct: 'loan_product',
  Disbursement: 'disbursement',
  Repayment: 'repayment',
  SavingsAccount: 'savings_account',
  SavingsProduct: 'savings_product',
  SavingsTransaction: 'savings_transaction',
  Guarantee: 'guarantee',
  Agent: 'agent',
  FloatTopUp: 'float_top_up',
  Incident: 'incident',
  MobileMoneyTransaction: 'mobile_money_transaction',
  Receipt: 'receipt_split',
  Reconciliation: 'reconciliation',
  ReconciliationBreak: 'reconciliation_break',
  Payout: 'payout',
  Collection: 'collection',
  Refund: 'refund',
  TopUp: 'topup',
  Webhook: 'webhook',
  AmlAlert: 'aml_alert',
  Proposal: 'proposal',
  DeathClaim: 'death_claim',
  Client: 'api_client',
  Student: 'student',
  Programme: 'programme',
  Enrolment: 'enrolment',
  Invoice: 'invoice',
  InvoicePayment: 'invoice_payment',
  Result: 'result',
} as const;
export type NodeType = keyof typeof NODES;
type Node = { readonly uuid: string; readonly type: NodeType };

/** One look into the key of each table: what it costs does not grow with them. */
const TYPES = namesOf(NODES)
  .map((type) => `select uuid, '${type}' as type from ${NODES[type]} where uuid = any($1::uuid[])`)
  .join(' union all ');

/** Which type of record a uuid is of; who may see it is for the views of that type to say. */
export function nodeViews({ sql }: ViewContext) {
  return { byUuids: (uuids: readonly string[]): Promise<Node[]> => sql<Node>(TYPES, [uuids]) };
}
