import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Kind, valueFromASTUntyped } from 'graphql';
import type { DocumentNode } from 'graphql';
import { SCOPES } from '#core/partners/scopes.ts';
import { PEOPLE_SCOPES } from '#core/people/roles.ts';
import { createTenant } from '#platform/cli/tenants.ts';
import { composableSubgraphs } from '#sub/subgraphs.ts';
import { openTestSavings } from '#test/support/test-app-savings.ts';
import { HOSTILE, send } from '#test/support/hostile-requests.ts';
import { openWholeGraph, type WholeGraph } from '#test/support/whole-graph.ts';

/** Where the records of an entity are kept. An entity that is missing here fails below. */
const TABLES: { readonly [entity: string]: string } = {
  Member: 'member',
  Loan: 'loan',
  LoanProduct: 'loan_product',
  Disbursement: 'disbursement',
  Repayment: 'repayment',
  SavingsAccount: 'savings_account',
  AmlAlert: 'aml_alert',
  Proposal: 'proposal',
  DeathClaim: 'death_claim',
  Student: 'student',
  Programme: 'programme',
  Enrolment: 'enrolment',
  Invoice: 'invoice',
  InvoicePayment: 'invoice_payment',
  Result: 'result',
  Client: 'api_client',
};

/** What a subgraph adds to an entity without looking for it: its fields follow from what others say, by @requires. */
const ADDED_TO = ['lending Invoice'];

type Entity = { readonly type: string; readonly keys: readonly string[] };

/** The entities that a subgraph says it can find, with the keys by which it finds them. */
function entitiesOf(typeDefs: DocumentNode): Entity[] {
  return typeDefs.definitions.flatMap((node) => {
    if (node.kind !== Kind.OBJECT_TYPE_DEFINITION) return [];
    const keys = (node.directives ?? []).flatMap((directive) => {
      if (directive.name.value !== 'key') return [];
      const input = Object.fromEntries(
        (directive.arguments ?? []).map(({ name, value }) => [name.value, valueFromASTUntyped(value)]),
      );
      return input['resolvable'] === false ? [] : [String(input['fields'])];
    });
    return keys.length === 0 ? [] : [{ type: node.name.value, keys }];
  });
}

let graph: WholeGraph;
let strangerId: number;
beforeAll(async () => {
  graph = await openWholeGraph('in one process');
  await graph.sponsorWithLoan(1);
  const { data } = await graph.execute('{ loans(filter: { states: [ACTIVE] }) { nodes { id } } }');
  const paid = await graph.execute(
    'mutation($loanId: ID!) { recordRepayment(input: { loanId: $loanId, amount: 100000, channel: CASH }) { userErrors { code } } }',
    { loanId: data.loans.nodes[0].id },
  );
  expect(paid.data.recordRepayment.userErrors).toEqual([]);
  await (await openTestSavings(graph.testApp)).alert();
  await graph.testApp.sql(
    `insert into proposal (uuid, command, input, subject_type, subject_id, subject_uuid, payment_key, rule, state,
                           proposed_by, proposed_for, expires_at)
     select gen_random_uuid(), 'write_off_loan', '{}', 'loan', id, uuid, '', 'A test.', 'proposed', 'pk_test', 'Achieng', now()
       from loan limit 1`,
  );
  await graph.testApp.sql(
    `insert into death_claim (uuid, claim_no, member_id, died_on, state, documents, beneficiaries, beneficiaries_set_by,
                              opened_by, distributed, paid, last_part, last_round)
     select gen_random_uuid(), 'DC-1', id, '2026-01-02', 'open', '[]', '[]', '[]', 'pk_test', 0, 0, 0, 0
       from member order by id limit 1`,
  );
  // The relay numbers what happened.
  while ((await graph.testApp.app.delivery.relay(graph.testApp.tenantId)).events > 0);
  strangerId = await createTenant(graph.testApp.settings.adminUrl, { name: 'Another society', mode: 'sandbox' });
});
afterAll(() => graph.close());

/** A change is found by its number in the feed: here that of one which needs a scope. */
const isChange = ({ keys }: Entity): boolean => keys.includes('sequence');
const representationOf = async (entity: Entity): Promise<{ __typename: string; id?: string; sequence?: number }> => {
  if (!isChange(entity)) return { __typename: entity.type, id: await uuidIn(entity.type) };
  const [row] = await graph.testApp.sql(`select min(sequence) as sequence from feed_entry where type = 'loan.created'`);
  return { __typename: entity.type, sequence: Number(row?.['sequence']) };
};

/** Who may read everything. */
const reader = () => ({ ...graph.testApp.client.caller, scopes: [...SCOPES, ...PEOPLE_SCOPES] });

const uuidIn = async (type: string): Promise<string> => {
  const [row] = await graph.testApp.sql(
    `select uuid from ${TABLES[type] ?? `no_table_of_${type}`} order by id limit 1`,
  );
  return String(row?.['uuid']);
};

/** How many entities there are at least, so that these tests do not pass on nothing. */
const FEWEST: { readonly [subgraph: string]: number } = { lending: 5, education: 5 };
const subgraphs = (await composableSubgraphs()).map(({ name, typeDefs }) => [name, entitiesOf(typeDefs)] as const);
describe.each(subgraphs.filter(([name, entities]) => FEWEST[name] !== undefined || entities.length > 0))(
  'The entities of %s',
  (subgraph, entities) => {
    it('are those that the other subgraph needs, and more', () => {
      expect(entities.length).toBeGreaterThanOrEqual(FEWEST[subgraph] ?? 1);
    });

    it.each(entities.flatMap((entity) => entity.keys.map((key) => [entity.type, key, entity] as const)))(
      '%s is found by its %s',
      async (type, key, entity) => {
        const known = await representationOf(entity);
        const first = isChange(entity) ? 'sequence' : 'id';
        const [found] = await graph.entities(subgraph, [known], `... on ${type} { ${first} ${key} }`, reader());
        expect(found).toMatchObject(known);
        const representation = { __typename: type, [key]: found[key] };
        const shown = `... on ${type} { ${first} }`;
        expect(await graph.entities(subgraph, [representation], shown, reader())).toEqual([known]);
      },
    );

    it('are null, all of them, for another institution that guesses their keys', async () => {
      const looked = entities.filter(({ type }) => !ADDED_TO.includes(`${subgraph} ${type}`));
      const guesses = await Promise.all(looked.map(representationOf));
      const stranger = { ...reader(), tenantId: strangerId };
      expect(await graph.entities(subgraph, guesses, '', stranger)).toEqual(guesses.map(() => null));
      expect(await graph.entities(subgraph, guesses, '', reader())).toEqual(
        guesses.map(({ __typename }) => ({ __typename })),
      );
    });

    it('are null, all of them, for a caller without their scopes', async () => {
      const guesses = await Promise.all(entities.map(representationOf));
      const nobody = { ...graph.testApp.client.caller, scopes: [] };
      expect(await graph.entities(subgraph, guesses, '', nobody)).toEqual(guesses.map(() => null));
    });
  },
);

describe('A record by its id alone', () => {
  const NODE = 'query($id: ID!) { node(id: $id) { __typename id } }';
  const types = Object.keys(TABLES);

  it('is any entity that has an id: each of them implements Node', () => {
    const named = subgraphs.flatMap(([, entities]) => entities.filter(({ keys }) => keys.includes('id')));
    expect([...new Set(named.map(({ type }) => type))].toSorted()).toEqual(types.toSorted());
  });

  it.each(types)('is found whichever subgraph has it: %s', async (type) => {
    const id = await uuidIn(type);
    const scopes = [...SCOPES, ...PEOPLE_SCOPES];
    expect((await graph.execute(NODE, { id }, scopes)).data).toEqual({ node: { __typename: type, id } });
    expect((await graph.execute(NODE, { id: id.toUpperCase() }, scopes)).data.node.id).toBe(id);
    expect((await graph.execute(NODE, { id }, [...scopes, String(strangerId)])).data).toEqual({ node: null });
    expect((await graph.execute(NODE, { id }, ['branches:read'])).data).toEqual({ node: null });
    // Scopes of changes show what these return, and nothing else.
    const changes = scopes.filter((scope) => scope.endsWith(':write'));
    expect((await graph.execute(NODE, { id }, changes)).data).toEqual({ node: null });
  });

  it('shows what its own subgraph knows of it', async () => {
    const [loan, student] = await Promise.all(['Loan', 'Student'].map(uuidIn));
    const { data, errors } = await graph.execute(
      `query($loan: ID!, $student: ID!) {
        loan: node(id: $loan) { ... on Loan { loanNo member { name } } }
        student: node(id: $student) { id ... on Student { admissionNo programme { code } } }
      }`,
      { loan, student },
    );
    expect(errors).toBeUndefined();
    expect(data.loan).toEqual({ loanNo: expect.stringMatching(/^L-/), member: { name: expect.any(String) } });
    expect(data.student).toMatchObject({ id: student, admissionNo: expect.any(String), programme: {} });
  });

  it('is null where no record has the id, and for what is no id, without an error', async () => {
    for (const id of ['0198c0de-0000-7000-8000-000000000001', 'L-000001', ''])
      expect(await graph.execute(NODE, { id })).toMatchObject({ data: { node: null } });
  });
});

describe('A stranger at the gateway', () => {
  const asStranger = (query: string) => graph.execute(query, {}, [...SCOPES, String(strangerId)]);

  it('finds no record by its id, its number or a list', async () => {
    const [member, loan, student, invoice] = await Promise.all(['Member', 'Loan', 'Student', 'Invoice'].map(uuidIn));
    const { data: own } = await graph.execute(
      `{ member(id: "${member}") { memberNo } invoice(id: "${invoice}") { number } }`,
    );
    const query = `{
      member(id: "${member}") { name } memberByNumber(memberNo: "${own.member.memberNo}") { name }
      loan(id: "${loan}") { loanNo } student(id: "${student}") { admissionNo }
      invoiceByNumber(number: "${own.invoice.number}") { number } members { totalCount } students { nodes { id } }
    }`;
    expect((await graph.execute(query)).data.loan.loanNo).toMatch(/^L-/);
    expect(await asStranger(query)).toEqual({
      status: 200,
      data: {
        member: null,
        memberByNumber: null,
        loan: null,
        student: null,
        invoiceByNumber: null,
        members: { totalCount: 0 },
        students: { nodes: [] },
      },
    });
  });

  it('can’t ask for entities at all: clients have no such field', async () => {
    const id = await uuidIn('Member');
    const { data, errors } = await asStranger(
      `{ _entities(representations: [{ __typename: "Member", id: "${id}" }]) { ... on Member { name } } }`,
    );
    expect([data, errors?.[0]?.extensions.code]).toEqual([undefined, 'GRAPHQL_VALIDATION_FAILED']);
  });

  it('gets no page of a list with the cursor of another’s record', async () => {
    const { data } = await graph.execute('{ loans(first: 1) { pageInfo { endCursor } } }');
    const { errors } = await asStranger(
      `{ loans(after: "${data.loans.pageInfo.endCursor}") { nodes { id } pageInfo { hasPreviousPage } } }`,
    );
    expect(errors?.[0]?.extensions.code).toBe('invalid_cursor');
  });
});

describe('A hostile client, whose token is good', () => {
  const bearer = [...SCOPES, 'live'].join(' ');

  it.each(HOSTILE.map((hostile) => [hostile.name, hostile] as const))('is refused %s, cheaply', async (_, hostile) => {
    const before = process.memoryUsage.rss();
    const { result, reads } = await graph.counted(() => send(graph.url, hostile, bearer));
    expect([result.status, result.codes.length]).toEqual([hostile.status, 1]);
    expect(hostile.codes).toContain(result.codes[0]);
    expect(reads).toEqual([]);
    // Loosely: test/bench/hostile.ts prints what it is. The sender's own memory is in here, too.
    expect(result.tookMs).toBeLessThan(5_000);
    expect(process.memoryUsage.rss() - before).toBeLessThan(200_000_000);
    expect(result.text.length).toBeLessThan(20_000);
    expect(result.text).not.toMatch(/node_modules|\.ts:|requiresScopes|join__|at Object/);
  });

  it('does not slow the others down for long', async () => {
    const began = performance.now();
    const [response] = await Promise.all([
      graph.execute('{ loans(first: 20) { nodes { loanNo } } }'),
      ...HOSTILE.map((hostile) => send(graph.url, hostile, bearer)),
    ]);
    expect(response.errors).toBeUndefined();
    expect(performance.now() - began).toBeLessThan(20_000);
  });
});
