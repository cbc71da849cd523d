/** The five queries and the change that the costs of the graph are measured by. */
export const QUERIES: Readonly<Record<string, string>> = {
  'Q1 member by id': 'query Q1($id: ID!) { member(id: $id) { id memberNo name phone state } }',
  'Q2 member, loans, schedule':
    'query Q2($id: ID!) { member(id: $id) { memberNo name loans(first: 5) { nodes { loanNo state principal schedule { number dueDate total state } } } } }',
  'Q3 50 loans, member, product':
    'query Q3 { loans(first: 50) { nodes { loanNo state principal member { memberNo name } product { code name } } } }',
  'Q4 member, students, invoices, results, loans':
    'query Q4($id: ID!) { member(id: $id) { memberNo loans(first: 3) { nodes { loanNo state } } sponsorships(first: 3) { nodes { student { admissionNo invoices(first: 3) { nodes { number balance } } results(first: 3) { nodes { grade } } } } } } }',
  'Q5 50 students, sponsor':
    'query Q5 { students(first: 50) { nodes { admissionNo firstName sponsors(first: 1) { nodes { member { memberNo name } } } } } }',
  'M1 createMember':
    'mutation M1($input: CreateMemberInput!) { createMember(input: $input) { member { id memberNo name } userErrors { code message } } }',
};
/** Of these a page holds entities of another subgraph, which have to be fetched and put in place one by one. */
export const PAGES_OF_ENTITIES: ReadonlySet<string> = new Set([
  'Q3 50 loans, member, product',
  'Q5 50 students, sponsor',
]);
const input = { name: 'Wanjiku Kamau', nationalId: '12345678', phone: '+254712345678', branchId: 'id-1' };

export const variablesFor = (query: string): Readonly<Record<string, unknown>> => ({
  ...(query.includes('$id: ') ? { id: 'id-3' } : {}),
  ...(query.includes('$input: ') ? { input } : {}),
});
