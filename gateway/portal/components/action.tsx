import { useState } from 'react';
import { Form } from './form.tsx';
import { Sheet } from './sheet.tsx';
import type { Step } from './step.ts';
import { offerUndo } from './undo.tsx';

type Props = {
  readonly step: Step;
  readonly isPrimary?: boolean;
  /** After it was done: reload what is shown. */
  readonly onDone: (data: unknown) => void;
};

/** A button for one of the `availableActions` of a record, and its form in a sheet. */
export function Action({ step, isPrimary, onDone }: Props) {
  const [isOpen, setOpen] = useState(false);
  const done = (data: unknown) => {
    setOpen(false);
    offerUndo(step, data);
    onDone(data);
  };
  return (
    <>
      <button
        className={`button${isPrimary ? ' primary' : ''}${step.isDangerous ? ' danger' : ''}`}
        data-step={step.name}
        onClick={() => setOpen(true)}
      >
        {step.word}
      </button>
      <Sheet title={step.title} isOpen={isOpen} onClose={() => setOpen(false)}>
        <Form step={step} onDone={done} />
      </Sheet>
    </>
  );
}
