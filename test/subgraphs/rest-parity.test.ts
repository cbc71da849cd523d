import { describe, expect, it } from 'vitest';
import { Kind, parse } from 'graphql';
import type { DocumentNode, FieldDefinitionNode, ObjectTypeDefinitionNode, TypeNode } from 'graphql';
import { composeSupergraph } from '#gate/compose-supergraph.ts';
import { separateAccessRules } from '#gate/access/rules.ts';
import { scopesOf } from '#rest/route.ts';
import { routes } from '#rest/routes.ts';
import { composableSubgraphs } from '#sub/subgraphs.ts';
import { COUNTERPARTS, READ_COUNTERPARTS } from '#test/support/graph-counterparts.ts';

/** Rows that send a body and change nothing, with what the graph has in their place. */
const READS_WITH_A_BODY: { readonly [operation: string]: string } = {
  previewSchedule: 'It works a schedule out and keeps nothing: the query schedulePreview.',
  previewProductSchedule: 'The same on a product’s terms: schedulePreview takes a productId.',
};

/** Surfaces without a counterpart, and why. */
const OTHER_SURFACES: { readonly [surface: string]: string } = {
  'payment-bridge':
    'Its contract is for apps, which own what they asked for: OF_THE_BRIDGE says of each row what the graph has.',
};

/** The rows of the payment bridge: what the graph has for an app in their place, and what it has not yet. */
const OF_THE_BRIDGE: { readonly [what: string]: readonly string[] } = {
  'Query.node finds it by its uuid for the app that owns it, and paymentChanged shows each change of it.': [
    'getPayout',
    'getCollection',
    'getRefund',
    'getTopup',
  ],
  'Missing: lists of an app’s own. Their views page by REST’s places alone; a connection needs slices with the owner in their keys.':
    ['listPayouts', 'listCollections', 'listRefunds', 'listTopups'],
  'Missing: batches and lines of an account are no types of the graph; a payout names its batch.': [
    'listPayoutBatches',
    'getPayoutBatch',
    'listPayoutsOfBatch',
    'listTransactions',
    'getTransaction',
  ],
  'Missing: Query.app shows the same to people, by mobile_money:read; an app has no field for itself and its balances.':
    ['getApp', 'listBalances'],
  'Missing: money of an app moves by REST alone, where a reply waits for the provider.': [
    'createPayout',
    'cancelPayout',
    'refreshPayout',
    'createPayoutBatch',
    'createCollection',
    'cancelCollection',
    'createRefund',
    'createTopup',
    'lookUpMsisdn',
  ],
  'The graph has it for every client, under the same scopes: webhooks, deliveries and the feed of changes.': [
    'createWebhookEndpoint',
    'updateWebhookEndpoint',
    'listWebhookEndpoints',
    'getWebhookEndpoint',
    'deleteWebhookEndpoint',
    'rotateWebhookEndpointSecret',
    'testWebhookEndpoint',
    'recoverWebhookEndpoint',
    'enableWebhookEndpoint',
    'disableWebhookEndpoint',
    'listWebhookEndpointDeliveries',
    'getWebhookEndpointDelivery',
    'resendWebhookEndpointDelivery',
    'listAppEventTypes',
    'listAppEvents',
    'getAppEvent',
    'redeliverEvent',
  ],
  'The graph has it for every client of a sandbox: testClock, advanceTestClock, testReset, resetSandbox.': [
    'getAppTestClock',
    'advanceAppTestClock',
    'getAppTestReset',
    'resetAppSandbox',
  ],
  'As pollWebhook.': ['pollWebhookEndpoint'],
  'A program rehearses it by numbers; people play the provider by answerSimulatedPayment.': ['completeTestCollection'],
};

/** Mutations that no row of REST has, and why. */
const ONLY_IN_THE_GRAPH: { readonly [mutation: string]: string } = {
  reverseSavingsTransaction:
    'Corrections at the counter are the society’s own; the contract gives partners movements only.',
  placeSavingsHold: 'A hold is the society’s promise to itself; the contract has no words for it.',
  releaseSavingsHold: 'As placeSavingsHold.',
  captureSavingsHold: 'As placeSavingsHold.',
  topUpFloat: 'The society pays its own agents’ float in; the contract lets partners read it, limit it and hand it on.',
  ...Object.fromEntries(
    [
      'invitePerson',
      'invitePersonAgain',
      'confirmInvitation',
      'assignBranches',
      'assignClients',
      'assignUnits',
      'confirmPerson',
      'assignRoles',
      'suspendPerson',
      'resumePerson',
      'dismissPerson',
      'endSessions',
      'endSession',
    ].map((mutation) => [mutation, 'People are the institution’s own: partners neither invite them nor see them.']),
  ),
  ...Object.fromEntries(
    [
      'createClient',
      'changeClient',
      'changeClientResponsible',
      'changeClientQuotas',
      'disableClient',
      'enableClient',
      'rotateClientSecret',
      'addClientKey',
      'revokeClientKey',
    ].map((mutation) => [mutation, 'Clients are the institution’s: none of them decides what another one may do.']),
  ),
  answerSimulatedPayment:
    'A person plays the provider; a program steers it by numbers, and an app ends its collections by /v1/test.',
  payPaybill: 'As answerSimulatedPayment.',
  changePolicies: 'What the institution has decided is its own: no partner changes it.',
  changeRoleLimit: 'As changePolicies.',
  sponsorStudent: 'Sponsorships join a member and a student: two surfaces, and the contract of neither names them.',
  changeSponsorshipConsent: 'As sponsorStudent.',
  endSponsorship: 'As sponsorStudent.',
};

/** Members of a body that the input of the mutation has not, by `operation.member`, and why. */
const OTHERWISE_SAID: { readonly [member: string]: string } = {
  'createSavingsTransaction.type': 'The name of the mutation says it.',
  'createLoanProduct.policies': 'Laid flat in terms.',
  'changeLoanProduct.policies': 'Laid flat in terms.',
  'createLoanProduct.strategy': 'terms.prepayment is the strategy.',
  'changeLoanProduct.strategy': 'terms.prepayment is the strategy.',
  'createLoan.invoiceUuid': 'Every id of the graph is a uuid: schoolFee.invoiceId.',
  'createDisbursement.agentId': 'agentNo, for it is a number that people use.',
  'transferAgentFloat.toAgentId': 'toAgentNo, likewise.',
  'createInvoice.currency': 'There is one currency, which the graph shows and does not ask for.',
  'createResult.studentId': 'The enrolment names the student.',
  'createResults.studentId': 'The enrolment names the student.',
  'createGradingScale.remark': 'passes, which is true or false.',
  'changeGradingScale.remark': 'passes, which is true or false.',
};

/** Reads that a scope of people opens as well, which no client holds and REST does not know. */
const ALSO_OPENED_BY: { readonly [operation: string]: string } = {
  // Who limits people to branches chooses among them.
  listBranches: 'people:read',
};

/** Scopes that an action takes beside that of its row of REST, which checks them when it is requested. */
const ALSO_NEEDED: { readonly [write: string]: readonly string[] } = {
  'changeMember.erase': ['privacy:write'],
};

/** Where the graph asks people for other scopes: a row of REST has one for all steps of a record, and no one role has them all. */
const OTHERWISE_IN_THE_GRAPH: { readonly [write: string]: readonly (readonly string[])[] } = {
  'changeStudent.erase': [['privacy:write']],
  'decideProposal.withdraw': [['approvals:write'], ['approvals:read']],
};

type Fields = readonly FieldDefinitionNode[];
const mutationsOf = ({ definitions }: DocumentNode): string[] =>
  definitions.flatMap((node) => {
    if (!('name' in node) || node.name?.value !== 'Mutation') return [];
    return ((node as ObjectTypeDefinitionNode).fields as Fields).map(({ name }) => name.value);
  });
const subgraphs = await composableSubgraphs();
const mutations = subgraphs.flatMap(({ typeDefs }) => mutationsOf(typeDefs));
const { rules } = separateAccessRules(parse(composeSupergraph(subgraphs)));

type Body = { readonly [member: string]: unknown };

/** A schema as the document of the API shows it. */
const documented = (schema: unknown): unknown => JSON.parse(JSON.stringify(schema ?? null));

/** The names of all members of a body, at any depth, as the graph spells names. */
function membersOf(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const { properties, items, anyOf, oneOf } = schema as {
    properties?: Body;
    items?: Body;
    anyOf?: Body[];
    oneOf?: Body[];
  };
  return [
    ...Object.entries(properties ?? {}).flatMap(([name, member]) => [camelCase(name), ...membersOf(member)]),
    ...[items, ...(anyOf ?? []), ...(oneOf ?? [])].flatMap(membersOf),
  ];
}
const camelCase = (name: string) => name.replaceAll(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());

const inputs = new Map(
  subgraphs
    .flatMap(({ typeDefs }) => typeDefs.definitions)
    .flatMap((node) =>
      node.kind === Kind.INPUT_OBJECT_TYPE_DEFINITION ? [[node.name.value, node.fields ?? []] as const] : [],
    ),
);
/** The names of all fields of an input, at any depth. */
function fieldsOf(input: string): string[] {
  return (inputs.get(input) ?? []).flatMap(({ name, type }) => [name.value, ...fieldsOf(namedIn(type))]);
}
const namedIn = (type: TypeNode): string => (type.kind === Kind.NAMED_TYPE ? type.name.value : namedIn(type.type));

type ActionBody = { properties?: { action?: { enum: readonly string[] } }; required?: readonly string[] } | undefined;

/** Each write of the surfaces that the graph covers. A row without a needed action may be asked to edit, too. */
const writes = routes
  .filter(({ method, surface }) => method !== 'GET' && OTHER_SURFACES[surface] === undefined)
  .flatMap((row) => {
    const { operation, body } = row;
    const { properties, required = [] } = (body as ActionBody) ?? {};
    const actions = (properties?.action?.enum ?? []).map((action) => `${operation}.${action}`);
    const plain = required.includes('action') ? [] : [operation];
    return [...plain, ...actions].map((write) => ({ write, operation, scopes: scopesOf(row), body }));
  })
  .filter(({ operation }) => READS_WITH_A_BODY[operation] === undefined);
const mutationsFor = (write: string): readonly string[] => [COUNTERPARTS[write] ?? []].flat();

/** Reads that the graph has in another way, or not, and why. */
const READ_OTHERWISE: { readonly [operation: string]: string } = {
  getSavingsProduct: 'Query.savingsProducts, filtered by id; there are few.',
  getUnit: 'Query.units, filtered by id.',
  getAcademicYear: 'Query.academicYears; there are few.',
  getTerm: 'AcademicYear.terms.',
  getIntake: 'Query.intakes; there are few.',
  getFeeStructure: 'Query.feeStructures; there are few.',
  getGradingScale: 'Query.gradingScales; there are few.',
  getCreditNote: 'Invoice.creditNotes.',
  listEvents: 'Query.changes, in the order of the feed.',
  listRequests: 'Query.clientRequests, for the people who maintain the client.',
  getRequest: 'Query.clientRequest, likewise.',
  pollWebhook: 'What a receiver fetches in place of its deliveries; the graph has Query.changes.',
  listPersonalReadings: 'It is for auditors, who read it by REST; it has what the graph showed, too.',
  exportMember: 'A person’s data leave as one document, page by page, with what no type of the graph has.',
  exportStudent: 'As exportMember.',
  getIdempotencyKey: 'A mutation that is repeated with its idempotencyKey answers itself.',
};

const readRows = routes.filter(({ method, surface }) => method === 'GET' && OTHER_SURFACES[surface] === undefined);
/** The types that a record by its id alone may be of. */
const nodes = subgraphs
  .flatMap(({ typeDefs }) => typeDefs.definitions)
  .flatMap((node) =>
    (node.kind === Kind.OBJECT_TYPE_DEFINITION || node.kind === Kind.OBJECT_TYPE_EXTENSION) &&
    node.interfaces?.some(({ name }) => name.value === 'Node')
      ? [node.name.value]
      : [],
  );
const fieldTypes = new Set(
  subgraphs
    .flatMap(({ typeDefs }) => typeDefs.definitions)
    .flatMap((node) =>
      (node.kind === Kind.OBJECT_TYPE_DEFINITION || node.kind === Kind.OBJECT_TYPE_EXTENSION) && node.fields
        ? node.fields.map((field) => `${node.name.value}.${field.name.value}`)
        : [],
    ),
);

describe('The reads of REST and of the graph', () => {
  it('are the same: what partners can read in one, they can read in the other', () => {
    const rows = readRows.map(({ operation }) => operation);
    const explained = { ...READ_COUNTERPARTS, ...READ_OTHERWISE };
    expect(rows.toSorted()).toEqual(Object.keys(explained).toSorted());
    expect(Object.values(READ_COUNTERPARTS).filter((field) => !fieldTypes.has(field))).toEqual([]);
  });

  it('ask for the same scopes', () => {
    const apart = readRows.flatMap((row) => {
      const { operation } = row;
      const field = READ_COUNTERPARTS[operation];
      if (!field?.startsWith('Query.')) return [];
      const request = rules.fields.get(field)?.scopes;
      const opening = ALSO_OPENED_BY[operation];
      const needed = [scopesOf(row), ...(opening === undefined ? [] : [[opening]])];
      return JSON.stringify(request) === JSON.stringify(needed) ? [] : [{ operation, needed, field, request }];
    });
    expect(apart).toEqual([]);
  });
});

describe('The writes of REST and of the graph', () => {
  it('are the same: what partners can do in one, they can do in the other', () => {
    expect(writes.length).toBeGreaterThan(100);
    const missing = writes.filter(({ write }) => mutationsFor(write).length === 0);
    expect(missing.map(({ write }) => write)).toEqual([]);
    const known = new Set(writes.map(({ write }) => write));
    expect(Object.keys(COUNTERPARTS).filter((write) => !known.has(write))).toEqual([]);
    expect(Object.values(COUNTERPARTS).flat().toSorted()).toEqual(
      mutations.filter((name) => ONLY_IN_THE_GRAPH[name] === undefined).toSorted(),
    );
  });

  it('ask for the same scopes', () => {
    const apart = writes.flatMap(({ write, scopes }) =>
      mutationsFor(write).flatMap((name) => {
        const request = rules.fields.get(`Mutation.${name}`)?.scopes;
        const needed = OTHERWISE_IN_THE_GRAPH[write] ?? [[...scopes, ...(ALSO_NEEDED[write] ?? [])]];
        return JSON.stringify(request) === JSON.stringify(needed) ? [] : [{ write, scopes, name, request }];
      }),
    );
    expect(apart).toEqual([]);
  });

  it('take the same: each member of a body is a field of an input', () => {
    const operations = Map.groupBy(writes, ({ operation }) => operation);
    const missing = [...operations].flatMap(([operation, ways]) => {
      const fields = new Set(
        ways
          .flatMap(({ write }) => mutationsFor(write))
          .flatMap((name) => fieldsOf(`${name.charAt(0).toUpperCase()}${name.slice(1)}Input`)),
      );
      const members = new Set(membersOf(documented(ways[0]?.body))).difference(new Set(['action', ...fields]));
      return [...members].map((member) => `${operation}.${member}`);
    });
    expect(missing.toSorted()).toEqual(Object.keys(OTHERWISE_SAID).toSorted());
  });

  it('say of each row of the payment bridge what an app has of it in the graph', () => {
    const rows = routes.filter(({ surface }) => surface === 'payment-bridge').map(({ operation }) => operation);
    expect(Object.values(OF_THE_BRIDGE).flat().toSorted()).toEqual(rows.toSorted());
    for (const type of ['Payout', 'Collection', 'Refund', 'TopUp']) expect(nodes).toContain(type);
  });

  it('differ in nothing but what is explained here', () => {
    const operations = new Set(routes.map(({ operation }) => operation));
    const surfaces = new Set<string>(routes.map(({ surface }) => surface));
    expect(Object.keys(READS_WITH_A_BODY).filter((each) => !operations.has(each))).toEqual([]);
    expect(Object.keys(OTHER_SURFACES).filter((each) => !surfaces.has(each))).toEqual([]);
    expect(Object.keys(ONLY_IN_THE_GRAPH).filter((each) => !mutations.includes(each))).toEqual([]);
  });
});
