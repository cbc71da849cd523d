import { useId, useState, type FocusEvent } from 'react';
import { DayField } from './day-input.tsx';
import { FoundField } from './found-field.tsx';
import type { InputProps } from './lines-field.tsx';
import { WrongValue } from './refusals.tsx';
import type { Field } from './step.ts';
import { TypedField } from './typed-field.tsx';

/** What is no day and no number until all of it was typed. */
const IN_PARTS: ReadonlySet<Field['kind']> = new Set(['date', 'phone']);

/** One field with its label, what it takes, and what is wrong with it. */
export function Input({ field, text, wrong, refused, attempts = 0, onInput }: InputProps) {
  const id = useId();
  // Half of a day is none yet, which is no reason to say so: only what is left is.
  const [isLeft, setLeft] = useState(false);
  const [attemptsBefore, setAttemptsBefore] = useState(attempts);
  const { kind, label, hint, isRequired } = field;
  if (kind === 'check') {
    return (
      <label className="check">
        <input
          type="checkbox"
          checked={text === 'on'}
          onChange={({ currentTarget }) => onInput(currentTarget.checked ? 'on' : 'off')}
        />
        {label}
      </label>
    );
  }
  const isBegun = IN_PARTS.has(kind) && !isLeft && attemptsBefore === attempts && text.trim() !== '';
  const found = isBegun ? null : wrong;
  const type = (typed: string) => {
    setLeft(false);
    setAttemptsBefore(attempts);
    onInput(typed);
  };
  // Who leaves for a button would miss it: what is said here moves it.
  const leave = (left: 'Enter' | EventTarget | null) => {
    if (!(left instanceof HTMLButtonElement)) setLeft(true);
  };
  const isWrong = found !== null || refused !== null;
  const described = [hint === undefined ? '' : `${id}-hint`, isWrong ? `${id}-wrong` : ''].join(' ').trim();
  const attributes = {
    id,
    name: field.name,
    'aria-invalid': isWrong,
    'aria-describedby': described === '' ? undefined : described,
    'aria-required': isRequired ?? false,
    ...(kind === 'phone' ? { onBlur: ({ relatedTarget }: FocusEvent) => leave(relatedTarget) } : {}),
  };
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {kind === 'date' ? (
        <DayField {...attributes} text={text} onText={type} onLeave={leave} />
      ) : kind === 'found' ? (
        <FoundField field={field} shared={attributes} text={text} onInput={onInput} />
      ) : (
        <TypedField {...{ field, text, attributes, onInput: type }} />
      )}
      {hint === undefined ? null : (
        <span id={`${id}-hint`} className="hint">
          {hint}
        </span>
      )}
      {isWrong ? (
        <span id={`${id}-wrong`} className="wrong">
          {found ?? (refused === null ? null : <WrongValue error={refused} />)}
        </span>
      ) : null}
    </div>
  );
}
