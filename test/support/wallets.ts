import type { Wallet, Wallets } from '#core/payments/wallet.ts';

/** The numbers that providers have confirmed, in memory. */
export function walletsInMemory(): Wallets {
  const all: Wallet[] = [];
  return {
    keyOf: (msisdn) => `key of ${msisdn}`,
    find: async (provider, msisdn) => all.find((each) => each.provider === provider && each.msisdn === msisdn) ?? null,
    add: (wallet) => void all.push(wallet),
    confirmed: async (provider, msisdns) =>
      new Set(all.filter((each) => each.provider === provider).map(({ msisdn }) => msisdn)).intersection(
        new Set(msisdns),
      ),
  };
}
