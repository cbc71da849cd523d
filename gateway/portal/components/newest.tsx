import { Link } from '@tanstack/react-router';
import { numberText } from '../format/format.ts';
import { texts, useTexts } from '../texts/texts.ts';

const own = texts({
  en: { newest: 'The newest {count}; there are more.', all: 'Show all' },
  sw: { newest: 'Mpya zaidi ni {count}; kuna nyingine.', all: 'Onyesha zote' },
});

type Props = {
  /** What is shown of it. */
  readonly list:
    { readonly nodes: readonly unknown[]; readonly pageInfo: { readonly hasNextPage: boolean } } | null | undefined;
  /** Where all of it is; undefined where there is no such place. */
  readonly to?: string;
  readonly search?: Readonly<Record<string, string>>;
};

/** Below the newest records of a list, where they are not all: that there are more, and where. */
export function Newest({ list, to, search = {} }: Props) {
  const t = useTexts(own);
  if (!list?.pageInfo.hasNextPage) return null;
  return (
    <p className="body faint newest">
      {t('newest', { count: numberText(list.nodes.length) })}{' '}
      {to === undefined ? null : (
        <Link className="no-print" to={to} search={search}>
          {t('all')}
        </Link>
      )}
    </p>
  );
}
