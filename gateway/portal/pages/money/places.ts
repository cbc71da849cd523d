import { hasPage } from '../pages.ts';

/** The pages of records that others name by kind and id. */
const PLACES: { readonly [type: string]: string } = {
  disbursement: '/money/disbursements',
  repayment: '/money/repayments',
  mobile_money_transaction: '/money/received',
  receipt: '/money/receipts',
  receipt_split: '/money/receipts',
  reconciliation_break: '/money/breaks',
  incident: '/money/incidents',
  float_top_up: '/money/top-ups',
  invoice: '/invoices',
  student: '/students',
  enrolment: '/enrolments',
  result: '/results',
  aml_alert: '/aml',
  person: '/settings/people',
};
/** Payments of apps have an id of their own on their pages. */
const OF_APPS: { readonly [type: string]: string } = { payout: 'po', collection: 'col' };

/** A record of any kind, by its uuid. */
export type Reference = { readonly type: string; readonly id: string };

/** The address of the page of a record; null where it has none. */
export function placeOf({ type, id }: Reference): string | null {
  const prefix = OF_APPS[type];
  if (prefix !== undefined) return `/money/payouts/${prefix}_${id.replaceAll('-', '')}`;
  const place = PLACES[type];
  return place !== undefined && hasPage(`${place}/$id`) ? `${place}/${id}` : null;
}
