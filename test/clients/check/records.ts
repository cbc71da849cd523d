import { eventually } from '#test/support/eventually.ts';

/** A reply of the system; a check looks into it by name. */
// oxlint-disable-next-line typescript/no-explicit-any
type Reply = { readonly status: number; readonly body: any };
export type Call = (method: 'GET' | 'POST', path: string, body?: object, headers?: object) => Promise<Reply>;

export const callerOf =
  (restUrl: string, token: string): Call =>
  async (method, path, body, headers = {}) => {
    const response = await fetch(`${restUrl}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body ? { 'content-type': 'application/json' } : {}),
        ...headers,
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    return { status: response.status, body: await response.json().catch(() => null) };
  };

/** Makes records of kinds that the sandbox is not planted with, as a partner does. @throws Error where one is refused */
export async function makeRecords(call: Call): Promise<void> {
  const made = async (path: string, body: object, headers?: object) => {
    const reply = await call('POST', path, body, headers);
    if (reply.status > 299) throw new Error(`POST ${path}: ${reply.status} ${JSON.stringify(reply.body)}`);
    return reply.body.data ?? reply.body;
  };
  const first = async (path: string) => (await call('GET', path)).body.data[0];
  const reference = (of: string) => `${of}-${Date.now()}`;
  await made('/v1/topups', { amount: 10_000_000, reference: reference('topup') });
  const paid = { amount: 200_000, channel: 'mpesa_b2c', msisdn: '+254712345678' };
  await made('/v1/payouts', { ...paid, reference: reference('payout') });
  await made('/v1/payout_batches', {
    reference: reference('batch'),
    rows: [{ ...paid, reference: reference('row') }],
  });
  const { id: collection } = await made('/v1/collections', {
    amount: 50_000,
    channel: 'mpesa_stk',
    msisdn: '+254712345678',
    account_reference: 'INV-7',
    reference: reference('collection'),
  });
  await eventually(
    async () => (await call('GET', `/v1/collections/${collection}`)).body.data.state === 'succeeded',
    60_000,
  );
  await made('/v1/refunds', { collection_id: collection, amount: 10_000 });
  await made('/v1/webhook_endpoints', { url: 'http://127.0.0.1:9/', events: ['payout.*'] });
  const { id: webhook } = await made('/api/v1/webhooks', { url: 'http://127.0.0.1:9/', events: ['member.*'] });
  await made(`/api/v1/webhooks/${webhook}/test`, {});
  const member = await first('/api/v1/members?filter[state]=active&limit=1');
  const product = await first('/api/v1/savings_products?filter[kind]=ordinary&limit=1');
  const account = await made(
    '/api/v1/savings_accounts',
    { member_id: member.id, product_id: product.id },
    // Of the examples of both logs.
    { 'Idempotency-Key': 'slow-1', 'X-Request-ID': 'req-member' },
  );
  await made(`/api/v1/savings_accounts/${account.id}/transactions`, {
    type: 'deposit',
    amount: 50_000,
    channel: 'cash',
  });
  // Deliveries and the log of requests follow what they are about.
  await eventually(async () => (await first(`/api/v1/webhooks/${webhook}/deliveries`)) !== undefined);
  await eventually(async () => (await call('GET', '/api/v1/requests/req-member')).status === 200);
}

type Parameter = { readonly $ref?: string; readonly name: string; readonly in: string; readonly examples?: object };
type Operation = { parameters?: Parameter[] };
export type ApiDocument = {
  readonly paths: { readonly [path: string]: { readonly get?: Operation } };
  readonly components: { readonly parameters: { readonly [name: string]: Parameter } };
};

/** Records by which several parents of a list are tried, until one has what is looked for. */
const TRIED = 20;

/** Which records the reads of a document are about: those of their examples, or others of the sandbox. */
export type Found = { readonly own: string[]; readonly others: string[]; readonly none: string[] };

/** Gives the parameters of each read that names a record one that is there, where its example is not. Changes the document. */
export async function nameRecords(document: ApiDocument, call: Call): Promise<Found> {
  const found: Found = { own: [], others: [], none: [] };
  for (const [path, { get }] of Object.entries(document.paths)) {
    if (!get || !path.includes('{')) continue;
    const resolved = (get.parameters ?? []).map((each) => {
      const name = each.$ref?.split('/').at(-1);
      return (name === undefined ? undefined : document.components.parameters[name]) ?? each;
    });
    const own = Object.fromEntries(
      resolved.filter((each) => each.in === 'path').map((each) => [each.name, exampleOf(each)]),
    );
    if ((await call('GET', filled(path, own))).status === 200) {
      found.own.push(path);
      continue;
    }
    const values = await recordsAt(path, call);
    if (values === null) {
      found.none.push(path);
      continue;
    }
    found.others.push(path);
    get.parameters = resolved.map((each) =>
      each.in === 'path' ? { ...each, examples: { typical: { value: values[each.name] } } } : each,
    );
  }
  return found;
}

type Values = { readonly [name: string]: string | number };

/** The examples of a parameter are as the document has them. */
function exampleOf(parameter: Parameter): string | number {
  const { example, examples, schema } = parameter as {
    readonly example?: string;
    readonly examples?: { readonly typical?: { readonly value: string } };
    readonly schema?: { readonly examples?: readonly string[] };
  };
  return examples?.typical?.value ?? example ?? schema?.examples?.[0] ?? '';
}

const filled = (path: string, values: Values): string =>
  path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(values[name] ?? '')));

/** Values of the path's parameters under which there is something; null where the sandbox has nothing of the kind. */
async function recordsAt(path: string, call: Call, known: Values = {}): Promise<Values | null> {
  const next = /\{(\w+)\}/g;
  const open = [...path.matchAll(next)].find(([, name = '']) => !(name in known));
  if (open === undefined) return (await call('GET', filled(path, known))).status === 200 ? known : null;
  const list = await call('GET', `${filled(path.slice(0, open.index - 1), known)}?limit=${TRIED}`);
  const rows: readonly { readonly id?: string | number }[] = list.status === 200 ? (list.body.data ?? []) : [];
  for (const { id } of rows) {
    if (id === undefined) continue;
    const values = await recordsAt(path, call, { ...known, [open[1] ?? '']: id });
    if (values !== null) return values;
  }
  return null;
}
