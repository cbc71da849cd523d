import { useState, type ReactNode } from 'react';
import { useQuery, type TypedDocumentNode } from 'urql';
import { ErrorBox } from '../../components/error-box.tsx';
import { ShowQuery } from '../../components/show-query.tsx';
import { Skeleton } from '../../components/skeleton.tsx';

type Loading<Data, Variables extends object> = {
  readonly document: TypedDocumentNode<Data, Variables>;
  readonly variables: Variables;
  readonly children: (data: Data) => ReactNode;
};

/** A part of a member's relation that is loaded when it is opened: the page costs nothing for what it does not show. */
export function RelationPanel<Data, Variables extends object>({
  title,
  name,
  ...loading
}: Loading<Data, Variables> & { readonly title: string; readonly name: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details
      className="panel relation"
      data-relation={name}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary>
        <h2>{title}</h2>
      </summary>
      {isOpen ? <Loaded {...loading} /> : null}
    </details>
  );
}

function Loaded<Data, Variables extends object>({ document, variables, children }: Loading<Data, Variables>) {
  const [{ data, error }, reload] = useQuery({ query: document, variables, requestPolicy: 'cache-and-network' });
  if (data) {
    return (
      <>
        {children(data)}
        <footer>
          <ShowQuery document={document} variables={variables} />
        </footer>
      </>
    );
  }
  return error ? <ErrorBox error={error} onRetry={reload} /> : <Skeleton lines={3} />;
}
