import { useEffect, useState } from 'react';
import { useClient } from 'urql';
import { requestStepUp } from '../frame/step-up.tsx';
import { createStore, useStore } from '../frame/store.ts';
import { Icon } from '../frame/icons.tsx';
import { recordIn, reloadRecord } from '../graph/shown-records.ts';
import { texts, useTexts } from '../texts/texts.ts';
import { announce } from './announced.tsx';
import { Refusals, type Refused } from './refusals.tsx';
import { userErrorsOf, type Step } from './step.ts';
import './undo.css';

const own = texts({
  en: {
    done: 'Done: {what}',
    undo: 'Undo',
    undone: 'Taken back.',
    dismiss: 'Dismiss',
    unknown: 'No reply came. Try again: it is booked once.',
  },
  sw: {
    done: 'Imefanyika: {what}',
    undo: 'Tendua',
    undone: 'Imetenduliwa.',
    dismiss: 'Ondoa',
    unknown: 'Hakuna jibu. Jaribu tena: itaandikwa mara moja tu.',
  },
});

/** What was just done and can be taken back, as the record was left by it. */
type Undoable = { readonly what: string; readonly step: Step; readonly version: number; readonly key: string };
const undoable = createStore<Undoable | null>(null);

const IN_DOUBT: ReadonlySet<string> = new Set(['outcome_unknown', 'idempotency_request_in_progress']);

/** What one person has done is not offered to another one. */
export const forgetUndo = (): void => undoable.set(null);

/** How long it is offered, while nobody points at it. */
const OFFERED_MS = 20_000;

/** Offers to take a step back, where its lifecycle can: only for the version that it has left. @returns whether it can */
export function offerUndo({ title, undo }: Pick<Step, 'title' | 'undo'>, data: unknown): boolean {
  const version = undo?.recordId == null ? undefined : recordIn(data, undo.recordId)?.version;
  if (undo === undefined || version === undefined) return false;
  undoable.set({ what: title, step: undo, version, key: crypto.randomUUID() });
  return true;
}

/** Stands once in the frame. */
export function UndoOffer() {
  const offered = useStore(undoable);
  return offered === null ? null : <Offer key={offered.key} offered={offered} />;
}

function Offer({ offered }: { readonly offered: Undoable }) {
  const t = useTexts(own);
  const client = useClient();
  const [state, setState] = useState<'offered' | 'sending' | 'unknown' | 'undone'>('offered');
  const [refused, setRefused] = useState<readonly Refused[]>([]);
  const [isHeld, setHeld] = useState(false);
  const dismiss = () => undoable.set(null);
  useEffect(() => {
    // An offer whose outcome is not known stays until it is: nothing else says that something may be half done.
    if (isHeld || state === 'sending' || state === 'unknown') return;
    const timer = setTimeout(dismiss, OFFERED_MS);
    return () => clearTimeout(timer);
  }, [isHeld, state]);
  // That it is offered was announced with what was done.
  useEffect(() => {
    if (state === 'undone' || state === 'unknown') announce(t(state));
  }, [state]);
  const deliver = async (): Promise<void> => {
    const { step, key: idempotencyKey, version } = offered;
    const { data, error } = await step.send(client, {}, { idempotencyKey, version });
    const found = [
      ...userErrorsOf(data),
      ...(error?.graphQLErrors ?? []).map(({ message, extensions }) => ({ code: String(extensions['code']), message })),
    ];
    if (found.some(({ code }) => code === 'step_up_required'))
      return (await requestStepUp()) ? deliver() : setState('offered');
    // Whether it was taken back is not known: the same key goes with the next attempt.
    if (error?.networkError || found.some(({ code }) => IN_DOUBT.has(code))) return setState('unknown');
    setRefused(found);
    setState(found.length > 0 ? 'offered' : 'undone');
    if (step.recordId !== null) reloadRecord(client, step.recordId);
  };
  const undo = () => {
    setState('sending');
    void deliver();
  };
  return (
    <div
      className="undo-offer no-print"
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <div>
        {state === 'undone' ? t('undone') : state === 'unknown' ? t('unknown') : t('done', { what: offered.what })}
        {refused.length === 0 ? null : (
          <div role="alert">
            <Refusals errors={refused} />
          </div>
        )}
      </div>
      {state === 'undone' || refused.length > 0 ? null : (
        <button className="button" data-undo={offered.step.name} disabled={state === 'sending'} onClick={undo}>
          {t('undo')}
        </button>
      )}
      <button className="button plain icon" aria-label={t('dismiss')} onClick={dismiss}>
        <Icon name="close" />
      </button>
    </div>
  );
}
