import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildClientSchema, getIntrospectionQuery, parse, validate } from 'graphql';
import type { IntrospectionQuery } from 'graphql';
import { composeSupergraph } from '#gate/compose-supergraph.ts';
import { startGateway, type Gateway } from '#gate/server.ts';
import { educationTypeDefs } from '#sub/education/subgraph.ts';
import { lendingTypeDefs } from '#sub/lending/subgraph.ts';
import { openLendingGraph, type LendingGraph } from '#test/support/lending-graph.ts';

let graph: LendingGraph;
let gateway: Gateway;
let loanId: string;
const addresses = new Set<string>();
const folder = mkdtempSync(join(tmpdir(), 'lending-graph-'));
beforeAll(async () => {
  graph = await openLendingGraph();
  const { testApp } = graph;
  loanId = await graph.uuidOf('loan', await testApp.readyLoan(5_000_000n));
  const supergraphPath = join(folder, 'supergraph.graphql');
  writeFileSync(
    supergraphPath,
    composeSupergraph([
      { name: 'lending', url: 'http://lending.invalid/graphql', typeDefs: lendingTypeDefs },
      // What lending asks of an invoice is the school's to say.
      { name: 'education', url: 'http://education.invalid/graphql', typeDefs: educationTypeDefs },
    ]),
  );
  gateway = await startGateway({
    port: 0,
    supergraphPath,
    subgraphs: () => graph.subgraph,
    // The bearer is a list of scopes.
    authenticate: async (authorization, address) => {
      addresses.add(address);
      const { requestId: _, traceparent: __, ...caller } = testApp.client.caller;
      return { ...caller, scopes: authorization?.replace('Bearer ', '').split(' ') ?? [] };
    },
    identityKey: testApp.keys.identity,
    now: testApp.clock,
    log: testApp.log,
  });
});
afterAll(async () => {
  await gateway.close();
  await graph.close();
  rmSync(folder, { recursive: true });
});

// A test looks into a response as it likes.
// oxlint-disable-next-line typescript/no-explicit-any
type Json = any;
const send = async (scopes: string, query: string, variables: object = {}): Promise<Json> => {
  const response = await fetch(gateway.url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${scopes}` },
    body: JSON.stringify({ query, variables }),
  });
  return { status: response.status, ...((await response.json()) as object) };
};

describe('Behind the gateway', () => {
  it('a caller is looked up with the address that the request came from', async () => {
    await send('loans:read', '{ __typename }');
    expect([...addresses]).toEqual(['127.0.0.1']);
  });

  it('lending answers as it does alone', async () => {
    const query = `query($id: ID!) { loan(id: $id) { loanNo state member { name loans { totalCount edges { node { id } } } } } }`;
    const { data, errors } = await send('loans:read members:read', query, { id: loanId });
    expect(errors).toBeUndefined();
    expect(data).toEqual(await graph.query(query, { id: loanId }));
  });

  it('what a token may not read is null, beside the rest', async () => {
    const query = `query($id: ID!) { loan(id: $id) { state member { name } product { code } repayments { totalCount } } members { totalCount } }`;
    const { data, errors } = await send('loans:read', query, { id: loanId });
    expect(data).toEqual({
      loan: { state: 'READY_TO_DISBURSE', member: null, product: null, repayments: null },
      members: null,
    });
    expect(errors.map(({ path }: { path: string[] }) => path.join('.')).toSorted()).toEqual([
      'loan.member',
      'loan.product',
      'loan.repayments',
      'members',
    ]);
  });

  it('who may only write sees what was written, and cannot read on from there', async () => {
    const undo = `mutation($id: ID!) { undoLoanApproval(input: { loanId: $id }) { loan { id state member { name } } userErrors { code } } }`;
    const { data, errors } = await send('loans:write', undo, { id: loanId });
    expect(data.undoLoanApproval).toEqual({ loan: { id: loanId, state: 'DRAFT', member: null }, userErrors: [] });
    expect(errors).toHaveLength(1);
    const read = await send('loans:write', 'query($id: ID!) { loan(id: $id) { state } }', { id: loanId });
    expect([read.data, read.errors.length]).toEqual([{ loan: null }, 1]);
  });

  it('who may only read changes nothing', async () => {
    const approve = `mutation($id: ID!) { approveLoan(input: { loanId: $id }) { loan { state } } }`;
    const { data, errors } = await send('loans:read', approve, { id: loanId });
    expect([data, errors.length]).toEqual([{ approveLoan: null }, 1]);
    const { loan } = await graph.query('query($id: ID!) { loan(id: $id) { state } }', { id: loanId });
    expect(loan.state).toBe('DRAFT');
  });

  it('a refusal is HTTP 200 with userErrors, and no error', async () => {
    const undo = `mutation($id: ID!) { undoLoanApproval(input: { loanId: $id }) { loan { id } userErrors { code path } } }`;
    const { status, data, errors } = await send('loans:write', undo, { id: loanId });
    expect([status, errors, data.undoLoanApproval]).toEqual([
      200,
      undefined,
      { loan: null, userErrors: [{ code: 'invalid_state_transition', path: null }] },
    ]);
  });

  it('tools read the schema with its descriptions', async () => {
    const { data } = await send('loans:read', getIntrospectionQuery());
    const schema = buildClientSchema(data as IntrospectionQuery);
    expect(schema.getMutationType()?.getFields()['disburseLoan']?.description).toContain('Pays a loan out');
    expect(validate(schema, parse('{ loans(first: 1) { nodes { availableActions } } }'))).toEqual([]);
  });
});
