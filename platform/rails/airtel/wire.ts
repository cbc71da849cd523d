import { asId, memberOf, readJson, textAt } from '../connection/json.ts';

/** Airtel's fields for ids take letters and digits: our originator id goes without its dashes. */
export const wireId = (originatorId: string): string => originatorId.replaceAll('-', '');

function originatorIn(id: string | null): string | null {
  const match = /^([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})$/i.exec(id ?? '');
  return match === null ? null : match.slice(1).join('-').toLowerCase();
}

/** A number without the country's code; null where it is no Kenyan mobile number. */
export function wireMsisdn(msisdn: string | null): string | null {
  return /^\+254([17]\d{8})$/.exec(msisdn ?? '')?.[1] ?? null;
}

/** Whole shillings; null where there are cents. */
export const wholeShillings = (amount: bigint): number | null => (amount % 100n === 0n ? Number(amount / 100n) : null);

/** A reference: 4 to 64 letters, digits and blanks. */
export function wireReference(text: string): string {
  const plain = text
    .replaceAll(/[^\p{L}\p{N} ]/gu, ' ')
    .trim()
    .slice(0, 64);
  return plain.length >= 4 ? plain : `Ref ${plain}`.trim();
}

/** The transaction that a notification is about; null where it names none of ours. Its text says nothing more for sure. */
export function transactionIn(text: string): { readonly originatorId: string } | null {
  const id = originatorIn(asId(textAt(memberOf(readJson(text), 'transaction'), 'id')));
  return id === null ? null : { originatorId: id };
}
