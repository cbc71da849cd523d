import { useEffect, useId, useRef, useState, type FormEvent, type KeyboardEvent } from 'react';
import { dayIn } from '../format/days.ts';
import { dateText } from '../format/format.ts';
import { Icon } from '../frame/icons.tsx';
import { texts, useLanguage, useTexts } from '../texts/texts.ts';

const own = texts({
  en: { such: 'e.g. 22 Nov 2026', calendar: 'Open the calendar', noDay: 'Enter a date such as 22 Nov 2026.' },
  sw: { such: 'k.m. 22 Nov 2026', calendar: 'Fungua kalenda', noDay: 'Andika tarehe kama 22 Nov 2026.' },
});

/** What is said of a text that is no day. */
export const useNoDay = (): string => useTexts(own)('noDay');

type FieldProps = {
  /** As it was typed, or YYYY-MM-DD. */
  readonly text: string;
  readonly onText: (text: string) => void;
  /** The field is left, for something else (null: for nothing on the page), or Enter is pressed in it. */
  readonly onLeave?: (left: 'Enter' | EventTarget | null) => void;
  readonly [attribute: `aria-${string}`]: string | boolean | undefined;
  readonly id?: string;
  readonly name?: string;
  readonly title?: string;
};

/**
 * A day as the portal writes it: the browser's own field writes days as the browser is set, and 03/04 is read in two ways. It
 * is typed in any of the forms of `dayIn`, and stands in the one of the portal once it is left. The calendar is the browser's,
 * by the button or Alt and the arrow down, as in a list of choices.
 */
export function DayField({ text, onText, onLeave, ...attributes }: FieldProps) {
  const t = useTexts(own);
  const spoken = useLanguage();
  const calendar = useRef<HTMLInputElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const [isTyping, setTyping] = useState(false);
  const day = dayIn(text);
  const open = () => calendar.current?.showPicker();
  const leave = (left: 'Enter' | EventTarget | null) => {
    setTyping(false);
    onLeave?.(left);
  };
  const choose = ({ currentTarget }: FormEvent<HTMLInputElement>) => {
    setTyping(false);
    onText(currentTarget.value);
    field.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') leave('Enter');
    if (event.key !== 'ArrowDown' || !event.altKey) return;
    event.preventDefault();
    open();
  };
  return (
    <span className="day-field">
      <input
        {...attributes}
        ref={field}
        className="input"
        type="text"
        autoComplete="off"
        placeholder={t('such')}
        value={isTyping || day === undefined ? text : dateText(day, spoken)}
        onInput={({ currentTarget }) => {
          setTyping(true);
          onText(currentTarget.value);
        }}
        onBlur={({ relatedTarget }) => leave(relatedTarget)}
        onKeyDown={onKeyDown}
      />
      <input
        ref={calendar}
        className="calendar"
        type="date"
        tabIndex={-1}
        aria-hidden="true"
        value={day ?? ''}
        onChange={choose}
      />
      <button
        type="button"
        className="button plain icon"
        aria-label={t('calendar')}
        title={t('calendar')}
        onClick={open}
      >
        <Icon name="calendar" />
      </button>
    </span>
  );
}

type Props = {
  readonly label: string;
  /** YYYY-MM-DD; empty where none is chosen. */
  readonly value: string;
  /** The same: what is no day is not handed on. */
  readonly onDay: (day: string) => void;
};

/** A day beside a list: handed on as soon as it is one. What is none is said to be none once it is left. */
export function DayInput({ label, value, onDay }: Props) {
  const id = useId();
  const t = useTexts(own);
  const [text, setText] = useState(value);
  const [isLeft, setLeft] = useState(false);
  useEffect(() => {
    // What is being typed stays as it is typed.
    setText((typed) => (dayIn(typed) === value ? typed : value));
    setLeft(false);
  }, [value]);
  const isWrong = isLeft && text.trim() !== '' && dayIn(text) === undefined;
  const type = (typed: string) => {
    setText(typed);
    setLeft(false);
    const day = typed.trim() === '' ? '' : dayIn(typed);
    if (day !== undefined && day !== value) onDay(day);
  };
  return (
    <div className="day">
      <label htmlFor={id}>{label}</label>
      <DayField
        id={id}
        text={text}
        title={label}
        aria-invalid={isWrong}
        aria-describedby={isWrong ? `${id}-wrong` : undefined}
        onText={type}
        onLeave={() => setLeft(true)}
      />
      {isWrong ? (
        <span id={`${id}-wrong`} className="wrong" role="status">
          {t('noDay')}
        </span>
      ) : null}
    </div>
  );
}
