import { useEffect, useState } from 'react';
import { CombinedError, useClient } from 'urql';
import { texts, useTexts } from '../texts/texts.ts';
import { announce } from './announced.tsx';
import { ErrorBox } from './error-box.tsx';
import { Sheet } from './sheet.tsx';
import { Skeleton } from './skeleton.tsx';
import { waitsIn, type Offered, type Step, type StepToMake } from './step.ts';
import { offerUndo } from './undo.tsx';

const own = texts({
  en: {
    done: 'Done: {what}',
    undoable: 'Done: {what}. It can be taken back for twenty seconds: the button Undo is at the end of the page.',
    waits: 'It waits for another person: {what}',
  },
  sw: {
    done: 'Imefanyika: {what}',
    undoable: 'Imefanyika: {what}. Inaweza kutenduliwa kwa sekunde ishirini: kitufe cha Tendua kiko mwisho wa ukurasa.',
    waits: 'Inasubiri mtu mwingine: {what}',
  },
});

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
        onPointerEnter={() => void formParts().catch(() => undefined)}
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
  const t = useTexts(own);
  const done = (made: Step | null, data: unknown) => {
    const what = (made ?? step).title;
    onClose();
    const isOffered = made !== null && offerUndo(made, data);
    announce(t(waitsIn(data) ? 'waits' : isOffered ? 'undoable' : 'done', { what }));
    onDone(data);
  };
  return (
    <Sheet title={step.title} isOpen={isOpen} onClose={onClose}>
      {'form' in step ? (
        step.form((data) => done(null, data))
      ) : 'make' in step ? (
        <MadeForm step={step} onDone={done} />
      ) : (
        <ShownForm step={step} onDone={(data) => done(step, data)} />
      )}
    </Sheet>
  );
}

/** What forms are made of is loaded when the first one is opened: who only reads a record needs none of it. */
const formParts = () => import('./form.tsx');

/** The form of a step as the page shows it now. */
function ShownForm({ step, onDone }: { readonly step: Step; readonly onDone: (data: unknown) => void }) {
  const { loaded, failed } = useLoaded(formParts);
  if (failed !== null) return failed;
  return loaded === null ? <Skeleton lines={4} /> : <loaded.Form step={step} onDone={onDone} />;
}

type Making = { readonly step: StepToMake; readonly onDone: (made: Step, data: unknown) => void };

/** The form of a step that reads something first. */
function MadeForm({ step: { make }, onDone }: Making) {
  const client = useClient();
  // Made once for each time it is opened: what was read stays under what is typed.
  const { loaded: made, failed } = useLoaded(() => make(client));
  if (failed !== null) return failed;
  return made === null ? <Skeleton lines={4} /> : <ShownForm step={made} onDone={(data) => onDone(made, data)} />;
}

/** What is loaded once something is opened; where it can't be, why, and a button to try again. */
function useLoaded<Loaded>(load: () => Promise<Loaded>) {
  const [loaded, setLoaded] = useState<{ readonly it: Loaded } | null>(null);
  const [error, setError] = useState<CombinedError | null>(null);
  const begin = () => {
    setError(null);
    load().then(
      (it) => setLoaded({ it }),
      (failure: Error) => {
        // Code that can't be loaded is a connection that is not there.
        setError(failure instanceof CombinedError ? failure : new CombinedError({ networkError: failure }));
      },
    );
  };
  useEffect(begin, []);
  return { loaded: loaded?.it ?? null, failed: error === null ? null : <ErrorBox error={error} onRetry={begin} /> };
}
