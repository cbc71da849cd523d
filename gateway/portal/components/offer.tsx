import { useEffect, useState, type ComponentType, type ReactNode } from 'react';
import { useQuery, type TypedDocumentNode } from 'urql';
import { texts, useTexts } from '../texts/texts.ts';
import { ErrorBox } from './error-box.tsx';
import { Skeleton } from './skeleton.tsx';
import type { StepInModule } from './step.ts';

const own = texts({
  en: { failed: 'The form could not be loaded. Close it and open it again.' },
  sw: { failed: 'Fomu haikuweza kupakiwa. Ifunge na uifungue tena.' },
});

type FillProps<Of> = { readonly of: Of; readonly onDone: (data: unknown) => void };
/** A module that exports the form of a record. */
type FormModule<Of> = { readonly Fill: ComponentType<FillProps<Of>> };
type Later<Of> = Omit<StepInModule, 'form'> & {
  readonly of: Of;
  readonly load: () => Promise<FormModule<Of>>;
};

/** A form that is loaded when it is opened, with what it is chosen from: most who see the page don't open it. */
export const offerLater = <Of,>({ of, load, ...offer }: Later<Of>): StepInModule => ({
  ...offer,
  form: (onDone) => <Loaded of={of} load={load} onDone={onDone} />,
});

function Loaded<Of>({ of, load, onDone }: FillProps<Of> & Pick<Later<Of>, 'load'>) {
  const t = useTexts(own);
  const [loaded, setLoaded] = useState<FormModule<Of> | 'failed' | null>(null);
  useEffect(() => {
    let isOpen = true;
    load().then(
      (module) => isOpen && setLoaded(module),
      () => isOpen && setLoaded('failed'),
    );
    return () => {
      isOpen = false;
    };
    // It is the same module, whatever the page shows meanwhile.
  }, []);
  if (loaded === 'failed') return <p role="alert">{t('failed')}</p>;
  return loaded === null ? <Skeleton lines={6} /> : <loaded.Fill of={of} onDone={onDone} />;
}

type ChoicesProps<Data, Variables extends object> = {
  readonly document: TypedDocumentNode<Data, Variables>;
  readonly variables: Variables;
  readonly children: (data: Data) => ReactNode;
};

/** A form with what it is chosen from, as that is now. */
export function WithChoices<Data, Variables extends object>({
  document,
  variables,
  children,
}: ChoicesProps<Data, Variables>) {
  const [{ data, error }, reload] = useQuery({ query: document, variables, requestPolicy: 'network-only' });
  if (data) return children(data);
  return error ? <ErrorBox error={error} onRetry={reload} /> : <Skeleton lines={6} />;
}

/** The id of the record that a mutation has created; null where it waits for a second person. */
export function createdIn(data: unknown): string | null {
  for (const record of membersOf(data).flatMap(membersOf)) {
    if (typeof record === 'object' && record !== null && 'id' in record && typeof record.id === 'string')
      return record.id;
  }
  return null;
}

const membersOf = (of: unknown): readonly unknown[] => (typeof of === 'object' && of !== null ? Object.values(of) : []);
