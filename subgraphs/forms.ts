import type { FormName } from '#core/kernel/step-fields.ts';
import type { Kyc } from '#core/membership/member/member-record.ts';
import { countryCode, documentNo, text, type Rule } from './check-input.ts';

export type KycInput = {
  readonly idType: string;
  readonly idNumber: string;
  readonly dateOfBirth: Temporal.PlainDate;
  readonly address?: { readonly city: string; readonly county: string; readonly country: string } | null;
};

/** Particulars of identity as use cases take them. */
export function kycOf({ idType, idNumber, dateOfBirth, address }: KycInput): Kyc {
  const { city, county, country } = address ?? {};
  const isWhole = city !== undefined && county !== undefined && country !== undefined;
  return {
    id_type: idType,
    id_number: idNumber,
    date_of_birth: dateOfBirth.toString(),
    address: isWhole ? { city, county, country } : null,
  };
}

type Form = {
  /** Its input type. */
  readonly type: string;
  /** What the type can't say. */
  readonly rules: { readonly [place: string]: Rule };
  readonly read: (sent: object) => object;
};

/** Particulars in a form of their own, that steps take. */
export const FORMS: { readonly [N in FormName]: Form } = {
  kyc: {
    type: 'KycInput',
    rules: {
      idNumber: documentNo(32),
      'address.city': text(100),
      'address.county': text(100),
      'address.country': countryCode,
    },
    // Its input type lets nothing else through.
    read: (sent) => kycOf(sent as KycInput),
  },
};
