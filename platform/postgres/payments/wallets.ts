import type { ProviderName } from '#core/payments/channels.ts';
import { Wallet, type Wallets } from '#core/payments/wallet.ts';
import type { TenantTransaction } from '../database.ts';
import { columnsOf, pick, sealedSelection } from '../views/columns.ts';
import type { ViewContext } from '../views/view.ts';

/** The numbers that providers have confirmed, stored in Postgres. */
export function walletsIn(tx: TenantTransaction): Wallets {
  const wallets = tx.of(Wallet);
  const { sealAlike, hashOf } = tx.sealing;
  return {
    keyOf: (msisdn) => hashOf('phone', msisdn),
    find: (provider, msisdn) => wallets.first('provider = $1 and msisdn = $2', [provider, sealAlike(msisdn)]),
    add: wallets.add,
    confirmed: async (provider, msisdns) => {
      if (msisdns.length === 0) return new Set();
      const found = await wallets.find('provider = $1 and msisdn = any($2)', [provider, msisdns.map(sealAlike)]);
      return new Set(found.map(({ msisdn }) => msisdn));
    },
  };
}

const shown = sealedSelection(pick(columnsOf(Wallet), 'msisdn', 'provider'));

export function walletViews({ sql, sealing }: ViewContext) {
  return {
    /** The providers that have confirmed a wallet of this number. */
    providersOf: async (msisdn: string): Promise<readonly ProviderName[]> => {
      const rows = await sql(`select ${shown.list} from wallet l where l.msisdn = $1 order by l.provider`, [
        sealing.sealAlike(msisdn),
      ]);
      return rows.map((row) => shown.read(row, { sealing }).provider);
    },
    /** Those of these numbers that the provider has confirmed. */
    confirmed: async (provider: ProviderName, msisdns: readonly string[]): Promise<ReadonlySet<string>> => {
      const rows = await sql(`select ${shown.list} from wallet l where l.provider = $1 and l.msisdn = any($2)`, [
        provider,
        msisdns.map(sealing.sealAlike),
      ]);
      return new Set(rows.map((row) => shown.read(row, { sealing }).msisdn));
    },
  };
}
