import { breakerOf } from '#platform/rails/breaker.ts';
import { circuitInMemory } from '#platform/rails/circuit-store.ts';
import { darajaCollectionRail } from '#platform/rails/daraja/collection-rail.ts';
import { darajaPayoutRail } from '#platform/rails/daraja/payout-rail.ts';
import { clientAt, listener } from '#test/support/daraja-client.ts';
import { startDarajaFake, type DarajaFake } from '#test/support/daraja-fake/daraja-fake.ts';
import { railConformance, type Notified, type RailUnderTest } from '#test/support/rail-conformance.ts';

const CALLBACKS = ['payout', 'payout_timeout', 'payout_status', 'payout_status_timeout'] as const;

/** What the paybill has collected, and who acts for it: businesses are paid from there. */
const COLLECTING = { paybill: { initiator: { name: 'paybillapi', password: 'Another999!*#' }, balance: 70_000_000n } };

/** The same rail pays a business by B2B, which carries no name of ours: its account at the payee stands for it here. */
async function openToBusiness(): Promise<RailUnderTest> {
  const accounts = new Map<string, string>();
  let payees = 0;
  const toBusiness = (rail: RailUnderTest, fake: DarajaFake): RailUnderTest => ({
    ...rail,
    payouts: {
      ...rail.payouts,
      send: (order, deadline) => {
        accounts.set(order.originatorId, order.business?.account ?? '');
        return rail.payouts.send(order, deadline);
      },
    },
    collections: null,
    payoutChannel: 'mpesa_b2b',
    payeeOf: (suffix) => ({
      msisdn: null,
      business: { type: 'paybill', number: `600${suffix}`, account: `P${++payees}` },
    }),
    restarted: () => toBusiness(rail.restarted(), fake),
    paidTimes: async (id) =>
      fake.transactions.filter(
        ({ kind, account, status }) => kind === 'b2b' && account === accounts.get(id) && status === 'Completed',
      ).length,
  });
  const fake = await startDarajaFake(COLLECTING);
  return toBusiness(await openAt(fake), fake);
}

/** The same channel fills the float: by the last digits of the amount, which stands for the payment here. */
async function openToFloat(): Promise<RailUnderTest> {
  const amounts = new Map<string, bigint>();
  let thousands = 0n;
  const toFloat = (rail: RailUnderTest, fake: DarajaFake): RailUnderTest => ({
    ...rail,
    payouts: {
      ...rail.payouts,
      send: (order, deadline) => {
        amounts.set(order.originatorId, order.amount);
        return rail.payouts.send(order, deadline);
      },
    },
    collections: null,
    payoutChannel: 'mpesa_b2b',
    payeeOf: (suffix) => ({
      msisdn: null,
      payee: 'own_float',
      amount: ((thousands += 1n) * 1_000n + BigInt(suffix)) * 100n,
    }),
    restarted: () => toFloat(rail.restarted(), fake),
    paidTimes: async (id) =>
      fake.transactions.filter(
        ({ kind, shillings, status }) =>
          kind === 'b2b' && shillings * 100n === amounts.get(id) && status === 'Completed',
      ).length,
  });
  const fake = await startDarajaFake(COLLECTING);
  return toFloat(await openAt(fake), fake);
}

const open = async () => openAt(await startDarajaFake());

async function openAt(fake: DarajaFake): Promise<RailUnderTest> {
  const ours = await listener();
  const circuit = circuitInMemory();
  const waiting = { pause: async () => {}, random: () => 0 };
  const received = new Map<string, number>();
  const address = (kind: string, id: string) => ours.addressOf(`${id}/${kind}`);

  const build = (): RailUnderTest => {
    const daraja = clientAt(fake, { timeouts: { connectMs: 400, totalMs: 400 } });
    const breaker = breakerOf(circuit, fake.now);
    const addressesOf = (id: string) => ({
      payment: { result: address('payout', id), timeout: address('payout_timeout', id) },
      status: { result: address('payout_status', id), timeout: address('payout_status_timeout', id) },
    });
    const payouts = darajaPayoutRail({ ...waiting, daraja, breaker, addressesOf });
    return {
      payouts,
      collections: darajaCollectionRail({ ...waiting, daraja, callbackAddressOf: (id) => address('collection', id) }),
      payoutChannel: 'mpesa_b2c',
      collectionChannel: 'mpesa_stk',
      msisdnOf: (suffix) => `+254700000${suffix}`,
      advance: (seconds) => fake.advance(seconds * 1_000),
      notified: async (id) => {
        const fresh = (kind: string) => {
          const path = `${id}/${kind}`;
          const all = ours.receivedAt(path);
          const before = received.get(path) ?? 0;
          received.set(path, all.length);
          return all.slice(before);
        };
        return [
          ...CALLBACKS.flatMap((callback) =>
            fresh(callback).map((text): Notified => ({ kind: 'payout', callback, text })),
          ),
          ...fresh('collection').map((text): Notified => ({ kind: 'collection', text })),
        ];
      },
      restarted: build,
      paidTimes: async (id) =>
        fake.transactions.filter(
          ({ kind, originatorId, status }) => kind === 'b2c' && originatorId === id && status === 'Completed',
        ).length,
      saysAmounts: true,
      resume: () => breaker.observe({ kind: 'resumed' }),
      close: async () => {
        await fake.close();
        await ours.close();
      },
    };
  };
  return build();
}

railConformance('M-Pesa', open);
railConformance('M-Pesa to a business', openToBusiness);
railConformance('M-Pesa to the own float', openToFloat);
