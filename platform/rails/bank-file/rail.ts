import type { RailOpener } from '../rail.ts';
import { bankAccountRail } from './account-rail.ts';
import { bankFile } from './books.ts';
import { bankPayoutRail } from './payout-rail.ts';
import { settingsIn } from './settings.ts';

/** Payments by files from an institution's account at a bank. */
export const openBankFileRail: RailOpener = ({ store, clock }, tenantId, stored) => {
  if (stored === null) throw new Error(`Tenant ${tenantId} has set up no account at a bank.`);
  const bank = bankFile({ store, clock }, tenantId, settingsIn(stored));
  return {
    payouts: bankPayoutRail(bank),
    collections: null,
    account: { uuid: stored.uuid, provider: 'bank', rail: bankAccountRail(bank) },
    bankFile: bank,
  };
};
