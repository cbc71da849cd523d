import { useEffect, useRef } from 'react';
import { graphql } from '../graph/generated/gql.ts';
import type { RecordChangesSubscription } from '../graph/generated/graphql.ts';
import { askedHere } from '../graph/own-page.ts';
import { actorHeld, endSession, session } from './session.ts';
import { documentIdOf } from '../graph/document-id.ts';

const CHANGES = graphql(`
  subscription RecordChanges($after: Int) {
    recordChanged(after: $after) {
      sequence
      type
    }
  }
`);

/** What happened, as `repayment.received`; empty where it was not heard. */
type Listener = (type: string) => void;
const listeners = new Set<Listener>();

/** How far the feed was read, by whom, and what came there; null: nothing. */
type Heard = { readonly through: number; readonly reader: string; readonly type: string | null };
/** Stands for any event: what happened was not heard. */
const ANYTHING = '';

/** What one tab reads all tabs of the browser receive: it has one stream, however many tabs are open. */
const channel = new BroadcastChannel('umoja-changes');
channel.onmessage = ({ data }: MessageEvent<Heard>) => hear(data);
/** How far this tab has heard, as whom, and when it heard last. */
let heard: { readonly through: number; readonly reader: string; readonly at: number } | null = null;

function hear({ through, reader, type }: Heard): void {
  // Another person, or another institution, counts from elsewhere: what was still under way is about them.
  if (reader !== actorHeld()) return;
  heard = { through: heard?.reader === reader ? Math.max(heard.through, through) : through, reader, at: Date.now() };
  if (type !== null) for (const listener of listeners) listener(type);
}

function passOn(what: Heard): void {
  channel.postMessage(what);
  hear(what);
}

/** A stream in which nothing happens lives all the same. */
function hearThatItLives(): void {
  if (heard?.reader === actorHeld()) heard = { ...heard, at: Date.now() };
}

let hasBegun = false;
/** Begins once; the tab that holds the lock reads, another one takes over when it closes, from where it had heard. */
function begin(): void {
  if (hasBegun) return;
  hasBegun = true;
  void navigator.locks.request('umoja-changes', async () => {
    for (;;) {
      await signedIn();
      await readUntilBroken(position()).catch(() => undefined);
      await pause();
    }
  });
}

/** After so long without a word, what is shown is loaded again: to read all that happened meanwhile would take more. */
const FRESH_MS = 60_000;

/** Whether the server refused to go on from where this tab was. */
let hasLost = false;

function lose(): void {
  heard = null;
  hasLost = true;
}

/** The number behind which this tab misses nothing; null where none is known. */
function position(): number | null {
  const isFresh = ({ at }: { readonly at: number }) => Date.now() - at < FRESH_MS;
  if (heard?.reader === actorHeld()) return isFresh(heard) ? heard.through : null;
  const current = session.get();
  // What pages have loaded since the session was looked up holds all up to there.
  return !hasLost && current.kind === 'open' && isFresh(current) ? current.viewer.changesThrough : null;
}

const PAUSE_MS = 3_000;
const pause = () => new Promise((resolve) => setTimeout(resolve, PAUSE_MS));

/** The stream lives as long as the session. */
async function signedIn(): Promise<void> {
  if (session.get().kind === 'open') return;
  await new Promise<void>((resolve) => {
    const stop = session.follow(() => {
      if (session.get().kind !== 'open') return;
      stop();
      resolve();
    });
  });
}

/** The server says every 15 s that a stream lives. One that is silent for longer has lost its other end. */
const SILENT_MS = 45_000;

type Ending = { readonly extensions?: { readonly code?: string; readonly after?: number } };
type Result = { readonly data?: RecordChangesSubscription | null; readonly errors?: readonly Ending[] };
/** Why a stream ends that goes on where it was: the server stops or can't for now, the session is over. */
const GOES_ON: readonly unknown[] = ['SERVICE_UNAVAILABLE', 'UNAUTHENTICATED'];

/** @param after the number behind which to read; null: from now on, and what is shown is loaded again */
async function readUntilBroken(after: number | null): Promise<void> {
  const ending = new AbortController();
  const stop = session.follow(() => session.get().kind !== 'open' && ending.abort());
  const reader = actorHeld();
  let isPlaced = false;
  let silence: ReturnType<typeof setTimeout> | undefined;
  try {
    const documentId = documentIdOf(CHANGES);
    const response = await fetch('/graphql', {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'text/event-stream', ...askedHere() },
      credentials: 'same-origin',
      signal: ending.signal,
      body: JSON.stringify({
        variables: { after },
        extensions: { persistedQuery: { version: 1, sha256Hash: documentId } },
      }),
    });
    if (response.status === 401) return endSession();
    if (!response.ok || response.body === null) return;
    // Refused as a whole, it comes as one answer: behind this number it knows nothing any more.
    if (!response.headers.get('content-type')?.startsWith('text/event-stream')) return lose();
    for await (const { id, data } of events(response.body)) {
      clearTimeout(silence);
      silence = setTimeout(() => ending.abort(), SILENT_MS);
      hearThatItLives();
      if (id !== null && !isPlaced) passOn({ through: id, reader, type: after === null ? ANYTHING : null });
      isPlaced ||= id !== null;
      if (data === null) continue;
      // What the gateway sends for this document.
      const { data: found, errors } = JSON.parse(data) as Result;
      if (errors !== undefined) return endedBy(errors[0], reader);
      const change = found?.recordChanged;
      if (change != null) passOn({ through: change.sequence, reader, type: change.type });
    }
  } finally {
    stop();
    clearTimeout(silence);
    ending.abort();
  }
}

function endedBy(error: Ending | undefined, reader: string): void {
  const { code, after } = error?.extensions ?? {};
  if (after !== undefined && GOES_ON.includes(code)) passOn({ through: after, reader, type: null });
  else lose();
  // A page that no one has touched learns it here: nothing of the person stays in sight.
  if (code === 'UNAUTHENTICATED') endSession();
}

type Sent = { readonly id: number | null; readonly data: string | null };

/** What comes in a stream: how far it has come, and the data of each event that is a result. */
async function* events(body: ReadableStream<Uint8Array>): AsyncGenerator<Sent> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let text = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    text += decoder.decode(value, { stream: true });
    const whole = text.split('\n\n');
    text = whole.pop() ?? '';
    for (const event of whole) {
      const lines = event.split('\n');
      const valueOf = (name: string) =>
        lines
          .find((line) => line.startsWith(`${name}:`))
          ?.slice(name.length + 1)
          .trim();
      const id = valueOf('id');
      const isResult = valueOf('event') === 'next';
      yield { id: id ? Number(id) : null, data: isResult ? (valueOf('data') ?? null) : null };
    }
  }
}

/** Changes often come together: what is shown is loaded once for all of them. */
const TOGETHER_MS = 400;
/** A close of business changes thousands of records: a list is loaded so often at most. */
const APART_MS = 2_000;

/**
 * Loads again when something of these kinds has happened, without a reload of the page.
 * @param kinds beginnings of the types of events: `disbursement.`; none: it is not loaded again
 */
export function useLive(kinds: readonly string[], reload: () => void): void {
  const latest = useRef({ kinds, reload });
  latest.current = { kinds, reload };
  const isLive = kinds.length > 0;
  useEffect(() => {
    if (!isLive) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    // What a person is deciding on stays in sight until the form is closed.
    let loadedAt = -Infinity;
    const again = () => {
      timer = undefined;
      if (document.querySelector('dialog[open]') !== null) return void (timer = setTimeout(again, TOGETHER_MS));
      loadedAt = performance.now();
      latest.current.reload();
    };
    // Where something happens all the time, the first of it is not put off by the next.
    const listener: Listener = (type) => {
      if (type !== ANYTHING && !latest.current.kinds.some((kind) => type.startsWith(kind))) return;
      timer ??= setTimeout(again, Math.max(TOGETHER_MS, loadedAt + APART_MS - performance.now()));
    };
    listeners.add(listener);
    begin();
    return () => {
      listeners.delete(listener);
      clearTimeout(timer);
    };
  }, [isLive]);
}

/**
 * Loads again every so often, while the page is in sight and no form is open: for what no event is about.
 * @param everyMs milliseconds
 */
export function useAgain(everyMs: number, reload: () => void): void {
  const latest = useRef(reload);
  latest.current = reload;
  useEffect(() => {
    const timer = setInterval(() => {
      const isLookedAt = document.visibilityState === 'visible' && document.querySelector('dialog[open]') === null;
      if (isLookedAt && navigator.onLine) latest.current();
    }, everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
}
