import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useReadsBooks } from '../../frame/session.ts';

type Props = {
  /** The account whose entries a figure is the sum of. */
  readonly account: string;
  readonly search?: Readonly<Record<string, string>>;
  readonly children: ReactNode;
};

/** A figure that leads to its rows, for who may read them. */
export function BookLink({ account, search = {}, children }: Props) {
  return useReadsBooks() ? (
    <Link to={`/books/accounts/${account}`} search={search}>
      {children}
    </Link>
  ) : (
    <>{children}</>
  );
}
