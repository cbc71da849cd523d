import { Link } from '@tanstack/react-router';
import { useEffect, type ReactNode } from 'react';
import { Icon } from '../frame/icons.tsx';
import './components.css';

type Crumb = { readonly to: string; readonly title: string };
type Props = {
  readonly title: string;
  /** The pages above, from the outermost. */
  readonly crumbs?: readonly Crumb[];
  /** Beside the title: the state of a record. */
  readonly aside?: ReactNode;
  /** What can be done, at the right. */
  readonly children?: ReactNode;
};

/** The head of a page: where it is, what it is, what can be done. It names the browser's tab, too. */
export function PageHead({ title, crumbs = [], aside, children }: Props) {
  useEffect(() => {
    document.title = `${title} · Umoja`;
  }, [title]);
  return (
    <div className="page-head">
      <div className="title">
        {crumbs.length === 0 ? null : (
          <ol className="crumbs no-print">
            {crumbs.map(({ to, title: above }) => (
              <li key={to}>
                <Link to={to}>{above}</Link>
                <Icon name="chevron" />
              </li>
            ))}
          </ol>
        )}
        <h1>{title}</h1>
        {aside}
      </div>
      {children === undefined ? null : <div className="actions no-print">{children}</div>}
    </div>
  );
}
