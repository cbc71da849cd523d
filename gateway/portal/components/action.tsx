import { useEffect, useState } from 'react';
import { CombinedError, useClient } from 'urql';
import { ErrorBox } from './error-box.tsx';
import { Form } from './form.tsx';
import { Sheet } from './sheet.tsx';
import { Skeleton } from './skeleton.tsx';
import type { Offered, Step, StepToMake } from './step.ts';
import { offerUndo } from './undo.tsx';

type Props = {
  readonly step: Offered;
  readonly isPrimary?: boolean;
  /** After it was done: reload what is shown. */
  readonly onDone: (data: unknown) => void;
};

/** A button for one of the `availableActions` of a record, and its form in a sheet. */
export function Action({ step, isPrimary, onDone }: Props) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button
        className={`button${isPrimary ? ' primary' : ''}${step.isDangerous ? ' danger' : ''}`}
        data-step={step.name}
        onClick={() => setOpen(true)}
      >
        {step.word}
      </button>
      <ActionSheet step={step} isOpen={isOpen} onClose={() => setOpen(false)} onDone={onDone} />
    </>
  );
}

type InSheet = Pick<Props, 'step' | 'onDone'> & { readonly isOpen: boolean; readonly onClose: () => void };

/** The form of a step in a sheet, which something else opens. */
export function ActionSheet({ step, isOpen, onClose, onDone }: InSheet) {
  const done = (made: Step | null, data: unknown) => {
    onClose();
    if (made !== null) offerUndo(made, data);
    onDone(data);
  };
  return (
    <Sheet title={step.title} isOpen={isOpen} onClose={onClose}>
      {'form' in step ? (
        step.form((data) => done(null, data))
      ) : 'make' in step ? (
        <MadeForm step={step} onDone={done} />
      ) : (
        <Form step={step} onDone={(data) => done(step, data)} />
      )}
    </Sheet>
  );
}

type Making = { readonly step: StepToMake; readonly onDone: (made: Step, data: unknown) => void };

/** The form of a step that reads something first. */
function MadeForm({ step: { make }, onDone }: Making) {
  const client = useClient();
  const [made, setMade] = useState<Step | null>(null);
  const [error, setError] = useState<CombinedError | null>(null);
  const load = () => {
    setError(null);
    make(client).then(setMade, (failure: Error) => {
      // The code of a form that can't be loaded is a connection that is not there.
      setError(failure instanceof CombinedError ? failure : new CombinedError({ networkError: failure }));
    });
  };
  // Made once for each time it is opened: what was read stays under what is typed.
  useEffect(load, [client]);
  if (error !== null) return <ErrorBox error={error} onRetry={load} />;
  return made === null ? <Skeleton lines={4} /> : <Form step={made} onDone={(data) => onDone(made, data)} />;
}
