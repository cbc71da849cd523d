import { Fragment, useEffect, useRef, useState, type FormEvent } from 'react';
import { useClient, type CombinedError } from 'urql';
import { requestStepUp } from '../frame/step-up.tsx';
import { recordNow, reloadRecord } from '../graph/shown-records.ts';
import { texts, useTexts } from '../texts/texts.ts';
import { useNoDay } from './day-input.tsx';
import { Input } from './form-input.tsx';
import { LinesField } from './lines-field.tsx';
import { ChangedRecord, changesBetween, type Change } from './changed-record.tsx';
import { Refusals } from './refusals.tsx';
import { CopyForSupport, RequestOf } from './support.tsx';
import { deliver, isAmong } from './deliver.ts';
import { endStep, newStep, startedStep, storeStep, type Started } from './started-step.ts';
import { valueOf, wordOfWrong, type Field, type Step, type UserError, type Values } from './step.ts';

const own = texts({
  en: {
    amount: 'Enter an amount such as 1,250.00.',
    number: 'Enter a whole number.',
    phone: 'Enter a phone number such as 0712 345 678 or +254 712 345 678.',
    required: 'This is needed.',
    sending: 'Sending…',
    unknown: 'No reply came. Send it again: it is booked once.',
    offline: 'There is no connection. Nothing was sent, and nothing waits to be sent: what you typed stays here.',
    seek: 'Search the list',
  },
  sw: {
    amount: 'Andika kiasi kama 1,250.00.',
    number: 'Andika nambari kamili.',
    phone: 'Andika nambari ya simu kama 0712 345 678 au +254 712 345 678.',
    required: 'Hii inahitajika.',
    sending: 'Inatuma…',
    unknown: 'Hakuna jibu. Tuma tena: itaandikwa mara moja tu.',
    offline: 'Hakuna mtandao. Hakuna kilichotumwa wala kinachosubiri kutumwa: ulichoandika kinabaki hapa.',
    seek: 'Tafuta kwenye orodha',
  },
});

type Props = { readonly step: Step; readonly onDone: (data: unknown) => void };

/** A form made from a description; what the server refuses stands at the field that it names, in the server's sentence. */
export function Form({ step, onDone }: Props) {
  const t = useTexts(own);
  const form = useForm(step, onDone);
  // A box that is ticked says nothing of what is wrong with it.
  const elsewhere = form.errors.filter(
    ({ path }) => !step.fields.some(({ name, kind }) => kind !== 'check' && path?.includes(name)),
  );
  // What it means was worked out from the record as the page shows it.
  const isAsShown = step.version === undefined || step.version === form.started.version;
  const consequence = isAsShown ? step.consequence?.(form.values) : null;
  const whole = useRef<HTMLFormElement>(null);
  const left = useRef<Element | null>(null);
  // Who has sent the form goes on where it is wrong, or where they were.
  useEffect(() => {
    if (form.attempts === 0) return;
    const wrong = whole.current?.querySelector('[aria-invalid=true]') ?? left.current;
    if (wrong instanceof HTMLElement) wrong.focus();
  }, [form.attempts]);
  const send = (event: FormEvent) => {
    left.current = document.activeElement;
    form.send(event);
  };
  return (
    <form ref={whole} className="form" noValidate onSubmit={send}>
      {step.about?.()}
      <Fields step={step} form={form} />
      {consequence ? <p className="consequence">{consequence}</p> : null}
      {elsewhere.length === 0 && form.unsent === null ? null : (
        <div className="problem" role="alert">
          {form.unsent === null ? <Refusals errors={elsewhere} /> : t(form.unsent)}
          <Support step={step} form={form} />
          {form.unsent === null && form.changes ? <ChangedRecord changes={form.changes} words={step.words} /> : null}
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

/** What a person sends to those who can find out why it went wrong; of what was refused, or never sent, there is nothing to find out. */
function Support({ step, form }: { readonly step: Step; readonly form: ReturnType<typeof useForm> }) {
  const { fault, unsent, started } = form;
  if (unsent === 'offline' || (unsent === null && fault === null)) return null;
  const facts = { step: step.name, idempotency_key: fault?.key ?? started.key };
  return (
    <div className="support">
      <RequestOf error={fault?.error ?? null} />
      <CopyForSupport error={fault?.error ?? null} facts={facts} />
    </div>
  );
}

/** What is under way, or may be done, goes again as it was: another content would be another booking. */
function Fields({ step, form }: { readonly step: Step; readonly form: ReturnType<typeof useForm> }) {
  // What is typed and ticked is the form's: a choice that is not shown stays as it is.
  const [sought, setSought] = useState('');
  const checks = step.fields.filter(({ kind }) => kind === 'check');
  const isLong = checks.length > MOST_CHECKS;
  const [firstCheck] = checks;
  const isShown = ({ kind, label }: Field) =>
    !isLong || kind !== 'check' || label.toLowerCase().includes(sought.trim().toLowerCase());
  const isLocked = form.isSending || form.started.sentAt !== undefined;
  return (
    <fieldset className="fields" disabled={isLocked}>
      {step.fields.map((field) => (
        <Fragment key={field.name}>
          {isLong && field === firstCheck ? <Seek sought={sought} onSeek={setSought} /> : null}
          {field.kind === 'lines' ? (
            <LinesField
              field={field}
              text={form.textOf(field)}
              wrong={form.wrong(field, form.textOf(field))}
              errors={form.errors.filter((error) => isAt(step, field, error))}
              wasTried={form.wasTried}
              onInput={(text) => form.type(field, text)}
              input={Input}
            />
          ) : isShown(field) ? (
            <Input
              field={field}
              text={form.textOf(field)}
              wrong={form.wrong(field, form.textOf(field))}
              refused={form.errors.find((error) => isAt(step, field, error)) ?? null}
              attempts={form.attempts}
              onInput={(text) => form.type(field, text)}
            />
          ) : null}
        </Fragment>
      ))}
    </fieldset>
  );
}

/** Whether a refusal is about a field: what is about a line of others is at that line, whatever its fields are called. */
const isAt = ({ fields }: Step, field: Field, { path }: UserError): boolean =>
  path?.includes(field.name) === true &&
  (field.kind === 'lines' || !fields.some(({ kind, name }) => kind === 'lines' && path.includes(name)));

/** More choices than these are searched. */
const MOST_CHECKS = 5;

function Seek({ sought, onSeek }: { readonly sought: string; readonly onSeek: (text: string) => void }) {
  const t = useTexts(own);
  return (
    <div className="field">
      <input
        type="search"
        aria-label={t('seek')}
        placeholder={t('seek')}
        value={sought}
        onInput={({ currentTarget }) => onSeek(currentTarget.value)}
      />
    </div>
  );
}

/** What is wrong with what was typed in a field; null where nothing is. */
function useWrong({ wasTried }: { readonly wasTried: boolean }) {
  const t = useTexts(own);
  const noDay = useNoDay();
  return (field: Field, text: string): string | null => {
    if (text.trim() === '') return wasTried && field.isRequired && field.kind !== 'check' ? t('required') : null;
    // What is wrong with lines stands at these.
    if (field.kind === 'lines' || valueOf(field, text) !== undefined) return null;
    return field.kind === 'date' ? noDay : t(wordOfWrong(field));
  };
}

const valuesIn = ({ fields }: Step, textOf: (field: Field) => string): Values =>
  Object.fromEntries(fields.map((field) => [field.name, valueOf(field, textOf(field)) ?? null]));

const hasGaps = ({ fields }: Step, values: Values, textOf: (field: Field) => string): boolean =>
  fields.some(
    (field) => valueOf(field, textOf(field)) === undefined || (field.isRequired && (values[field.name] ?? '') === ''),
  );

function useForm(step: Step, onDone: Props['onDone']) {
  const client = useClient();
  const [started, setStarted] = useState<Started>(() => startedStep(step));
  const [errors, setErrors] = useState<readonly UserError[]>([]);
  const [isSending, setSending] = useState(false);
  const isUnderWay = useRef(false);
  /** Why there is no reply: none came, or nothing was sent. */
  const [unsent, setUnsent] = useState<'unknown' | 'offline' | null>(started.sentAt === undefined ? null : 'unknown');
  /** What went wrong with the last attempt, and its key: the next one may have another. */
  const [fault, setFault] = useState<{ readonly error: CombinedError; readonly key: string } | null>(null);
  const [changes, compare] = useChanges(step);
  const [wasTried, setTried] = useState(false);
  /** How often it was sent and is still open, or was not complete. */
  const [attempts, setAttempts] = useState(0);
  const textOf = (field: Field) => started.texts[field.name] ?? field.initial ?? '';
  const store = (next: Started) => {
    setStarted(next);
    storeStep(step, next);
  };
  const wrong = useWrong({ wasTried });
  const values = valuesIn(step, textOf);
  const isIncomplete = hasGaps(step, values, textOf);

  const sendOnce = async (): Promise<void> => {
    const { key: idempotencyKey, version, sentAt } = started;
    const wasInDoubt = sentAt !== undefined;
    // What the page has filled in may be another value by the next attempt: it is kept as it is sent.
    const texts = Object.fromEntries(step.fields.map((field) => [field.name, textOf(field)]));
    store({ ...started, texts: { ...started.texts, ...texts }, sentAt: sentAt ?? Date.now() });
    const answer = await deliver(step, client, values, { idempotencyKey, version });
    const { data, found, isInDoubt, isJudged, error } = answer;
    if (isAmong('step_up_required', found)) {
      // The page may be left for it: certainly nothing was done by this attempt.
      store(started);
      if (await requestStepUp()) return sendOnce();
      return wasInDoubt ? setUnsent('unknown') : undefined;
    }
    setFault(error && { error, key: idempotencyKey });
    if (isInDoubt || (wasInDoubt && !isJudged)) return setUnsent('unknown');
    const next = isAmong('precondition_failed', found) ? await compare(started) : null;
    setErrors(found);
    if (found.length > 0) return store(next ?? newStep(step, started.texts));
    endStep(step);
    onDone(data);
  };
  const send = (event: FormEvent): void => {
    event.preventDefault();
    setTried(true);
    // Twice in a row is before it is drawn again.
    if (isUnderWay.current) return;
    if (isIncomplete) return setAttempts((before) => before + 1);
    // A write is sent by the one who sees it go: it never waits for a connection.
    if (!navigator.onLine) return setUnsent('offline');
    isUnderWay.current = true;
    setSending(true);
    setUnsent(null);
    void sendOnce().finally(() => {
      isUnderWay.current = false;
      setSending(false);
      setAttempts((before) => before + 1);
    });
  };
  const type = (field: Field, text: string) => {
    // What was found wrong was another value.
    setErrors((before) => before.filter((error) => !isAt(step, field, error)));
    store({ ...started, texts: { ...started.texts, [field.name]: text } });
  };
  return { started, errors, changes, isSending, unsent, fault, attempts, wasTried, values, textOf, wrong, send, type };
}

/** What another person changed while the form was open, and the form to go on with: all that was typed, for the version of now. */
function useChanges(step: Step) {
  const client = useClient();
  const [changes, setChanges] = useState<readonly Change[] | null>(null);
  const { recordId } = step;
  const isStale = useRef(false);
  // The page below is what it was until the form is closed: the action may be gone by then.
  useEffect(
    () => () => {
      if (isStale.current && recordId !== null) reloadRecord(client, recordId);
    },
    [client, recordId],
  );
  const compare = async (started: Started): Promise<Started | null> => {
    isStale.current = true;
    // Where it can't be read, the refusal stands alone.
    const now = recordId === null ? null : await recordNow(recordId).catch(() => null);
    if (now === null) return null;
    setChanges(changesBetween(started.seen, now));
    return { ...newStep(step, started.texts), version: now.version, seen: now };
  };
  return [changes, compare] as const;
}
