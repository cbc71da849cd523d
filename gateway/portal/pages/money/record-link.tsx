import { Link } from '@tanstack/react-router';
import { Ago } from '../../components/dates.tsx';
import { moneyText } from '../../format/format.ts';
import { graphql } from '../../graph/generated/gql.ts';
import type { NamedFragment } from '../../graph/generated/graphql.ts';
import { recordWord } from '../../texts/record-words.ts';
import { useLanguage } from '../../texts/texts.ts';
import { placeOf } from './places.ts';

// What every page selects of a record that another one names.
graphql(`
  fragment Named on RecordReference {
    type
    id
    number
    ownerNumber
    amount
    at
  }
`);

type Props = { readonly record: NamedFragment | null | undefined };

/**
 * `Savings transaction RCT-000123 · KES 500.00 · yesterday`, as a link where it has a page, or where the account or loan to which it
 * belongs has one.
 */
export function RecordLine({ record }: Props) {
  const spoken = useLanguage();
  if (!record) return null;
  const { type, number, ownerNumber, amount, at } = record;
  const shown = (
    <>
      {recordWord(type, spoken)} <span className="record-no">{number ?? ownerNumber}</span>
      {amount === null ? null : ` · ${moneyText(amount)}`}
      {at === null ? null : (
        <>
          {' '}
          · <Ago of={at} />
        </>
      )}
    </>
  );
  const place = pageOf(record);
  return place === null ? shown : <Link to={place}>{shown}</Link>;
}

/** Its own page, else that of what it belongs to. */
export function pageOf(record: Pick<NamedFragment, 'type' | 'id' | 'number' | 'ownerNumber'>): string | null {
  const { type, number, ownerNumber } = record;
  if (type === 'loan') return number === null ? null : `/loans/${number}`;
  if (type === 'savings_account') return number === null ? null : `/savings/${number}`;
  if (type === 'savings_transaction') return ownerNumber === null ? null : `/savings/${ownerNumber}`;
  return placeOf(record);
}
