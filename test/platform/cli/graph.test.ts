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
      broken: [{ hash: 'aa', errors: ['Cannot query field "loanNo" on type "Loan".'] }],
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
