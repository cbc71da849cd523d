import type { Field, Values } from '../../components/step.ts';
import type { KycInput } from '../../graph/generated/graphql.ts';
import type { T } from './step-texts.ts';

export const text = (value: Values[string] | undefined): string | null => (typeof value === 'string' ? value : null);

/** What is known of a person's identity already: it stands in the fields. */
type Known = {
  readonly dateOfBirth: string;
  readonly address: { readonly city: string; readonly county: string; readonly country: string } | null;
};

/** Birth and address of a person, as the identity check asks for them. */
export const personFields = (known: Known | null | undefined, t: T): readonly Field[] => [
  {
    name: 'dateOfBirth',
    kind: 'date',
    label: t('born'),
    hint: t('bornHint'),
    isRequired: true,
    initial: known?.dateOfBirth ?? '',
  },
  {
    name: 'city',
    kind: 'text',
    label: t('city'),
    hint: t('addressHint'),
    initial: known?.address?.city ?? '',
  },
  { name: 'county', kind: 'text', label: t('county'), initial: known?.address?.county ?? '' },
  {
    name: 'country',
    kind: 'text',
    label: t('country'),
    hint: t('countryHint'),
    initial: known?.address?.country ?? 'KE',
  },
];

/** The document with what stands on it. */
export const kycFields = (
  member: { readonly nationalId: string; readonly kyc: (Known & { readonly idNumber: string }) | null },
  t: T,
): readonly Field[] => [
  {
    name: 'idNumber',
    kind: 'text',
    label: t('idNumber'),
    hint: t('idNumberHint'),
    isRequired: true,
    initial: member.kyc?.idNumber ?? member.nationalId,
  },
  ...personFields(member.kyc, t),
];

/** The particulars as they are sent. Half an address is sent as it is: the refusal says what it lacks. */
export function kycOf(values: Values, idNumber: string): KycInput {
  const { dateOfBirth, city, county, country } = values;
  const hasAddress = text(city) !== null || text(county) !== null;
  return {
    idType: 'NATIONAL_ID',
    idNumber,
    dateOfBirth: text(dateOfBirth) ?? '',
    address: hasAddress
      ? { city: text(city) ?? '', county: text(county) ?? '', country: (text(country) ?? '').toUpperCase() }
      : null,
  };
}
