import { createHash } from 'node:crypto';
import { compact } from './fake-times.ts';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';

/** Ids as Daraja makes them; never the same twice, and the same in each run of a test. */
export type FakeIds = {
  readonly receipt: () => string;
  readonly conversation: (now: Temporal.Instant) => string;
  readonly checkout: (now: Temporal.Instant) => string;
  readonly request: () => string;
  readonly token: () => string;
};

export function fakeIds(): FakeIds {
  let count = 0;
  const bytes = (): Buffer => createHash('sha256').update(`daraja ${count++}`).digest();
  const digits = (length: number): string =>
    [...bytes()]
      .map((byte) => String(byte % 10))
      .slice(0, length)
      .join('');
  return {
    receipt: () =>
      [...bytes()]
        .slice(0, 10)
        .map((byte) => ALPHABET[byte % 36])
        .join(''),
    conversation: (now) => `AG_${compact(now).slice(0, 8)}_${bytes().toString('hex').slice(0, 20)}`,
    checkout: (now) => {
      const [year, month, day, time] = [
        [0, 4],
        [4, 6],
        [6, 8],
        [8, 14],
      ].map(([a, b]) => compact(now).slice(a, b));
      return `ws_CO_${day}${month}${year}${time}${digits(12)}`;
    },
    request: () => `${digits(5)}-${digits(7)}-1`,
    token: () => bytes().toString('base64url').slice(0, 28),
  };
}
