import { createHash } from 'node:crypto';
import { systemCaller } from '#platform/auth/system-caller.ts';
import { openRestTestApp, type Institution, type RestTestApp } from './rest-test-app.ts';

/** The payment bridge over REST, and what apps do on it again and again. */
export type Bridge = Awaited<ReturnType<typeof openBridge>>;
export type BridgeApp = Awaited<ReturnType<Bridge['anApp']>>;

/** `const bridge = await openBridge()`; close `bridge.ports` after the suite. */
export async function openBridge() {
  const ports = await openRestTestApp();
  const institution = await ports.openInstitution();
  let references = 0;
  const payout = (change: object = {}) => ({
    amount: 200_000,
    channel: 'mpesa_b2c',
    msisdn: '+254712345678',
    reference: `payout-${++references}`,
    ...change,
  });
  const collection = (change: object = {}) => ({
    amount: 50_000,
    channel: 'mpesa_stk',
    msisdn: '+254712345678',
    account_reference: 'INV-7',
    reference: `collection-${++references}`,
    ...change,
  });

  /** Posts a provider notification to its callback endpoint. */
  const notify = async (table: 'payout' | 'collection', appId: number, reference: string, write: Writer) => {
    const [row] = await ports.admin<Carried>(
      `select tenant_id, originator_id, amount, provider_ref from ${table} where app_id = $1 and reference = $2`,
      [appId, reference],
    );
    if (!row) throw new Error(`There is no ${table} ${reference}.`);
    const input = { tenantId: Number(row.tenant_id), kind: table, originatorId: row.originator_id };
    const reply = await ports.call('POST', new URL(ports.callbacks.addressOf(input)).pathname, { body: write(row) });
    if (reply.status !== 200) throw new Error(`A callback was answered with ${reply.status}: ${reply.text}`);
  };

  return {
    ports,
    institution,
    /** The caller of background work. */
    operator: systemCaller(institution, 'tests', 'tests'),
    payout,
    collection,
    /** An app of its own, with ten million cents of play money. */
    anApp: async (of: Institution = institution) => {
      const client = await ports.openClient(of);
      const call: RestTestApp['call'] = (method, path, sent = {}) =>
        ports.call(method, path, { token: client.token, ...sent });
      return {
        client,
        call,
        pay: (change: object = {}) => call('POST', '/v1/payouts', { body: payout(change) }),
        collect: (change: object = {}) => call('POST', '/v1/collections', { body: collection(change) }),
        balance: async () => {
          const [{ as_of: _, ...figures }] = (await call('GET', '/v1/balances')).body.data;
          return figures;
        },
        /** M-Pesa notifies of the result of a payout. */
        paidOut: (reference: string, code: number, receipt = receiptOf(reference), name?: string) =>
          notify('payout', client.id, reference, b2cResult(code, receipt, name)),
        /** M-Pesa notifies of the result of a prompt. */
        prompted: (reference: string, code: number, receipt = receiptOf(reference)) =>
          notify('collection', client.id, reference, stkCallback(code, receipt)),
      };
    },
  };
}

type Carried = { tenant_id: string; originator_id: string; amount: string; provider_ref: string | null };
type Writer = (row: Carried) => object;

const b2cResult =
  (code: number, receipt: string, name?: string): Writer =>
  ({ originator_id, amount }) => ({
    Result: {
      ResultCode: code,
      ResultDesc: 'Sent by a test.',
      OriginatorConversationID: originator_id,
      ConversationID: 'AG_paid',
      TransactionID: receipt,
      ResultParameters: {
        ResultParameter: [
          { Key: 'TransactionReceipt', Value: receipt },
          { Key: 'TransactionAmount', Value: Number(amount) / 100 },
          ...(name === undefined ? [] : [{ Key: 'ReceiverPartyPublicName', Value: name }]),
        ],
      },
    },
  });

const stkCallback =
  (code: number, receipt: string): Writer =>
  ({ provider_ref, amount }) => ({
    Body: {
      stkCallback: {
        MerchantRequestID: '29115-34620561-1',
        // A prompt whose reply was lost has a name at the provider all the same.
        CheckoutRequestID: provider_ref ?? 'ws_CO_unheard',
        ResultCode: code,
        ResultDesc: 'Sent by a test.',
        ...(code === 0
          ? {
              CallbackMetadata: {
                Item: [
                  { Name: 'Amount', Value: Number(amount) / 100 },
                  { Name: 'MpesaReceiptNumber', Value: receipt },
                ],
              },
            }
          : {}),
      },
    },
  });

/** The provider’s receipt of a payment that an app has named: one each. */
export const receiptOf = (reference: string) =>
  `SKL${createHash('sha256').update(reference).digest('hex').slice(0, 7).toUpperCase()}`;
