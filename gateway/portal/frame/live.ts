import { useEffect, useRef } from 'react';
import { graphql } from '../graph/generated/gql.ts';
import type { RecordChangesSubscription } from '../graph/generated/graphql.ts';
import { OWN_PAGE } from '../graph/own-page.ts';
import { actorHeld, session } from './session.ts';
import { documentIdOf } from '../graph/document-id.ts';

const CHANGES = graphql(`
  subscription RecordChanges($after: Int) {
    recordChanged(after: $after) {
      sequence
      type
    }
  }
`);

/** What happened, as `repayment.received`. */
type Listener = (type: string) => void;
const listeners = new Set<Listener>();

/** What one tab reads all tabs of the browser receive: it has one stream, however many tabs are open. */
const channel = new BroadcastChannel('umoja-changes');
channel.onmessage = ({ data }: MessageEvent<string>) => notify(data);
function notify(type: string): void {
  for (const listener of listeners) listener(type);
}

let hasBegun = false;
/** Begins once; the tab that holds the lock reads, another one takes over when it closes. */
function begin(): void {
  if (hasBegun) return;
  hasBegun = true;
  void navigator.locks.request('umoja-changes', async () => {
    let after: number | null = null;
    let reader = '';
    for (;;) {
      await signedIn();
      // Another person, or another institution, counts from elsewhere.
      if (reader !== actorHeld()) after = null;
      reader = actorHeld();
      after = await readUntilBroken(after).catch(() => after);
      await pause();
    }
  });
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

type Result = { readonly data?: RecordChangesSubscription | null; readonly errors?: readonly unknown[] };

/** @returns the number behind which to go on; null where the server knows nothing behind it any more */
async function readUntilBroken(after: number | null): Promise<number | null> {
  const ending = new AbortController();
  const stop = session.follow(() => session.get().kind !== 'open' && ending.abort());
  let last = after;
  try {
    const documentId = documentIdOf(CHANGES);
    const response = await fetch('/graphql', {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'text/event-stream', ...OWN_PAGE },
      credentials: 'same-origin',
      signal: ending.signal,
      body: JSON.stringify({
        variables: { after },
        extensions: { persistedQuery: { version: 1, sha256Hash: documentId } },
      }),
    });
    if (!response.ok || response.body === null) return last;
    // Refused as a whole, it comes as one answer.
    if (!response.headers.get('content-type')?.startsWith('text/event-stream')) return null;
    for await (const data of events(response.body)) {
      // What the gateway sends for this document.
      const { data: found, errors } = JSON.parse(data) as Result;
      if (errors !== undefined) return null;
      const change = found?.recordChanged;
      if (change == null) continue;
      last = change.sequence;
      channel.postMessage(change.type);
      notify(change.type);
    }
  } finally {
    stop();
    ending.abort();
  }
  return last;
}

/** The data of each event of a stream that is a result. */
async function* events(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
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
      const data = lines
        .find((line) => line.startsWith('data:'))
        ?.slice(5)
        .trim();
      if (lines.some((line) => line.trim() === 'event: next') && data) yield data;
    }
  }
}

/** Changes often come together: what is shown is loaded once for all of them. */
const TOGETHER_MS = 400;

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
    const again = () => {
      if (document.querySelector('dialog[open]') === null) return latest.current.reload();
      timer = setTimeout(again, TOGETHER_MS);
    };
    const listener: Listener = (type) => {
      if (!latest.current.kinds.some((kind) => type.startsWith(kind))) return;
      clearTimeout(timer);
      timer = setTimeout(again, TOGETHER_MS);
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
