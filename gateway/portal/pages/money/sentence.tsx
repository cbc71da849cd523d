import { Link } from '@tanstack/react-router';
import type { NamedFragment } from '../../graph/generated/graphql.ts';
import { useLanguage } from '../../texts/texts.ts';
import { pageOf } from './record-link.tsx';
import { piecesOf, wordOf } from './sentence-pieces.ts';

type Props = {
  readonly text: string;
  /** The record that it is about: it is called by its number. */
  readonly about: NamedFragment | null | undefined;
};

/** A sentence of the server in which records are links, not uuids. */
export function Sentence({ text, about }: Props) {
  const spoken = useLanguage();
  return piecesOf(text, spoken).map((piece, at) => {
    if (typeof piece === 'string') return piece;
    const { type, id, words } = piece;
    const named = about?.id === id ? about : null;
    const shown = named?.number == null ? words : `${wordOf(type, spoken)} ${named.number}`;
    const place = pageOf(named ?? { type, id, number: null, ownerNumber: null });
    return place === null ? (
      shown
    ) : (
      <Link key={at} to={place}>
        {shown}
      </Link>
    );
  });
}
