import { useId, useState, type FormEvent } from 'react';
import { useClient } from 'urql';
import { requestStepUp } from '../frame/step-up.tsx';
import { texts, useTexts } from '../texts/texts.ts';
import { endStep, newStep, startedStep, storeStep, type Started } from './started-step.ts';
import { userErrorsOf, valueOf, type Field, type Step, type UserError, type Values } from './step.ts';

const own = texts({
  en: {
    amount: 'Enter an amount such as 1,250.00.',
    number: 'Enter a whole number.',
    required: 'This is needed.',
    sending: 'Sending…',
    unknown: 'No reply came. Send it again: it is booked once.',
    choose: 'Choose…',
  },
  sw: {
    amount: 'Andika kiasi kama 1,250.00.',
    number: 'Andika nambari kamili.',
    required: 'Hii inahitajika.',
    sending: 'Inatuma…',
    unknown: 'Hakuna jibu. Tuma tena: itaandikwa mara moja tu.',
    choose: 'Chagua…',
  },
});

type Props = { readonly step: Step; readonly onDone: (data: unknown) => void };

/** A form made from a description; what the server refuses stands at the field that it names, in the server's sentence. */
export function Form({ step, onDone }: Props) {
  const t = useTexts(own);
  const form = useForm(step, onDone);
  const elsewhere = form.errors.filter(({ path }) => !step.fields.some(({ name }) => path?.includes(name)));
  const consequence = step.consequence?.(form.values);
  return (
    <form className="form" noValidate onSubmit={form.send}>
      {step.fields.map((field) => (
        <Input
          key={field.name}
          field={field}
          text={form.started.texts[field.name] ?? field.initial ?? ''}
          wrong={form.wrong(field) ?? form.errors.find(({ path }) => path?.includes(field.name))?.message ?? null}
          onInput={(text) => form.type(field, text)}
        />
      ))}
      {consequence ? <p className="consequence">{consequence}</p> : null}
      {elsewhere.length === 0 && !form.hasNoReply ? null : (
        <div className="problem" role="alert">
          {form.hasNoReply ? t('unknown') : elsewhere.map(({ message }) => message).join(' ')}
        </div>
      )}
      <div className="dialog-actions">
        <button className={`button primary${step.isDangerous ? ' danger' : ''}`} disabled={form.isSending}>
          {form.isSending ? t('sending') : step.word}
        </button>
      </div>
    </form>
  );
}

function useForm(step: Step, onDone: Props['onDone']) {
  const t = useTexts(own);
  const client = useClient();
  const [started, setStarted] = useState<Started>(() => startedStep(step));
  const [errors, setErrors] = useState<readonly UserError[]>([]);
  const [isSending, setSending] = useState(false);
  const [hasNoReply, setNoReply] = useState(false);
  const [wasTried, setTried] = useState(false);
  const textOf = (field: Field) => started.texts[field.name] ?? field.initial ?? '';
  const store = (next: Started) => {
    setStarted(next);
    storeStep(step, next);
  };
  const wrong = (field: Field): string | null => {
    const text = textOf(field);
    if (text.trim() === '') return wasTried && field.isRequired && field.kind !== 'check' ? t('required') : null;
    if (valueOf(field, text) !== undefined) return null;
    return t(field.kind === 'money' ? 'amount' : 'number');
  };
  const values: Values = Object.fromEntries(
    step.fields.map((field) => [field.name, valueOf(field, textOf(field)) ?? null]),
  );
  const isIncomplete = step.fields.some(
    (field) => valueOf(field, textOf(field)) === undefined || (field.isRequired && (values[field.name] ?? '') === ''),
  );

  const deliver = async (): Promise<void> => {
    const variables = step.variables(values, { idempotencyKey: started.key, version: started.version });
    const { data, error } = await client.mutation(step.document, variables).toPromise();
    const refusals = error?.graphQLErrors.map(({ message, extensions }) => ({
      code: String(extensions['code']),
      message,
    }));
    const found = data ? [...userErrorsOf(data), ...(refusals ?? [])] : (refusals ?? []);
    if (found.some(({ code }) => code === 'step_up_required')) {
      if (await requestStepUp()) await deliver();
      return;
    }
    // Whether it was done is not known: the same key goes with the next attempt.
    if (error?.networkError || found.some(({ code }) => code === 'outcome_unknown')) return setNoReply(true);
    setErrors(found);
    if (found.length > 0) return store(newStep(step, started.texts));
    endStep(step);
    onDone(data);
  };
  const send = (event: FormEvent): void => {
    event.preventDefault();
    setTried(true);
    if (isSending || isIncomplete) return;
    setSending(true);
    setNoReply(false);
    storeStep(step, started);
    void deliver().finally(() => setSending(false));
  };
  const type = (field: Field, text: string) => store({ ...started, texts: { ...started.texts, [field.name]: text } });
  return { started, errors, isSending, hasNoReply, values, wrong, send, type };
}

type InputProps = {
  readonly field: Field;
  readonly text: string;
  readonly wrong: string | null;
  readonly onInput: (text: string) => void;
};

function Input({ field, text, wrong, onInput }: InputProps) {
  const id = useId();
  const t = useTexts(own);
  const { kind, label, hint, isRequired, choices = [] } = field;
  const described = [hint === undefined ? '' : `${id}-hint`, wrong === null ? '' : `${id}-wrong`].join(' ').trim();
  const shared = {
    id,
    value: text,
    'aria-invalid': wrong !== null,
    'aria-describedby': described === '' ? undefined : described,
    'aria-required': isRequired ?? false,
    onInput: (event: FormEvent<HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement>) =>
      onInput(event.currentTarget.value),
  };
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
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {kind === 'long' ? <textarea rows={3} maxLength={500} {...shared} /> : null}
      {kind === 'choice' ? (
        <select {...shared}>
          <option value="">{t('choose')}</option>
          {choices.map(([value, word]) => (
            <option key={value} value={value}>
              {word}
            </option>
          ))}
        </select>
      ) : null}
      {kind === 'long' || kind === 'choice' ? null : <input {...shared} {...INPUTS[kind]} autoComplete="off" />}
      {hint === undefined ? null : (
        <span id={`${id}-hint`} className="hint">
          {hint}
        </span>
      )}
      {wrong === null ? null : (
        <span id={`${id}-wrong`} className="wrong">
          {wrong}
        </span>
      )}
    </div>
  );
}

const INPUTS = {
  money: { type: 'text', inputMode: 'decimal', className: 'number' },
  number: { type: 'text', inputMode: 'numeric', className: 'number' },
  text: { type: 'text' },
  phone: { type: 'tel' },
  date: { type: 'date' },
} as const;
