import { useEffect, useState } from 'react';
import { useQuery, type Client, type OperationResult, type TypedDocumentNode } from 'urql';
import { graphql } from '../../graph/generated/gql.ts';
import type { MemberNamedQuery, ShareAccountNamedQuery } from '../../graph/generated/graphql.ts';

/** Records that a person names by the number that people use, in a form. */

const MEMBER = graphql(`
  query MemberNamed($no: String!) {
    memberByNumber(memberNo: $no) {
      id
      name
    }
  }
`);
const SHARE_ACCOUNT = graphql(`
  query ShareAccountNamed($no: String!) {
    savingsAccounts(first: 1, filter: { accountNos: [$no], kinds: [SHARES] }) {
      nodes {
        id
        member {
          name
        }
      }
    }
  }
`);

type Numbered<Data, Found> = {
  readonly document: TypedDocumentNode<Data, { no: string }>;
  readonly foundIn: (data: Data) => Found | null | undefined;
};

export const MEMBERS: Numbered<MemberNamedQuery, { readonly id: string; readonly name: string | undefined }> = {
  document: MEMBER,
  foundIn: ({ memberByNumber }) => memberByNumber,
};
export const SHARE_ACCOUNTS: Numbered<
  ShareAccountNamedQuery,
  { readonly id: string; readonly name: string | undefined }
> = {
  document: SHARE_ACCOUNT,
  foundIn: ({ savingsAccounts }) => savingsAccounts?.nodes.map(({ id, member }) => ({ id, name: member?.name }))[0],
};

/** As it is written on paper: `m-000012 `. */
const plain = (no: string): string => no.trim().toUpperCase();

type Sending<Data, Found> = {
  readonly client: Client;
  readonly of: Numbered<Data, Found>;
  readonly no: string;
  readonly field: string;
  /** Said at the field where there is none. */
  readonly none: string;
  readonly send: (found: Found) => Promise<OperationResult<unknown>>;
};

/** Sends what names a record by its number: a number that no record has is refused at its field. */
export async function sendFor<Data, Found>(sending: Sending<Data, Found>): Promise<OperationResult<unknown>> {
  const { client, of, no, field, none, send } = sending;
  const answer = await client.query(of.document, { no: plain(no) }, { requestPolicy: 'network-only' }).toPromise();
  if (answer.error) return answer;
  const found = answer.data && of.foundIn(answer.data);
  if (found) return send(found);
  const refusal = { userErrors: [{ code: 'not_found', message: none, path: ['input', field] }] };
  return { ...answer, data: { refusal } };
}

/** How long a person has stopped typing for, when it is looked up. */
const PAUSE_MS = 300;

type Props<Data> = {
  readonly of: Numbered<Data, { readonly name: string | undefined }>;
  readonly no: string;
  /** A sentence with the name of the one whose it is. */
  readonly says: (name: string) => string;
};

/** Whose the record is that was named, before anything is sent: a digit is soon mistyped. */
export function Whose<Data>({ of, no, says }: Props<Data>) {
  const [asked, ask] = useState(no);
  useEffect(() => {
    const timer = setTimeout(() => ask(no), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [no]);
  const [{ data, fetching }] = useQuery({ query: of.document, variables: { no: plain(asked) }, pause: asked === '' });
  const name = asked === no && !fetching && data ? of.foundIn(data)?.name : undefined;
  return name === undefined ? '…' : says(name);
}
