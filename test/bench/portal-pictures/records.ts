/// <reference lib="dom" />
import type { Tab } from '#test/support/chromium.ts';

/**
 * Records that a society's history has none of, made in its sandbox through the graph where they are missing: a webhook, a
 * payment for an app, money of the paybill on its way to a float.
 * @param tabOf a tab of a person who may do what has the scope
 * @returns addresses of pages that no list leads to
 */
export async function missingRecords(tabOf: (scope: string) => Promise<Tab>): Promise<readonly string[]> {
  const ask = async (scope: string, query: string, input?: object) =>
    (await tabOf(scope)).page.evaluate(askGraph, query, { input });
  const { clients } = await ask('clients:write', '{ clients(first: 1) { nodes { id clientKey webhooks { id } } } }');
  for (const { id: clientId, clientKey, webhooks } of clients?.nodes ?? []) {
    const webhook = { clientId, url: 'https://example.org/hooks', events: ['loan.*'] };
    if (webhooks.length === 0) await ask('webhooks:write', CREATE_WEBHOOK, webhook);
    await ask('mobile_money:write', CHANGE_PREFIX, { clientId: clientKey, accountPrefix: 'PICT' });
    const paid = { amount: 250_000, msisdn: '+254712000001', accountReference: 'PICT ORDER 17' };
    await ask('sandbox:write', PAY, paid);
  }
  const found = async () => {
    const { floatTopUps } = await ask('disbursements:read', TOP_UPS);
    const { appCollections } = await ask('mobile_money:read', COLLECTIONS);
    return {
      topUps: (floatTopUps?.nodes ?? []).map(({ id }) => `/money/top-ups/${id}`),
      collections: (appCollections?.nodes ?? []).map(({ id }) => `/money/payouts/${id}`),
    };
  };
  if ((await found()).topUps.length === 0) {
    await ask('disbursements:write', TOP_UP, { agentNo: 'AG-000001', amount: 1_000_000 });
    // Where money takes two people, it has become a proposal.
    const { proposals } = await ask('approvals:write', PROPOSALS);
    for (const { id: proposalId, command } of proposals?.nodes ?? []) {
      if (command === 'TOP_UP_FROM_PAYBILL') await ask('approvals:write', APPROVE, { proposalId });
    }
  }
  const { topUps, collections } = await found();
  return [...topUps, ...collections];
}

const CREATE_WEBHOOK =
  'mutation ($input: CreateWebhookInput!) { createWebhook(input: $input) { userErrors { message } } }';
const CHANGE_PREFIX =
  'mutation ($input: ChangeAppAccountPrefixInput!) { changeAppAccountPrefix(input: $input) { userErrors { message } } }';
const PAY = 'mutation ($input: PayPaybillInput!) { payPaybill(input: $input) { userErrors { message } } }';
const TOP_UP =
  'mutation ($input: TopUpFromPaybillInput!) { topUpFromPaybill(input: $input) { userErrors { message } } }';
const PROPOSALS = '{ proposals(first: 20) { nodes { id command } } }';
const APPROVE =
  'mutation ($input: ApproveProposalInput!) { approveProposal(input: $input) { userErrors { message } } }';
const TOP_UPS = '{ floatTopUps(first: 1) { nodes { id } } }';
const COLLECTIONS = '{ appCollections(first: 1) { nodes { id } } }';

type Nodes<Node> = { readonly nodes: readonly Node[] } | null;
type Answered = {
  readonly clients?: Nodes<{ readonly id: string; readonly clientKey: string; readonly webhooks: readonly object[] }>;
  readonly proposals?: Nodes<{ readonly id: string; readonly command: string }>;
  readonly floatTopUps?: Nodes<{ readonly id: string }>;
  readonly appCollections?: Nodes<{ readonly id: string }>;
};

/** In the browser, in the session of its person. */
async function askGraph(query: string, variables: object): Promise<Answered> {
  const response = await fetch('/graphql', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-umoja-page': '1' },
    body: JSON.stringify({ query, variables }),
  });
  // What was asked for.
  const { data, errors } = (await response.json()) as { readonly data?: Answered | null; readonly errors?: unknown };
  if (errors !== undefined) throw new Error(`${query}: ${JSON.stringify(errors)}`);
  return data ?? {};
}
