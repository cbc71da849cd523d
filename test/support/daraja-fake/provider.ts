import { privateDecrypt, constants } from 'node:crypto';
import { deliveries, type Deliveries } from './deliveries.ts';
import { AT_PAYBILL, fakeBooks, TARIFF, type Account, type FakeBooks, type Tariff } from './fake-books.ts';
import { fakeClock, type FakeClock } from './fake-clock.ts';
import { fakeIds, type FakeIds } from './fake-ids.ts';
import type { Fields } from './field-checks.ts';
import type { Plan, Reply } from './plans.ts';

export type FakeOptions = {
  readonly consumerKey: string;
  readonly consumerSecret: string;
  readonly initiator: { readonly name: string; readonly password: string };
  /** Pays out, and receives at its paybill. */
  readonly shortcode: string;
  readonly stk: { readonly shortcode: string; readonly passkey: string };
  /** From a request to its outcome, by the fake's clock; 0 for immediately. */
  readonly delayMs: number;
  /** How often a callback is tried that is not answered with 200. */
  readonly tries: number;
  /** Payments are validated before they are made: Safaricom has to switch this on. */
  readonly validates: boolean;
  /** Another token ends the one before. */
  readonly oneToken: boolean;
  /** What the accounts hold at first, in cents. */
  readonly balances: { readonly [A in Exclude<Account, typeof AT_PAYBILL>]: bigint };
  /** The paybill has accounts of its own, and who acts for them; null: those of the shortcode that pays. */
  readonly paybill: { readonly initiator: FakeOptions['initiator']; readonly balance: bigint } | null;
  readonly tariff: Tariff;
  readonly limits: { readonly min: bigint; readonly max: bigint };
  readonly start: Temporal.Instant;
  /** Notifications are sent in parallel: a slow receiver delays no other. */
  readonly together: boolean;
};

export const OPTIONS: FakeOptions = {
  consumerKey: 'fake-consumer-key',
  consumerSecret: 'fake-consumer-secret',
  initiator: { name: 'testapi', password: 'Safaricom999!*#' },
  shortcode: '600992',
  stk: { shortcode: '174379', passkey: 'fake-passkey-bfb279f9aa9bdbcf158e97dd71a467cd' },
  delayMs: 1_000,
  tries: 1,
  validates: false,
  oneToken: true,
  balances: { 'Working Account': 70_000_000n, 'Utility Account': 100_000_000n, 'Charges Paid Account': 0n },
  paybill: null,
  tariff: TARIFF,
  limits: { min: 10n, max: 250_000n },
  start: Temporal.Instant.from('2026-03-02T07:00:00Z'),
  together: false,
};

/** A transaction as the provider knows it. */
export type Transaction = {
  readonly kind: 'b2c' | 'b2b' | 'stk' | 'c2b' | 'reversal';
  readonly originatorId: string;
  readonly conversationId: string;
  readonly receipt: string;
  readonly shillings: bigint;
  readonly msisdn: string;
  readonly account: string;
  readonly startedAt: Temporal.Instant;
  settledAt: Temporal.Instant | null;
  status: 'Initiated' | 'Pending Authorized' | 'Completed' | 'Declined';
  reversed: boolean;
  /** What a query about a prompt says. */
  resultCode: string | null;
  queriedBefore: string;
};

export type Script = { readonly match: Fields; readonly steps: Partial<Plan>[] };

/** The other side: what it remembers and what it can do. */
export type Provider = {
  readonly options: FakeOptions;
  readonly clock: FakeClock;
  readonly ids: FakeIds;
  readonly books: FakeBooks;
  readonly deliveries: Deliveries;
  readonly transactions: Transaction[];
  readonly scripts: Script[];
  readonly turnedAway: Map<string, number>;
  readonly tokens: Map<string, Temporal.Instant>;
  readonly paybills: Map<
    string,
    { readonly confirmation: string; readonly validation: string; readonly unless: string }
  >;
  readonly pullers: Set<string>;
  /** An initiator acts for one shortcode; by default the one that pays. */
  readonly isCredentialGood: (credential: string, initiator: string, shortcode?: string) => boolean;
  /** The account into which a shortcode collects, and from which it pays businesses. */
  readonly workingAccountOf: (shortcode: string) => Account;
  /** The next step that a script has for a request with these fields. */
  readonly nextStep: (api: string, fields: Fields) => Partial<Plan> | null;
  readonly reset: () => void;
};

/** What a request comes to. `invalid_token`: the token that it used is no longer good. */
export type Handled = Reply | 'hang' | 'drop' | 'invalid_token';

export function provider(options: FakeOptions, privateKey: string): Provider {
  const clock = fakeClock(options.start, options.together);
  const self: Provider = {
    options,
    clock,
    ids: fakeIds(),
    books: fakeBooks({ ...options.balances, [AT_PAYBILL]: options.paybill?.balance ?? 0n }, options.tariff),
    deliveries: deliveries(clock, options.tries),
    transactions: [],
    scripts: [],
    turnedAway: new Map(),
    tokens: new Map(),
    paybills: new Map(),
    pullers: new Set(),
    workingAccountOf: (shortcode) =>
      options.paybill !== null && shortcode === options.stk.shortcode ? AT_PAYBILL : 'Working Account',
    isCredentialGood: (credential, initiator, shortcode = options.shortcode) => {
      const isPaybill = options.paybill !== null && shortcode === options.stk.shortcode;
      const acting = isPaybill ? options.paybill?.initiator : options.initiator;
      if (initiator !== acting?.name) return false;
      try {
        const key = { key: privateKey, padding: constants.RSA_PKCS1_PADDING };
        const password = privateDecrypt(key, Buffer.from(credential, 'base64')).toString('utf8');
        return password === acting.password;
      } catch {
        return false;
      }
    },
    nextStep: (api, fields) => {
      const facts: Fields = { api, ...fields };
      const script = self.scripts.find(
        ({ match, steps }) => steps.length > 0 && Object.entries(match).every(([name, value]) => facts[name] === value),
      );
      return script?.steps.shift() ?? null;
    },
    reset: () => {
      clock.forget();
      self.books.reset();
      self.deliveries.reset();
      self.transactions.length = 0;
      self.scripts.length = 0;
      // Tokens stay valid: their expiry is not what these tests are about.
      for (const memory of [self.turnedAway, self.paybills, self.pullers]) memory.clear();
    },
  };
  return self;
}

/** An error envelope. */
export function refusal({ ids }: Provider, status: number, errorCode: string, errorMessage: string): Reply {
  return { status, body: { requestId: ids.request(), errorCode, errorMessage } };
}

/** `10` or `1.00` as the other side writes it: a number where the documents show one. */
export function resultCode(code: string): string | number {
  return /^\d+$/.test(code) ? Number(code) : code;
}
