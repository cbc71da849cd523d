import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { ROOT } from '#test/support/program-sources.ts';
import { runHere } from '#test/support/terminal.ts';

const committed = readFileSync(path.join(ROOT, 'gateway/supergraph.graphql'), 'utf8');
const folder = mkdtempSync(path.join(tmpdir(), 'umoja-graph-check-'));
afterAll(() => rmSync(folder, { recursive: true }));

const written = (name: string, text: string): string => {
  const file = path.join(folder, name);
  writeFileSync(file, text);
  return file;
};
/** The committed graph with one place changed. */
const changed = (from: string | RegExp, to: string): string => {
  const text = committed.replace(from, to);
  expect(text).not.toBe(committed);
  return written('proposed.graphql', text);
};

describe('graph check', () => {
  it('ends with 0 where nothing breaks: what is new breaks nothing', async () => {
    const more = changed(/^  loanNo: String!/m, '  loanNoAgain: String\n  loanNo: String!');
    expect(await runHere(['graph', 'check', more], {})).toEqual({ code: 0, output: 'Nothing breaks.\n' });
  });

  it('ends with 1 where a field is gone, and says which documents of clients use it', async () => {
    const fewer = changed(
      '  loanNo: String! @join__field(graph: LENDING)',
      '  number: String! @join__field(graph: LENDING)',
    );
    const documents = written(
      'documents.json',
      JSON.stringify({
        aa: 'query Lost { loans(first: 1) { nodes { loanNo } } }',
        bb: 'query Safe { members(first: 1) { nodes { memberNo } } }',
        cc: 'query NeverValid { nothing }',
      }),
    );
    const { code, output } = await runHere(['graph', 'check', fewer, '--documents', documents, '--json'], {});
    expect(code).toBe(1);
    expect(JSON.parse(output)).toEqual({
      breaking: ['Loan.loanNo was removed.'],
      concerned: [{ change: 'Loan.loanNo was removed.', documents: ['aa'], needs: null }],
      broken: [{ hash: 'aa', errors: ['Cannot query field "loanNo" on type "Loan".'] }],
    });
  });

  it('says which documents send what is no longer taken, or leave out what is taken by now', async () => {
    const loans = (filter: string) => `loans(first: 1, filter: { states: ${filter} }) { nodes { loanNo } }`;
    const documents = written(
      'sent.json',
      JSON.stringify({
        aa: `query Literal { ${loans('[REJECTED]')} }`,
        bb: `query Other { ${loans('[ACTIVE]')} }`,
        cc: `query Variable($states: [LoanState!]) { ${loans('$states')} }`,
        dd: 'mutation Object { applyForLoan(input: { memberId: "1", productId: "2", principal: 3, termMonths: 4 }) { loan { id } } }',
        ee: 'mutation Held($input: ApplyForLoanInput!) { applyForLoan(input: $input) { loan { id } } }',
        ff: 'query Shown { loans(first: 1) { nodes { state } } }',
      }),
    );
    const fewer = changed(
      '  """The lender declines the application. Allows no action."""\n  REJECTED @join__enumValue(graph: LENDING)\n',
      '',
    );
    const both = written(
      'both.graphql',
      readFileSync(fewer, 'utf8').replace(/(input ApplyForLoanInput[^{]*{\n)/, '$1  branch: String!\n'),
    );
    const { code, output } = await runHere(['graph', 'check', both, '--documents', documents, '--json'], {});
    expect(code).toBe(1);
    expect(JSON.parse(output).concerned).toEqual([
      {
        change: 'A required field branch on input type ApplyForLoanInput was added.',
        documents: ['dd', 'ee'],
        needs: null,
      },
      { change: 'REJECTED was removed from enum type LoanState.', documents: ['aa', 'cc'], needs: null },
    ]);
    const text = await runHere(['graph', 'check', both, '--documents', documents], {});
    expect(text.output).toContain('REJECTED was removed from enum type LoanState.\n  aa\n  cc\n');
  });

  it('compares a contract: what got a tag is gone from it, and from nothing else', async () => {
    const tagged = changed(
      '  loanNo: String! @join__field(graph: LENDING)',
      '  loanNo: String! @join__field(graph: LENDING) @tag(name: "staff")',
    );
    expect(await runHere(['graph', 'check', tagged], {})).toEqual({ code: 0, output: 'Nothing breaks.\n' });
    expect(await runHere(['graph', 'check', tagged, '--without', 'staff'], {})).toEqual({
      code: 1,
      output: 'Loan.loanNo was removed.\n',
    });
    expect(await runHere(['graph', 'check', tagged, '--without', 'stuff'], {})).toEqual({
      code: 1,
      output: expect.stringContaining('Nothing in the graph is tagged stuff.'),
    });
  });

  it('ends with 1 where a field takes a scope that it did not take', async () => {
    const narrower = changed(
      /(memberByNumber\([^)]*\): Member [^\n]*)@requiresScopes\(scopes: \[\["members:read"\]\]\)/,
      '$1@requiresScopes(scopes: [["members:write"]])',
    );
    const { code, output } = await runHere(['graph', 'check', narrower], {});
    expect([code, output]).toEqual([1, 'Query.memberByNumber needs the scope members:write, and did not before.\n']);
  });

  it('refuses what is no supergraph, and documents that are none', async () => {
    const nonsense = written('nonsense.graphql', 'type Query { a: Int }');
    expect(await runHere(['graph', 'check', nonsense], {})).toEqual({
      code: 1,
      output: expect.stringContaining('is no sound supergraph'),
    });
    const list = written('list.json', '[1]');
    const same = written('same.graphql', committed);
    expect(await runHere(['graph', 'check', same, '--documents', list], {})).toEqual({
      code: 1,
      output: 'The documents are to be one JSON object, SHA-256 to text.\n',
    });
  });
});
