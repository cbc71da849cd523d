import type { ReactNode } from 'react';
import './components.css';

type Props = { readonly title: string; readonly hint?: ReactNode; readonly children?: ReactNode };

/** In place of what there is none of: what that means, and what to do. */
export const EmptyState = ({ title, hint, children }: Props) => (
  <div className="empty">
    <h2>{title}</h2>
    {hint === undefined ? null : <p className="faint">{hint}</p>}
    {children}
  </div>
);
