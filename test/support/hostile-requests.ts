/** A request that wants to harm the graph, and how it is to be refused. */
export type Hostile = {
  readonly name: string;
  readonly body: string;
  readonly status: number;
  /** One of these: the room on the parser's stack may decide which. */
  readonly codes: readonly string[];
};

const request = (query: string, variables?: object) => JSON.stringify({ query, variables });
const times = (count: number, of: (index: number) => string) =>
  Array.from({ length: count }, (_, i) => of(i)).join(' ');

/** Levels of a loan's member, the member's loans, and so on. */
const deep = (levels: number) =>
  `{ ${'loans { nodes { member { '.repeat(levels / 3)} id ${'} } }'.repeat(levels / 3)} }`;
const lists = (levels: number) =>
  `{ loans(first: 100) { nodes { ${'member { loans(first: 100) { nodes { '.repeat(levels)} loanNo ${'} } }'.repeat(levels)} } } }`;
const doubling = (leaf: string) =>
  `{ loans { nodes { ...F0 } } } ${times(60, (i) => `fragment F${i} on Loan { ...F${i + 1} ...F${i + 1} }`)} fragment F60 on Loan { ${leaf} }`;

/** Against the graph as it is committed. Every one of them has a good token with every scope. */
export const HOSTILE: readonly Hostile[] = [
  {
    name: '10,000 aliases',
    body: request(`{ ${times(10_000, (i) => `a${i}: __typename`)} }`),
    status: 400,
    codes: ['GRAPHQL_PARSE_FAILED'],
  },
  {
    name: '1,000 aliases',
    body: request(`{ loans { nodes { ${times(1_000, (i) => `a${i}: loanNo`)} } } }`),
    status: 400,
    codes: ['OPERATION_TOO_LARGE'],
  },
  {
    name: '4,900 times the same field',
    body: request(`{ loans { nodes { ${times(4_900, () => 'loanNo')} } } }`),
    status: 400,
    codes: ['OPERATION_TOO_LARGE'],
  },
  {
    name: 'fragments that spread the next one twice, 20 times, which would be planned a million times',
    body: request(
      `{ loans { nodes { ...F0 } } } ${times(20, (i) => `fragment F${i} on Loan { ...F${i + 1} ... on Loan { ...F${i + 1} } }`)} fragment F20 on Loan { loanNo }`,
    ),
    status: 400,
    codes: ['OPERATION_TOO_LARGE'],
  },
  { name: 'depth 200', body: request(deep(200)), status: 400, codes: ['OPERATION_TOO_LARGE'] },
  { name: 'pages in pages in pages', body: request(lists(3)), status: 400, codes: ['OPERATION_TOO_LARGE'] },
  {
    name: 'a page of a million',
    body: request('{ loans(first: 1000000) { nodes { id } } }'),
    status: 400,
    codes: ['OPERATION_TOO_LARGE'],
  },
  {
    name: 'a list of lists, 2,000 deep, in the text',
    body: request(`{ loans(filter: ${'['.repeat(2_000)}${']'.repeat(2_000)}) { nodes { id } } }`),
    status: 400,
    codes: ['GRAPHQL_VALIDATION_FAILED', 'OPERATION_TOO_LARGE'],
  },
  {
    name: 'a list of lists, 100,000 deep, as a variable',
    body: `{"query":"query($f: LoanFilter) { loans(filter: $f) { nodes { id } } }","variables":{"f":${'['.repeat(100_000)}${']'.repeat(100_000)}}}`,
    status: 400,
    codes: ['BAD_REQUEST'],
  },
  {
    name: 'circular fragments',
    body: request(
      '{ loans { nodes { ...A } } } fragment A on Loan { member { ...B } } fragment B on Member { loans { nodes { ...A } } }',
    ),
    status: 400,
    codes: ['GRAPHQL_VALIDATION_FAILED'],
  },
  {
    name: 'fragments that double, 2^60 times',
    body: request(doubling('member { name }')),
    status: 400,
    codes: ['OPERATION_TOO_LARGE'],
  },
  {
    name: '1,600 unknown names',
    body: request(`{ ${times(1_600, (i) => `lonas${i}`)} }`),
    status: 400,
    codes: ['OPERATION_TOO_LARGE'],
  },
  {
    name: '1,600 unknown directives',
    body: request(`{ __typename ${times(1_600, (i) => `@d${i}`)} }`),
    status: 400,
    codes: ['GRAPHQL_VALIDATION_FAILED'],
  },
  { name: 'a 10 MB document', body: request(`{ ${'a '.repeat(5_000_000)} }`), status: 413, codes: ['BAD_REQUEST'] },
  {
    name: '10 MB of variables',
    body: request('{ __typename }', { pad: 'x'.repeat(10_000_000) }),
    status: 413,
    codes: ['BAD_REQUEST'],
  },
  {
    name: '100 operations in a batch',
    body: JSON.stringify(Array.from({ length: 100 }, () => ({ query: '{ __typename }' }))),
    status: 400,
    codes: ['BAD_REQUEST'],
  },
  {
    name: 'introspection in live',
    body: request('{ __schema { types { name fields { name } } } }'),
    status: 400,
    codes: ['INTROSPECTION_DISABLED'],
  },
  {
    name: 'entities by guessed ids',
    body: request(
      '{ _entities(representations: [{ __typename: "Member", id: "00000000-0000-0000-0000-000000000001" }]) { __typename } }',
    ),
    status: 400,
    codes: ['GRAPHQL_VALIDATION_FAILED'],
  },
];

export type Refusal = {
  readonly status: number;
  readonly codes: readonly unknown[];
  readonly text: string;
  readonly tookMs: number;
};

/** Sends it, and takes the time. */
export async function send(url: string, { body }: Hostile, bearer: string): Promise<Refusal> {
  const headers = {
    'content-type': 'application/json',
    accept: 'application/graphql-response+json',
    authorization: `Bearer ${bearer}`,
  };
  const began = performance.now();
  const response = await fetch(url, { method: 'POST', headers, body });
  const text = await response.text();
  const tookMs = performance.now() - began;
  const { errors = [] } = JSON.parse(text) as { errors?: { extensions?: { code?: unknown } }[] };
  return {
    status: response.status,
    codes: [...new Set(errors.map(({ extensions }) => extensions?.code))],
    text,
    tookMs,
  };
}
