import { Link } from '@tanstack/react-router';
import { useEffect, type ReactNode } from 'react';
import { Icon } from '../frame/icons.tsx';
import { texts, useTexts } from '../texts/texts.ts';
import { useBeside } from './beside.ts';
import './components.css';

const own = texts({
  en: { whole: 'Open in full', close: 'Close' },
  sw: { whole: 'Fungua yote', close: 'Funga' },
});

type Crumb = {
  readonly to: string;
  readonly title: string;
  /** How the list above is filtered. */
  readonly search?: { readonly [name: string]: string };
};
type Props = {
  readonly title: string;
  /** Whose it is: behind the title, or below it where there is no room. */
  readonly whose?: string | undefined;
  /** The pages above, from the outermost. */
  readonly crumbs?: readonly Crumb[];
  /** Beside the title: the state of a record. */
  readonly aside?: ReactNode;
  /** What can be done, at the right. */
  readonly children?: ReactNode;
};

/** The head of a page: where it is, what it is, what can be done. It names the browser's tab, too. */
export function PageHead({ title: what, whose, crumbs = [], aside, children }: Props) {
  const t = useTexts(own);
  const beside = useBeside();
  const isBeside = beside !== null;
  const title = whose === undefined ? what : `${what} · ${whose}`;
  const heading = (
    <>
      {what}
      {whose === undefined ? null : (
        <span className="whose">
          <i> · </i>
          {whose}
        </span>
      )}
    </>
  );
  useEffect(() => {
    // The tab is named by the list that the record stands beside.
    if (!isBeside) document.title = `${title} · Umoja`;
  }, [title, isBeside]);
  return (
    <div className="page-head">
      <div className="title">
        {crumbs.length === 0 || isBeside ? null : (
          <ol className="crumbs no-print">
            {crumbs.map(({ to, title: above, search = {} }, place) => (
              <li key={to}>
                {place === 0 ? null : <Icon name="chevron" />}
                <Link to={to} search={search}>
                  {above}
                </Link>
              </li>
            ))}
          </ol>
        )}
        {isBeside ? <h2 className="title-of-page">{heading}</h2> : <h1>{heading}</h1>}
        {aside}
      </div>
      {children === undefined && !isBeside ? null : (
        <div className="actions no-print">
          {children}
          {isBeside ? (
            <>
              <Link className="button plain" to={beside.path}>
                {t('whole')}
              </Link>
              <button className="button plain icon" aria-label={t('close')} onClick={beside.close}>
                <Icon name="close" />
              </button>
            </>
          ) : null}
        </div>
      )}
    </div>
  );
}
