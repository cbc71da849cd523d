import type { FakeClock } from './fake-clock.ts';

/** One attempt to deliver a notification. */
type Delivery = {
  readonly url: string;
  readonly body: string;
  /** The ids by which it can be repeated. */
  readonly about: readonly string[];
  readonly at: string;
  /** The status of our reply; null where there was none. Anything but 200 counts as undelivered. */
  readonly status: number | null;
};

export type Deliveries = {
  readonly all: () => readonly Delivery[];
  /** Sends it, and repeats it where it is not accepted, as often as configured. Resolves after the first attempt. */
  readonly notify: (url: string, body: unknown, about: readonly string[]) => Promise<void>;
  /** Asks, as a validation does, and waits for the response. */
  readonly request: (
    url: string,
    body: unknown,
    about: readonly string[],
  ) => Promise<{ status: number; text: string } | null>;
  readonly again: (about: string, times: number) => Promise<number>;
  readonly reset: () => void;
};

/** How long a receiver may take. */
const PATIENCE_MS = 8_000;
const BETWEEN_TRIES_MS = 30_000;

export function deliveries(clock: FakeClock, tries: number): Deliveries {
  let made: Delivery[] = [];

  const post = async (url: string, body: string, about: readonly string[]) => {
    const reply = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
      redirect: 'manual',
      signal: AbortSignal.timeout(PATIENCE_MS),
    })
      .then(async (response) => ({ status: response.status, text: await response.text() }))
      .catch(() => null);
    made.push({ url, body, about, at: clock.now().toString(), status: reply?.status ?? null });
    return reply;
  };
  const attempt = async (url: string, body: string, about: readonly string[], left: number): Promise<void> => {
    const reply = await post(url, body, about);
    if (reply?.status !== 200 && left > 1) clock.after(BETWEEN_TRIES_MS, () => attempt(url, body, about, left - 1));
  };
  const asText = (body: unknown) => (typeof body === 'string' ? body : JSON.stringify(body));

  return {
    all: () => made,
    notify: (url, body, about) => attempt(url, asText(body), about, tries),
    request: (url, body, about) => post(url, asText(body), about),
    again: async (about, times) => {
      const last = made.findLast((delivery) => delivery.about.includes(about));
      if (last === undefined) return 0;
      for (let time = 0; time < times; time++) await post(last.url, last.body, last.about);
      return times;
    },
    reset: () => {
      made = [];
    },
  };
}
