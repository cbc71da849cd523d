import type { ProviderReply } from '#core/payments/provider-reply.ts';
import { cursorsWith } from '#platform/app/cursors.ts';
import { signingSecrets } from '#platform/app/processes/delivery/signing-secrets.ts';
import { lendingSubgraph } from '#sub/lending/subgraph.ts';
import { openTestApp, type TestApp } from './test-app.ts';
import { recordingLog } from './recording-log.ts';
import { clientOf } from './subgraph-client.ts';
import { notifiedRail } from './notified-rail.ts';

export type LendingGraph = Awaited<ReturnType<typeof openLendingGraph>>;

/** A test app with the lending subgraph over it, called in the way in which its gateway calls. */
export async function openLendingGraph() {
  /** What the provider says to the next disbursements. */
  const provider: { response: ProviderReply; sent: string[] } = {
    response: { kind: 'accepted', providerRef: 'AG_1' },
    sent: [],
  };
  const testApp: TestApp = await openTestApp({
    payoutRailOf: () =>
      notifiedRail({
        send: async ({ originatorId }) => {
          provider.sent.push(originatorId);
          return provider.response;
        },
        query: async () => ({ kind: 'pending' }),
      }),
  });
  const { log, lines } = recordingLog();
  const subgraph = await lendingSubgraph({
    app: testApp.app,
    cursors: cursorsWith(testApp.keys.cursor),
    identityKey: testApp.keys.identity,
    now: testApp.clock,
    log,
    webhooks: {
      guard: { allowedNetworks: [], resolve: async () => ['93.184.215.14'] },
      secrets: signingSecrets(testApp.keys),
    },
  });

  /** The provider paid: the loan of the disbursement becomes active. */
  const confirm = async (disbursementUuid: string): Promise<void> => {
    const [row] = await testApp.sql('select originator_id as id from disbursement where uuid = $1', [disbursementUuid]);
    await testApp.app.lending.recordPayoutStatus(testApp.operator, {
      originatorId: String(row?.['id']),
      status: {
        kind: 'paid',
        providerRef: null,
        receiptNo: `SKE${disbursementUuid.slice(-7)}`,
        at: testApp.clock(),
        amount: null,
      },
    });
  };
  return {
    testApp,
    subgraph,
    provider,
    lines,
    ...clientOf(testApp, subgraph),
    confirm,
    close: async () => {
      await subgraph.close();
      await testApp.close();
    },
  };
}
