import { signatureHeaders } from '#platform/outbound/signature.ts';
import type { FeedEvent } from './api.ts';
import { Refused, type PartnerTerminal } from './terminal.ts';

/** Where events are forwarded to, and what signs them. */
export type Receiver = { readonly url: string; readonly secret: string };

/** What became of one delivery. `error` where there was no reply. */
export type Delivered = { readonly status: number | null; readonly error: string | null; readonly ms: number };

const TIMEOUT_MS = 15_000;
/** A server that starts again after each change of its sources is back within these. */
const WAITS_FOR_START = [0.5, 1, 2, 4];

/** @throws Refused for what is no address to post to */
export function receiverAt(address: string, secret: string): Receiver {
  const url = URL.parse(address);
  if (url === null || !['http:', 'https:'].includes(url.protocol)) {
    throw new Refused(`${address} is no address to forward to: give one such as http://localhost:8080/hooks.`);
  }
  if (!/^whsec_[A-Za-z0-9+/]{32,}={0,2}$/.test(secret)) {
    throw new Refused(
      'A signing secret is whsec_ and the base64 of at least 24 bytes. Leave --secret out to use your own.',
    );
  }
  return { url: url.href, secret };
}

/**
 * Posts an event as a webhook is posted: the same body, headers and signature. A receiver that is just starting is waited
 * for; what it replied stands.
 * @param number the delivery_sequence
 */
export async function forward(
  event: FeedEvent,
  number: number,
  { url, secret }: Receiver,
  { pause, stopped }: PartnerTerminal,
): Promise<Delivered> {
  const { id, type, timestamp, api_version, sandbox, sequence, ...rest } = event;
  const numbers = { sequence, delivery_sequence: number };
  const body = JSON.stringify({ id, type, timestamp, api_version, sandbox, ...numbers, ...rest });
  const begun = performance.now();
  for (let tries = 0; ; tries++) {
    const headers = {
      ...signatureHeaders(id, Temporal.Now.instant(), body, [secret]),
      'content-type': 'application/json',
      'user-agent': 'Umoja-Webhooks/1.0',
    };
    const taken = await post(url, { body, headers });
    const wait = WAITS_FOR_START[tries];
    const delivered = { ...taken, ms: Math.round(performance.now() - begun) };
    if (taken.error !== 'connection_refused' || wait === undefined || stopped.aborted) return delivered;
    await pause(wait, stopped);
  }
}

/** Whether the receiver has taken it. */
export const isTaken = ({ status }: Delivered): boolean => status !== null && status >= 200 && status < 300;

/** What became of a delivery, in a few words. */
export const outcomeOf = ({ status, error, ms }: Delivered): string => `${status ?? error} (${ms} ms)`;

async function post(url: string, message: Pick<RequestInit, 'body' | 'headers'>): Promise<Omit<Delivered, 'ms'>> {
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const response = await fetch(url, { ...message, method: 'POST', redirect: 'manual', signal });
    await response.body?.cancel();
    return { status: response.status, error: null };
  } catch (error) {
    // fetch rejects with errors, whose cause is one of the system.
    const { name, cause } = error as Error;
    if (name === 'TimeoutError') return { status: null, error: 'timeout' };
    const code = (cause as NodeJS.ErrnoException | undefined)?.code;
    return { status: null, error: code === 'ECONNREFUSED' ? 'connection_refused' : (code ?? 'failed') };
  }
}
