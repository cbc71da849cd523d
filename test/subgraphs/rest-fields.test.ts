import { describe, expect, it } from 'vitest';
import { Kind, type TypeNode } from 'graphql';
import { plainName } from '#rest/included.ts';
import { routes } from '#rest/routes.ts';
import { composableSubgraphs } from '#sub/subgraphs.ts';

/** Records of REST that the graph calls otherwise, or shows as two. */
const CALLED: { readonly [record: string]: readonly string[] } = {
  AgentFloat: ['AgentFloat', 'Agent'],
  Approval: ['PendingApproval'],
  AgentFloatStatement: ['FloatStatement'],
};

/** Schemas of REST that are no record of the graph, and why. */
const NO_RECORD: { readonly [schema: string]: string } = {
  Pagination: 'Connections say where a page ends.',
  Changes: 'As Sync.',
  OffsetPagination: 'As Pagination.',
  Sync: 'The graph has no list of what changed: a copy is kept over REST.',
  Tombstone: 'As Sync.',
  LoanSchedule: 'An envelope: Loan.schedule.',
  LoanGuarantees: 'An envelope: Loan.guarantees.',
  LoanProductTerms: 'LoanTerms has their members without the groups of the JSON.',
  NewWebhook: 'The payload of createWebhook shows the secret once.',
  WebhookDeliveryWithAttempts: 'WebhookDelivery.attempts.',
  WebhookRecovery: 'The payload of recoverWebhook.',
  Change: 'The feed is read by REST: it is numbered, and waits.',
  PersonalData: 'What is held of a person is a document for the person, and no record of the graph.',
  PersonalReading: 'Who was shown personal data is for auditors, who read it by REST.',
  LoggedRequest: 'What a client requested of REST is for the client that sent it.',
  IdempotencyKey:
    'What became of a request is for the client that sent it; a mutation that is repeated returns its record.',
};

/** Members of a record of REST that its type in the graph has under another name: `Record.member`. */
const OTHERWISE_NAMED: { readonly [member: string]: string } = {
  'Collection.amount_received': 'amountReported',
  'Collection.msisdn': 'otherParty',
  'Payout.amount_paid': 'amountReported',
  'Payout.batch.id': 'publicId',
  'Payout.msisdn': 'otherParty',
  'Agent.available_float': 'available',
  'AgentFloat.available_float': 'available',
  'Disbursement.netted_fees': 'netted',
  'Guarantee.member_id': 'guarantor',
  'InvoicePayment.categories': 'designatedCategories',
  'InvoicePayment.payer_member_id': 'payer',
  'Programme.status': 'state',
  'Result.scale_version': 'scaleEdition',
  'ResultVersion.scale_version': 'scaleEdition',
  'SavingsTransaction.savings_account_id': 'account',
  'SchedulePreview.data': 'rows',
  'StudentStatement.lines.date': 'on',
};

/** Members that the graph has nowhere, and why. */
const NOT_IN_THE_GRAPH: { readonly [member: string]: string } = {
  'Agent.agent_id': 'agentNo.',
  'AgentFloatStatement.agent_id': 'A field of the agent’s float.',
  'Approval.subject': 'As Event.subject.',
  'Approval.decide': 'PendingApproval.mutation.',
  'AppPayment.currency': 'There is one currency.',
  'AppPayment.kind': 'Its id begins with po_ or col_.',
  'Disbursement.failure': 'Laid flat: failureCode, failureMessage, providerCode.',
  'Estate.death_claim_id': 'A field of the claim.',
  'Enrolment.admission_no': 'student.admissionNo.',
  'Invoice.admission_no': 'student.admissionNo.',
  'Result.admission_no': 'student.admissionNo.',
  'Transcript.admission_no': 'A field of the student, as the transcript is.',
  'Transcript.student_id': 'As Transcript.admission_no.',
  'StudentStatement.student_id': 'As Transcript.admission_no.',
  'Transcript.from': 'An argument of the field.',
  'Transcript.to': 'As Transcript.from.',
  'StudentStatement.from': 'As Transcript.from.',
  'StudentStatement.to': 'As Transcript.from.',
  'Enrolment.units.code': 'units.unit.code.',
  'Enrolment.units.title': 'units.unit.title.',
  'Event.api_version': 'Event.body is the event as it was sent, with every member.',
  'Event.data': 'As Event.api_version.',
  'Event.request': 'As Event.api_version.',
  'Event.sandbox': 'As Event.api_version.',
  'EventType.schema': 'The same as JSON text: no type of the graph is a JSON Schema.',
  'Event.subject': 'subjectType and subjectId.',
  'FloatTopUp.failure': 'As Disbursement.failure.',
  PolledEvent: 'Programs poll; the graph has the feed and its stream.',
  'Proposal.subject': 'As Event.subject.',
  'Incident.loan_id': 'disbursement.loan.',
  'Loan.school_fee.invoice_uuid': 'invoice.id.',
  'Repayment.loan_state': 'loan.state.',
  'ResultVersion.result_id': 'A field of the result.',
  'SchedulePreview.annual_rate': 'An argument of the query.',
  'SchedulePreview.disbursed_on': 'As SchedulePreview.annual_rate.',
  'SchedulePreview.method': 'As SchedulePreview.annual_rate.',
  'SchedulePreview.principal': 'As SchedulePreview.annual_rate.',
  'SchedulePreview.data.paid': 'rows.paid is the sum of its portions.',
  'SettlementQuote.loan_id': 'A field of the loan.',
  'WebhookDelivery.webhook_id': 'A field of the webhook.',
};

/** Records of the payment bridge with the types in which the institution sees them. */
const OF_APPS: { readonly [record: string]: readonly string[] } = {
  App: ['App'],
  Balance: ['AppFloat'],
  Collection: ['AppPayment'],
  Payout: ['AppPayment'],
};
/** The same records in the types in which an app sees its own. */
const OWN_OF_APPS: { readonly [record: string]: readonly string[] } = {
  Collection: ['Collection'],
  Payout: ['Payout'],
  Refund: ['Refund'],
  Topup: ['TopUp'],
};
const NOT_IN_OWN: readonly string[] = ['Collection.object', 'Payout.object', 'Refund.object', 'Topup.object'];
/** What only apps see, and why. */
const NO_RECORD_OF_APPS: { readonly [schema: string]: string } = {
  PayoutBatch: 'How an app put its payouts together is its own; the institution sees each of them.',
  Refund: 'The payout that carries it is in the graph.',
  Topup: 'What came in is in the float of the app.',
  AppTransaction: 'The ledger has the same movements.',
  MsisdnLookup: 'An answer to a question, and no record.',
  Redelivery: 'An answer to a command, and no record.',
};
const OF_APPS_ALONE: { readonly [member: string]: string } = {
  'App.channels': 'The rails of the institution.',
  'App.currencies': 'There is one currency.',
  'App.limits': 'Of the rails, for each app the same.',
  'App.webhooks': 'Client.webhooks.',
  'Balance.as_of': 'The graph shows a record as it is.',
  'Balance.pending': 'Collections that wait are in the list of payments.',
  'Collection.amount_refunded': 'The payouts that carry refunds are in the list of payments.',
  'Collection.attempts': 'How often the app tried is for the app.',
  'Collection.channel': 'provider.',
  'Collection.checkout_ref': 'A name that the provider gives the prompt, and nobody at the institution searches by.',
  'Collection.conclusive': 'state and failure say it.',
  'Collection.currency': 'There is one currency.',
  'Collection.expires_at': 'The prompt of the app: for the app.',
  'Collection.metadata': 'What an app writes to itself.',
  'Collection.object': 'direction.',
  'Collection.payer_name_masked': 'The number of the other party is shown, masked.',
  'Collection.reversed_at': 'As Payout.reversed_at.',
  'Collection.sandbox': 'app.sandbox.',
  'Payout.attempts': 'As Collection.attempts.',
  'Payout.batch': 'As PayoutBatch.',
  'Payout.channel': 'As Collection.channel.',
  'Payout.conclusive': 'As Collection.conclusive.',
  'Payout.currency': 'As Collection.currency.',
  'Payout.metadata': 'As Collection.metadata.',
  'Payout.object': 'As Collection.object.',
  'Payout.purpose': 'What the app tells the provider of the kind of payment; narration tells people.',
  'Payout.recipient_name_masked': 'As Collection.payer_name_masked.',
  'Payout.reversed_at': 'state, and updatedAt.',
  'Payout.sandbox': 'As Collection.sandbox.',
};

type Schema = {
  readonly $id?: string;
  readonly properties?: { readonly [member: string]: Schema };
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
};

/** The schemas with a name in a schema, at any depth. */
function namedIn(schema: Schema, found = new Map<string, Schema>()): Map<string, Schema> {
  if (schema.$id !== undefined) found.set(schema.$id, schema);
  for (const part of partsOf(schema)) namedIn(part, found);
  return found;
}
const partsOf = ({ properties, items, anyOf }: Schema): readonly Schema[] => [
  ...Object.values(properties ?? {}),
  ...(items ? [items] : []),
  ...(anyOf ?? []),
];

/** The objects without a name that a member is, or is a list of. */
const objectsIn = (schema: Schema): readonly Schema[] =>
  schema.$id !== undefined
    ? []
    : schema.properties
      ? [schema]
      : [...(schema.items ? [schema.items] : []), ...(schema.anyOf ?? [])].flatMap(objectsIn);

const records = new Map<string, Schema>();
const ofApps = new Map<string, Schema>();
for (const { surface, reply } of routes) {
  // The payment bridge is for apps, of which the graph shows the institution a part: see OF_APPS.
  if (reply.schema) namedIn(reply.schema as Schema, surface === 'payment-bridge' ? ofApps : records);
}

/** The types of the graph: the type of each field. */
const types = new Map<string, Map<string, string>>();
const nameOf = (type: TypeNode): string => (type.kind === Kind.NAMED_TYPE ? type.name.value : nameOf(type.type));
for (const { typeDefs } of await composableSubgraphs()) {
  for (const node of typeDefs.definitions) {
    if (node.kind !== Kind.OBJECT_TYPE_DEFINITION && node.kind !== Kind.OBJECT_TYPE_EXTENSION) continue;
    const fields = types.get(node.name.value) ?? new Map<string, string>();
    for (const field of node.fields ?? []) fields.set(field.name.value, nameOf(field.type));
    types.set(node.name.value, fields);
  }
}

const camelCase = (name: string) => name.replaceAll(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());

/** The field of a type that shows a member: of the same name, or the record whose id it is. */
function fieldFor(type: ReadonlyMap<string, string>, path: string, member: string): string | undefined {
  const names = [OTHERWISE_NAMED[`${path}.${member}`], camelCase(member), camelCase(member.replace(/_id$/, ''))];
  return names.find((name) => name !== undefined && type.has(name));
}

/** Members of a schema that a type has not, at any depth that has no name of its own. */
function missingIn(schema: Schema, typeNames: readonly string[], path: string): string[] {
  const type = new Map(typeNames.flatMap((name) => [...(types.get(name) ?? [])]));
  if (type.size === 0) return [path];
  return Object.entries(schema.properties ?? {}).flatMap(([member, of]) => {
    // A record of the graph has one id, a uuid.
    if (member === 'uuid' && type.has('id')) return [];
    const field = fieldFor(type, path, member);
    if (field === undefined) return [`${path}.${member}`];
    return objectsIn(of).flatMap((part) => missingIn(part, [type.get(field) ?? ''], `${path}.${member}`));
  });
}

describe('The records of REST and the types of the graph', () => {
  // With other records beside it, it is the same record; those are compared on their own.
  const compared = [...records].filter(([name]) => NO_RECORD[name] === undefined && plainName(name) === name);

  it('show the same: a field of one is a field of the other', () => {
    expect(compared.length).toBeGreaterThan(30);
    const missing = compared.flatMap(([name, schema]) => missingIn(schema, CALLED[name] ?? [name], name));
    expect(missing.toSorted()).toEqual(Object.keys(NOT_IN_THE_GRAPH).toSorted());
  });

  it('of apps show the institution what it has to see of them', () => {
    const missing = Object.entries(OF_APPS).flatMap(([name, called]) =>
      missingIn(ofApps.get(name) ?? {}, called, name),
    );
    expect(missing.toSorted()).toEqual(Object.keys(OF_APPS_ALONE).toSorted());
    const unknown = [...Object.keys(OF_APPS), ...Object.keys(NO_RECORD_OF_APPS)];
    const own = [...ofApps.keys()].filter((name) => !records.has(name));
    expect(own.toSorted()).toEqual(unknown.toSorted());
  });

  it('of apps show an app all that they show it on REST of what it pays and collects', () => {
    const missing = Object.entries(OWN_OF_APPS).flatMap(([name, called]) =>
      missingIn(ofApps.get(name) ?? {}, called, name),
    );
    // The name of the type says it.
    expect(missing.toSorted()).toEqual(NOT_IN_OWN);
  });

  it('differ in nothing but what is explained here', () => {
    const unknown = [...Object.keys(CALLED), ...Object.keys(NO_RECORD)].filter((name) => !records.has(name));
    expect(unknown).toEqual([]);
  });
});
