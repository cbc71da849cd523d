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

/** `Savings transaction RCT-000123`, as a link where it has a page, or where the account or loan to which it belongs has one. */
export function RecordLink({ record }: Props) {
  const spoken = useLanguage();
  if (!record) return null;
  const { number, ownerNumber } = record;
  const words = [recordWord(record.type, spoken), number ?? ownerNumber].filter(Boolean).join(' ');
  const place = pageOf(record);
  return place === null ? <>{words}</> : <Link to={place}>{words}</Link>;
}

/** The record with its money and its time. */
export function RecordLine({ record }: Props) {
  if (!record) return null;
  const { amount, at } = record;
  return (
    <>
      <RecordLink record={record} />
      {amount === null ? null : ` · ${moneyText(amount)}`}
      {at === null ? null : (
        <span className="faint">
          {' '}
          · <Ago of={at} />
        </span>
      )}
    </>
  );
}

/** Its own page, else that of what it belongs to. */
function pageOf(record: NamedFragment): string | null {
  const { type, number, ownerNumber } = record;
  if (type === 'loan') return number === null ? null : `/loans/${number}`;
  if (type === 'savings_account') return number === null ? null : `/savings/${number}`;
  if (type === 'savings_transaction') return ownerNumber === null ? null : `/savings/${ownerNumber}`;
  return placeOf(record);
}
