import { breakerOf } from '#platform/rails/breaker.ts';
import { circuitInMemory } from '#platform/rails/circuit-store.ts';
import { airtelCollectionRail } from '#platform/rails/airtel/collection-rail.ts';
import { openAirtel } from '#platform/rails/airtel/connection.ts';
import { airtelPayoutRail } from '#platform/rails/airtel/payout-rail.ts';
import { airtelSettings } from '#platform/rails/airtel/settings.ts';
import { wireId } from '#platform/rails/airtel/wire.ts';
import { startAirtelFake } from '#test/support/airtel-fake/airtel-fake.ts';
import { listener } from '#test/support/daraja-client.ts';
import { railConformance, type RailUnderTest } from '#test/support/rail-conformance.ts';

async function open(): Promise<RailUnderTest> {
  const fake = await startAirtelFake();
  const ours = await listener();
  fake.callbacksTo(ours.addressOf('airtel'));
  const { baseUrl, credentials, publicKey } = fake;
  const timeouts = { connectMs: 400, totalMs: 400 };
  const settings = airtelSettings({ environment: 'sandbox', baseUrl, publicKey, timeouts, ...credentials });
  const circuit = circuitInMemory();
  const waiting = { pause: async () => {}, random: () => 0 };
  let received = 0;

  const build = (): RailUnderTest => {
    const airtel = openAirtel(settings, fake.now);
    const breaker = breakerOf(circuit, fake.now);
    return {
      payouts: airtelPayoutRail({ ...waiting, airtel, breaker }),
      collections: airtelCollectionRail({ ...waiting, airtel }),
      payoutChannel: 'airtel_b2c',
      collectionChannel: 'airtel',
      msisdnOf: (suffix) => `+254730000${suffix}`,
      advance: (seconds) => fake.advance(seconds * 1_000),
      notified: async (originatorId) => {
        const all = ours.receivedAt('airtel');
        const fresh = all.slice(received).filter((text) => text.includes(wireId(originatorId)));
        received = all.length;
        return fresh.flatMap((text) => [
          { kind: 'payout', callback: 'payout', text } as const,
          { kind: 'collection', text } as const,
        ]);
      },
      restarted: build,
      paidTimes: async (originatorId) =>
        fake.transactions.filter(
          ({ id, settled, plan }) =>
            id === wireId(originatorId) && settled && (plan.enquired?.after ?? '').endsWith('1001'),
        ).length,
      saysAmounts: false,
      resume: () => breaker.observe({ kind: 'resumed' }),
      close: async () => {
        await fake.close();
        await ours.close();
      },
    };
  };
  return build();
}

railConformance('Airtel Money', open);
