import { LEAST_LOOKED_AT, type SecondLook } from '#core/payments/account-rail.ts';
import type { Breaker } from '../breaker.ts';
import type { Addresses } from './apis/party.ts';
import { queryStatus } from './apis/transaction-status.ts';
import { readStatusResult } from './callbacks/status-result.ts';
import type { Daraja } from './connection/call.ts';
import { collectingShortcode, ownShortcode } from './settings.ts';

/** Whether a payment to a paybill came, by a status query of its receipt (portal, "Transaction Status"). */
export function darajaSecondLook(
  daraja: Daraja,
  breaker: Pick<Breaker, 'closedFor'>,
  addressesOf: (uuid: string) => Addresses,
): SecondLook {
  const { settings } = daraja;
  const { shortcode: paying } = settings;
  const collecting = collectingShortcode(settings);
  const confirmed = settings.limits.collection.confirmedFrom ?? settings.limits.payout.confirmedFrom;
  return {
    from: confirmed > LEAST_LOOKED_AT ? confirmed : LEAST_LOOKED_AT,
    // Of a paybill for which no initiator acts, nothing would be answered.
    covers: (shortcode) => shortcode === paying || shortcode === collecting?.shortcode,
    // An empty float keeps no query back.
    isHeldBack: async () => (await breaker.closedFor('collected')) !== null,
    request: async ({ uuid, receiptNo }, shortcode, deadline) => {
      const of = ownShortcode(settings, shortcode ?? collecting?.shortcode ?? paying);
      const query = { about: { receiptNo }, remarks: 'Payment received', occasion: null, addresses: addressesOf(uuid) };
      await queryStatus(daraja, { ...query, ...(of === null ? {} : { of }) }, deadline);
    },
    read: (text) => {
      const result = readStatusResult(text);
      if (result.kind === 'unreadable' || (result.meaning !== 'paid' && result.meaning !== 'not_paid')) return null;
      const { receiptNo, amount, finalisedAt, creditParty } = result.payment;
      // `600000 - Umoja Society`
      const credited = /^\s*(\d+)\b/.exec(creditParty ?? '')?.[1];
      const isToUs = credited !== undefined && [paying, collecting?.shortcode].includes(credited);
      return { kind: result.meaning, receiptNo, amount, finalisedAt, isToUs };
    },
  };
}
