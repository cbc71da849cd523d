import type { PayoutAnswer } from '#core/lending/ports.ts';
import { signIdentity } from '#platform/auth/internal-identity.ts';
import type { Caller } from '#platform/auth/caller.ts';
import { signingSecrets } from '#platform/webhooks/signing-secrets.ts';
import { lendingSubgraph } from '#sub/lending/subgraph.ts';
import { openHouse, type House } from './house.ts';
import { recordingLog } from './recording-log.ts';

// A test looks into an answer as it likes.
// oxlint-disable-next-line typescript/no-explicit-any
type Json = any;

export type LendingGraph = Awaited<ReturnType<typeof openLendingGraph>>;

/** A house with the lending subgraph over it, asked in the way in which its gateway asks. */
export async function openLendingGraph() {
  /** What the provider says to the next disbursements. */
  const provider: { answer: PayoutAnswer; sent: string[] } = {
    answer: { kind: 'accepted', providerRef: 'AG_1' },
    sent: [],
  };
  const house: House = await openHouse({
    railOf: () => ({
      send: async ({ originatorId }) => {
        provider.sent.push(originatorId);
        return provider.answer;
      },
      query: async () => ({ kind: 'pending' }),
    }),
  });
  const { log, lines } = recordingLog();
  const subgraph = await lendingSubgraph({
    app: house.app,
    identityKey: house.keys.identity,
    now: house.clock,
    log,
    webhooks: {
      guard: { allowedNetworks: [], resolve: async () => ['93.184.215.14'] },
      secrets: signingSecrets(house.keys),
    },
  });

  const ask = async (query: string, variables: Record<string, unknown> = {}, caller: Caller = house.client.caller) => {
    const identity = signIdentity(caller, house.keys.identity, house.clock());
    const { body } = await subgraph.execute({ query, variables }, identity);
    const { data, errors } = JSON.parse(JSON.stringify(body)) as { data?: Json; errors?: Json[] };
    return { data, errors };
  };
  /** An answer without errors, or the test fails with them. */
  const answer = async (...asked: Parameters<typeof ask>): Promise<Json> => {
    const { data, errors } = await ask(...asked);
    if (errors !== undefined) throw new Error(JSON.stringify(errors));
    return data;
  };
  /** The statements that a piece of work needs: reads of records, and transactions. */
  const counted = async <Result>(work: () => Promise<Result>) => {
    const statements: string[] = [];
    house.database.onStatement = (text) => void statements.push(text.trim());
    try {
      const result = await work();
      // What the process knows of its tenants grows old now and then, whoever asks.
      const own = statements.filter((text) => !text.includes('from tenant where'));
      const settings = own.filter((text) => text.startsWith('select set_config')).length;
      const ofTenants = statements.length - own.length;
      return {
        result,
        reads: own.filter((text) => !text.startsWith('select set_config')),
        transactions: settings - ofTenants,
      };
    } finally {
      house.database.onStatement = null;
    }
  };
  /** The provider paid: the loan of the disbursement becomes active. */
  const confirm = async (disbursementUuid: string): Promise<void> => {
    const [row] = await house.sql('select originator_id as id from disbursement where uuid = $1', [disbursementUuid]);
    await house.app.lending.recordPayoutStatus(house.operator, {
      originatorId: String(row?.['id']),
      status: { kind: 'paid', providerRef: null, receiptNo: 'SKE1', at: house.clock(), amount: null },
    });
  };
  const uuidOf = async (table: 'member' | 'loan' | 'branch' | 'loan_product', id: number): Promise<string> => {
    const [row] = await house.sql(`select uuid from ${table} where id = $1`, [id]);
    return String(row?.['uuid']);
  };

  return {
    house,
    subgraph,
    provider,
    lines,
    ask,
    answer,
    counted,
    confirm,
    uuidOf,
    close: async () => {
      await subgraph.close();
      await house.close();
    },
  };
}
