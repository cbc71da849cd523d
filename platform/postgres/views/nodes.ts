import { namesOf } from '#core/kernel/names.ts';
import type { ViewContext } from './view.ts';

/** The records that are found by a uuid alone: the types of the graph, with their tables. */
const NODES = {
  Member: 'member',
  Loan: 'loan',
  LoanProduct: 'loan_product',
  Disbursement: 'disbursement',
  Repayment: 'repayment',
  SavingsAccount: 'savings_account',
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
