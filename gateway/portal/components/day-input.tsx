import { DateOf } from './dates.tsx';

type Props = {
  readonly label: string;
  /** YYYY-MM-DD; empty where none is chosen. */
  readonly value: string;
  readonly onInput: (value: string) => void;
  readonly onBlur?: () => void;
  readonly onEnter?: () => void;
};

/** `2026-11-30`, whole: while one types there are others, such as `0002-11-30`. */
const isDay = (value: string): boolean => /^[12]\d{3}-\d\d-\d\d$/.test(value);

/**
 * A day, by the browser's own field and calendar, which keyboards and readers of screens know. It writes days as the browser
 * is set, which no page can change: 03/04 is read in two ways, so the day stands beside it as everywhere in the portal.
 */
export function DayInput({ label, value, onInput, onBlur, onEnter }: Props) {
  return (
    <label className="day">
      <span>{label}</span>
      <input
        className="input"
        type="date"
        value={value}
        aria-label={label}
        title={label}
        onChange={({ currentTarget }) => onInput(currentTarget.value)}
        onBlur={onBlur}
        onKeyDown={({ key }) => key === 'Enter' && onEnter?.()}
      />
      <DayInWords of={value} />
    </label>
  );
}

/** A day that was chosen, in words; nothing where none was. */
export const DayInWords = ({ of }: { readonly of: string }) => (isDay(of) ? <DateOf of={of} /> : null);
