import { refuse } from '../kernel/domain-error.ts';
import { requireAgreement, type Agreeing } from '../kernel/two-people.ts';
import { requireKenyanMobile } from '../kernel/msisdn.ts';
import { outcome, type Outcome } from '../kernel/outcome.ts';
import { operatorOf } from './operators.ts';
import { CHANNELS, type MobileChannel, type ProviderName } from './channels.ts';
import { paymentRefusals } from './refusals.ts';

/** A number that a provider has confirmed to be one of its own, independent of its range: it was ported. */
export class Wallet {
  id!: number;
  uuid!: string;
  version!: number;
  createdAt!: Temporal.Instant;
  updatedAt!: Temporal.Instant;
  /** E.164. */
  msisdn!: string;
  provider!: ProviderName;
  confirmedAt!: Temporal.Instant;
  /** What confirmed it: a provider's receipt, or what a person has seen. */
  evidence!: string;
  confirmedBy!: string;

  static confirm(
    facts: Pick<Wallet, 'uuid' | 'msisdn' | 'provider' | 'confirmedAt' | 'evidence' | 'confirmedBy'>,
  ): Wallet {
    return Object.assign(new Wallet(), facts);
  }
}

export type Wallets = {
  /** Stands for a number where the number itself is not to be written: the same number always has the same. */
  keyOf(msisdn: string): string;
  find(provider: ProviderName, msisdn: string): Promise<Wallet | null>;
  add(wallet: Wallet): void;
  /** Those of these numbers that the provider has confirmed. */
  confirmed(provider: ProviderName, msisdns: readonly string[]): Promise<ReadonlySet<string>>;
};

/** The institution whose books these are. */
export type Institution = { readonly institution: { readonly id: number; readonly uuid: string } };

export type ConfirmWallet = Pick<Wallet, 'msisdn' | 'provider' | 'evidence'>;

type Recording = {
  readonly wallets: Pick<Wallets, 'find' | 'add' | 'keyOf'>;
  readonly now: Temporal.Instant;
  readonly newUuid: () => string;
  readonly actor: string;
};

/**
 * People say that a provider has confirmed a number as its own: money to it goes there from now on, which takes two of them
 * where the tenant wants two. The same once more changes nothing.
 * @throws DomainError invalid_msisdn (invalid); SecondPersonRequired
 */
export async function confirmWallet(
  command: ConfirmWallet,
  ports: Recording & Agreeing & Institution & { readonly fourEyes: boolean },
): Promise<Outcome<Wallet>> {
  const msisdn = requireKenyanMobile(command.msisdn);
  const known = await ports.wallets.find(command.provider, msisdn);
  if (known) return outcome(known);
  if (ports.fourEyes) {
    requireAgreement(ports, {
      subject: { type: 'institution', ...ports.institution },
      rule: 'Paying a number at a provider that its range does not name takes two people.',
      paymentKey: `${command.provider} ${ports.wallets.keyOf(msisdn)}`,
    });
  }
  return recordWallet(command, ports);
}

/** Records that a provider has confirmed a number as its own. The same once more changes nothing. @throws DomainError invalid_msisdn */
export async function recordWallet(command: ConfirmWallet, ports: Recording): Promise<Outcome<Wallet>> {
  const { provider, evidence } = command;
  const msisdn = requireKenyanMobile(command.msisdn);
  const known = await ports.wallets.find(provider, msisdn);
  if (known) return outcome(known);
  const facts = { uuid: ports.newUuid(), msisdn, provider, evidence, confirmedAt: ports.now, confirmedBy: ports.actor };
  const wallet = Wallet.confirm(facts);
  ports.wallets.add(wallet);
  return outcome(wallet);
}

/** True where the range of a number says that the channel does not reach it. It may have been ported. */
export function isOutOfRange(channel: MobileChannel, msisdn: string): boolean {
  const operator = operatorOf(msisdn);
  const wanted = CHANNELS[channel].operator;
  return wanted !== null && operator !== null && operator !== wanted;
}

/** The numbers that are out of their channel's range, and of which the channel's provider has confirmed a wallet. */
export async function reachedOutOfRange(
  payments: readonly { readonly channel: MobileChannel; readonly msisdn: string }[],
  wallets: Pick<Wallets, 'confirmed'>,
): Promise<ReadonlyMap<ProviderName, ReadonlySet<string>>> {
  const strangers = payments.filter(({ channel, msisdn }) => isOutOfRange(channel, msisdn));
  const reached = new Map<ProviderName, ReadonlySet<string>>();
  for (const [provider, some] of Map.groupBy(strangers, ({ channel }) => CHANNELS[channel].provider)) {
    const msisdns = some.map(({ msisdn }) => msisdn);
    reached.set(provider, await wallets.confirmed(provider, msisdns));
  }
  return reached;
}

/** What is wrong with a number that a channel does not reach, and what to do instead. */
export function outOfRangeDetail(channel: MobileChannel, msisdn: string): string {
  const others = Object.entries(CHANNELS).filter(([, { operator }]) => operator === operatorOf(msisdn));
  const instead = others.map(([name]) => name).join(' or ');
  const use = instead === '' ? 'Use a number that the channel reaches' : `Use the channel ${instead}`;
  return `The range is one of ${operatorOf(msisdn)}, which ${channel} does not reach. ${use}; confirm the wallet of a ported number first.`;
}

/**
 * Refuses a number that the channel does not reach by its range, unless the channel's provider has confirmed its wallet.
 * A number in the channel's own range is not looked up: where it was ported, its provider rejects it itself.
 * @throws DomainError msisdn_not_on_channel (invalid)
 */
export async function requireReachable(
  channel: MobileChannel,
  msisdn: string,
  { wallets }: { readonly wallets: Pick<Wallets, 'confirmed'> },
): Promise<void> {
  if (!isOutOfRange(channel, msisdn)) return;
  if ((await wallets.confirmed(CHANNELS[channel].provider, [msisdn])).has(msisdn)) return;
  const detail = outOfRangeDetail(channel, msisdn);
  throw refuse(paymentRefusals.msisdn_not_on_channel, `msisdn can't be paid or prompted on ${channel}. ${detail}`, {
    errors: [{ field: 'msisdn', code: 'other_operator', detail }],
  });
}
