import type { CombinedError } from 'urql';
import { ErrorBox } from './error-box.tsx';
import { useFilters } from './filters.ts';

const REFUSED = new Set(['invalid_cursor', 'sandbox_was_reset']);

/** Whether the place in a list that an address names is refused: it is of a former version, or of before a reset of the sandbox. */
export const isPlaceRefused = ({ graphQLErrors }: CombinedError): boolean =>
  graphQLErrors.some(({ extensions }) => REFUSED.has(String(extensions['code'])));

/** What went wrong with a list. Where its place is refused, it is tried again from the first page. */
export function ListError({ error, onRetry }: { readonly error: CombinedError; readonly onRetry: () => void }) {
  const { setFilters } = useFilters();
  return (
    <ErrorBox
      error={error}
      onRetry={isPlaceRefused(error) ? () => setFilters({ after: null, before: null }) : onRetry}
    />
  );
}
