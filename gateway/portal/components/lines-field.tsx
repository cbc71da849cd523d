import { useId, useRef, type ComponentType } from 'react';
import { flushSync } from 'react-dom';
import { Icon } from '../frame/icons.tsx';
import { texts, useTexts } from '../texts/texts.ts';
import { useNoDay } from './day-input.tsx';
import { textOfLines } from './lines.ts';
import { WrongValue } from './refusals.tsx';
import { typedIn, typedLines, valueOf, wordOfWrong, type Field, type Typed, type UserError } from './step.ts';
import './lines-field.css';

const own = texts({
  en: {
    amount: 'Enter an amount such as 1,250.00.',
    number: 'Enter a whole number.',
    phone: 'Enter a phone number such as 0712 345 678 or +254 712 345 678.',
    required: 'This is needed.',
    remove: 'Remove line {number}',
    line: 'Line {number}',
  },
  sw: {
    amount: 'Andika kiasi kama 1,250.00.',
    number: 'Andika nambari kamili.',
    phone: 'Andika nambari ya simu kama 0712 345 678 au +254 712 345 678.',
    required: 'Hii inahitajika.',
    remove: 'Ondoa mstari wa {number}',
    line: 'Mstari wa {number}',
  },
});

/** One field of a line, as the form shows those of its own. */
export type InputProps = {
  readonly field: Field;
  readonly text: string;
  /** What is wrong with it as it is typed. */
  readonly wrong: string | null;
  /** What the server found wrong with what was sent. */
  readonly refused: UserError | null;
  /** How often the form was sent, or was not complete: what is wrong by then is said, also where it is being typed. */
  readonly attempts?: number;
  readonly onInput: (text: string) => void;
};

type Props = {
  readonly field: Field;
  readonly text: string;
  /** Of the lines as a whole: "This is needed." */
  readonly wrong: string | null;
  /** What the server found wrong in them; its path says in which. */
  readonly errors: readonly UserError[];
  /** It was tried to send the form: what is missing is said. */
  readonly wasTried: boolean;
  readonly onInput: (text: string) => void;
  readonly input: ComponentType<InputProps>;
};

/** Lines of the same fields: added, filled and removed by the keyboard, too; what is wrong stands at its line. */
export function LinesField(props: Props) {
  const { field, text, wrong, errors, onInput } = props;
  const id = useId();
  const group = useRef<HTMLFieldSetElement>(null);
  const lines = typedLines(field, text);
  const whole = errors.filter(({ path }) => lineIn(field, path) === null);
  const change = (next: readonly Typed[]) => onInput(textOfLines(next));
  /** Who adds a line goes on in it; who removes one stays among them. */
  const changeAndFocus = (next: readonly Typed[], selector: string) => {
    flushSync(() => change(next));
    [...(group.current?.querySelectorAll<HTMLElement>(selector) ?? [])].at(-1)?.focus();
  };
  return (
    <fieldset ref={group} className="lines" aria-describedby={field.hint === undefined ? undefined : `${id}-hint`}>
      <legend>{field.label}</legend>
      {field.hint === undefined ? null : (
        <span id={`${id}-hint`} className="hint">
          {field.hint}
        </span>
      )}
      {lines.map((line, at) => (
        <Line
          key={at}
          {...props}
          line={line}
          at={at}
          onType={(typed) => change(lines.with(at, typed))}
          onRemove={() => changeAndFocus(lines.toSpliced(at, 1), 'button.add')}
        />
      ))}
      {wrong === null ? null : <span className="wrong">{wrong}</span>}
      {whole.map((error) => (
        <span key={error.message} className="wrong">
          <WrongValue error={error} />
        </span>
      ))}
      <button
        type="button"
        className="button add"
        onClick={() => changeAndFocus([...lines, {}], '.line > :first-child :is(input, select, textarea)')}
      >
        {field.line?.add}
      </button>
    </fieldset>
  );
}

type LineProps = Pick<Props, 'field' | 'errors' | 'wasTried' | 'input'> & {
  readonly line: Typed;
  readonly at: number;
  readonly onType: (line: Typed) => void;
  readonly onRemove: () => void;
};

function Line({ field, errors, wasTried, input: Input, line, at, onType, onRemove }: LineProps) {
  const t = useTexts(own);
  const noDay = useNoDay();
  const fields = field.line?.fields ?? [];
  const wrongIn = (each: Field): string | null => {
    const typed = typedIn(each, line);
    if (typed.trim() === '') return wasTried && each.isRequired && each.kind !== 'check' ? t('required') : null;
    if (valueOf(each, typed) !== undefined) return null;
    return each.kind === 'date' ? noDay : t(wordOfWrong(each));
  };
  const remove = t('remove', { number: at + 1 });
  return (
    <div role="group" aria-label={t('line', { number: at + 1 })} className="line" data-line={at}>
      {fields.map((each, place) => (
        <Input
          key={each.name}
          field={each}
          text={typedIn(each, line)}
          wrong={wrongIn(each)}
          refused={
            errors.find(({ path }) => lineIn(field, path) === at && path?.includes(each.name)) ??
            (place === 0 ? unplaced(field, at, errors) : null)
          }
          onInput={(typed) => onType({ ...line, [each.name]: typed })}
        />
      ))}
      <button type="button" className="button plain icon remove" aria-label={remove} title={remove} onClick={onRemove}>
        <Icon name="close" />
      </button>
    </div>
  );
}

/** Which line a refusal is about: `["input", "lines", "2", "amount"]` is about the third; null for the lines as a whole. */
function lineIn({ name }: Field, path: UserError['path']): number | null {
  const at = path?.[path.indexOf(name) + 1];
  return at !== undefined && /^\d+$/.test(at) ? Number(at) : null;
}

/** What is about a line, and about none of the fields that it shows. */
function unplaced(field: Field, at: number, errors: readonly UserError[]): UserError | null {
  const names = field.line?.fields.map(({ name }) => name) ?? [];
  return (
    errors.find(({ path }) => lineIn(field, path) === at && !names.some((name) => path?.slice(-1).includes(name))) ??
    null
  );
}
