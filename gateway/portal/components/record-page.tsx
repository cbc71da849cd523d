import type { ReactNode } from 'react';
import { useQuery, type TypedDocumentNode } from 'urql';
import { useLive } from '../frame/live.ts';
import { NotFound } from '../frame/no-page.tsx';
import { ErrorBox } from './error-box.tsx';
import { Skeleton } from './skeleton.tsx';

type Props<Data, Variables extends object, Found> = {
  readonly document: TypedDocumentNode<Data, Variables>;
  readonly variables: Variables;
  readonly recordOf: (data: Data) => Found | null | undefined;
  /** Beginnings of the types of events after which it is loaded again; none unless it says so. */
  readonly live?: readonly string[];
  /** @param data what was loaded with the record */
  readonly children: (record: Found, reload: () => void, data: Data) => ReactNode;
};

/** The page of a record: what is shown while it loads, where there is none, and what happens meanwhile. */
export function RecordPage<Data, Variables extends object, Found>(props: Props<Data, Variables, Found>) {
  const { document, variables, recordOf, live = [], children } = props;
  const [{ data, error, fetching }, reload] = useQuery({ query: document, variables });
  const again = () => reload({ requestPolicy: 'network-only' });
  useLive(live, again);
  const record = data && recordOf(data);
  if (record) return children(record, again, data);
  if (error) return <ErrorBox error={error} onRetry={reload} />;
  return data && !fetching ? <NotFound /> : <Skeleton lines={10} />;
}
