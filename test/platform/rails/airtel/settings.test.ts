import { describe, expect, it } from 'vitest';
import { generateKeyPairSync } from 'node:crypto';
import { airtelSetup, settingsIn } from '#platform/rails/airtel/settings.ts';

const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const file = {
  environment: 'sandbox',
  clientId: 'c',
  clientSecret: 's',
  pin: '1234',
  publicKey: publicKey.export({ type: 'spki', format: 'der' }).toString('base64'),
} as const;
const stored = (more: object) => settingsIn(airtelSetup({ ...file, ...more }));

describe('An operator’s file of Airtel Money', () => {
  it('is completed with the host and the time-outs of the environment', () => {
    expect(stored({})).toMatchObject({
      baseUrl: 'https://openapiuat.airtel.africa',
      timeouts: { connectMs: 5_000, totalMs: 30_000 },
      charges: [],
    });
  });

  it('names what payments cost, in minor units', () => {
    const charges = [
      { upTo: 10_000, charge: 0 },
      { upTo: 150_000, charge: 500 },
    ];
    expect(stored({ charges }).charges).toEqual([
      [10_000n, 0n],
      [150_000n, 500n],
    ]);
  });

  it.each([
    [{ timeouts: '5s' }, 'timeouts has to be whole milliseconds'],
    [{ timeouts: { connectMs: 0, totalMs: 10 } }, 'timeouts has to be whole milliseconds'],
    [{ timeouts: { connectMs: 10 } }, 'timeouts has to be whole milliseconds'],
    [{ timeouts: { connectMs: 10, totalMs: Number.NaN } }, 'timeouts has to be whole milliseconds'],
    [{ charges: [{ upTo: 1.5, charge: 0 }] }, 'charges has to be steps in minor units'],
    [
      {
        charges: [
          { upTo: 2, charge: 0 },
          { upTo: 2, charge: 1 },
        ],
      },
      'The steps of charges have to rise.',
    ],
    [{ pin: '12345' }, 'pin has to be four digits, as text.'],
    [{ pin: 1234 }, 'pin has to be four digits, as text.'],
    [{ environment: 'test' }, 'environment has to be sandbox or live.'],
    [{ baseUrl: 'ftp://airtel' }, 'baseUrl has to be an address without a path'],
    [{ baseUrl: 'https://openapi.airtel.africa' }, 'A live application calls the live host'],
    [{ clientId: undefined }, 'The file lacks clientId.'],
    [{ clientSecret: '' }, 'clientSecret has to be a text that is not empty.'],
    [{ password: 'x' }, 'There is no setting password.'],
    [{ publicKey: 'nonsense' }, 'The publicKey can’t be read'],
  ])('%j is refused, and no value is shown', (wrong, message) => {
    const read = () => airtelSetup(JSON.parse(JSON.stringify({ ...file, ...wrong })) as Record<string, unknown>);
    expect(read).toThrow(message);
    expect(read).not.toThrow(/1234/);
  });
});
