import { Navigate } from '@tanstack/react-router';
import { PAGES } from '../pages/pages.ts';
import { useMay } from './session.ts';
import { NotFound } from './no-page.tsx';

/** Leads to the first page that the person may see. */
export function Start() {
  const may = useMay();
  const first = PAGES.find(({ area, scope }) => area !== null && (scope === null || may(scope)));
  return first === undefined ? <NotFound /> : <Navigate to={first.path} replace />;
}
