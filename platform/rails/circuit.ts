import { least, type Cents } from '#core/kernel/money.ts';

/**
 * Stops payments that are bound to fail: after a credential was refused or locked, where each further try makes it
 * worse, after the provider's account was found empty, and after five requests in a row without a usable reply. It holds
 * back payments alone, never a status query. A value: its store stores what these functions return.
 */
export type Circuit =
  | { readonly state: 'closed'; readonly failures: number }
  | Open<'no_reply'>
  /** Each further request with a locked credential makes it worse, so that no trial is let through. */
  | Omit<Open<'credential'>, 'until'>
  | (Open<'float'> & {
      /** What the provider's account has to hold, in minor units: the smallest payment that it could not make. */
      readonly needed: Cents;
      /** The payments that were let through since, to see whether it works again. */
      readonly trials: readonly string[];
    });

type Because = 'credential' | 'float' | 'no_reply';
type Open<B extends Because> = { readonly state: 'open'; readonly because: B; readonly until: Temporal.Instant };

export type Evidence =
  /** The provider replied to a payment, whatever it said. */
  | { readonly kind: 'replied' }
  /** A payment had no usable reply: a server error, a time-out. */
  | { readonly kind: 'no_reply' }
  /** An asynchronous result says that our credential, or our account, is not accepted. */
  | { readonly kind: 'credential_refused' }
  /** A payment of this amount failed because the provider's account holds too little. */
  | { readonly kind: 'float_empty'; readonly amount: Cents }
  | { readonly kind: 'paid'; readonly originatorId: string }
  | { readonly kind: 'balance'; readonly available: Cents }
  /** A person has repaired the cause. */
  | { readonly kind: 'resumed' };

export const CLOSED: Circuit = { state: 'closed', failures: 0 };

const MOST_FAILURES = 5;
/** One payment is let through each time this has passed, to see whether it works again. */
const HOLD_SECONDS = { float: 600, no_reply: 30 } as const;
/** When to try again while a person has to repair the credential: that time is not known, so it is advice. */
const CREDENTIAL_SECONDS = 3_600;
const MOST_TRIALS = 50;

/**
 * What a payment is taken from: the float that pays people, or the account into which is collected. That the float is
 * empty holds nothing back that is not taken from it, least of all what fills it.
 */
export type TakenFrom = 'float' | 'collected';

/** Seconds until a payment may be sent; null where it may be now. */
export function heldBackFor(circuit: Circuit, now: Temporal.Instant, from: TakenFrom = 'float'): number | null {
  if (circuit.state === 'closed' || isElsewhere(circuit, from)) return null;
  if (circuit.because === 'credential') return CREDENTIAL_SECONDS;
  const seconds = Math.ceil(now.until(circuit.until).total('seconds'));
  return seconds > 0 ? seconds : null;
}

/** Whether a payment may be sent now; `circuit` is to be stored: one that lets a trial through lets no second follow. */
export function admit(
  circuit: Circuit,
  originatorId: string,
  now: Temporal.Instant,
  from: TakenFrom = 'float',
): { readonly circuit: Circuit; readonly retryAfterSeconds: number | null } {
  if (isElsewhere(circuit, from)) return { circuit, retryAfterSeconds: null };
  const retryAfterSeconds = heldBackFor(circuit, now);
  if (retryAfterSeconds !== null || circuit.state === 'closed' || circuit.because === 'credential') {
    return { circuit, retryAfterSeconds };
  }
  const next = { ...circuit, until: now.add({ seconds: HOLD_SECONDS[circuit.because] }) };
  if (next.because === 'no_reply') return { circuit: next, retryAfterSeconds: null };
  return {
    circuit: { ...next, trials: [...next.trials, originatorId].slice(-MOST_TRIALS) },
    retryAfterSeconds: null,
  };
}

/** The circuit after some evidence. It is closed by evidence of the kind that opened it alone. */
export function learn(circuit: Circuit, evidence: Evidence, now: Temporal.Instant): Circuit {
  switch (evidence.kind) {
    case 'resumed':
      return circuit.state === 'closed' && circuit.failures === 0 ? circuit : CLOSED;
    case 'credential_refused':
      return { state: 'open', because: 'credential' };
    case 'float_empty':
      return afterEmptyFloat(circuit, evidence.amount, now);
    case 'no_reply':
      return afterNoReply(circuit, now);
    case 'replied':
      // An acknowledgement says nothing of the credential or the float, which are checked only afterwards.
      if (circuit.state === 'open') return circuit.because === 'no_reply' ? CLOSED : circuit;
      return circuit.failures === 0 ? circuit : CLOSED;
    case 'paid':
      return isEmptyFloat(circuit) && circuit.trials.includes(evidence.originatorId) ? CLOSED : circuit;
    case 'balance':
      return isEmptyFloat(circuit) && evidence.available >= circuit.needed ? CLOSED : circuit;
  }
}

function afterEmptyFloat(circuit: Circuit, amount: Cents, now: Temporal.Instant): Circuit {
  if (circuit.state === 'open' && circuit.because === 'credential') return circuit;
  const before = isEmptyFloat(circuit) ? circuit : null;
  return {
    state: 'open',
    because: 'float',
    until: now.add({ seconds: HOLD_SECONDS.float }),
    needed: before === null ? amount : least(before.needed, amount),
    trials: before?.trials ?? [],
  };
}

function afterNoReply(circuit: Circuit, now: Temporal.Instant): Circuit {
  if (circuit.state === 'open') return circuit;
  const failures = circuit.failures + 1;
  if (failures < MOST_FAILURES) return { state: 'closed', failures };
  return { state: 'open', because: 'no_reply', until: now.add({ seconds: HOLD_SECONDS.no_reply }) };
}

const isElsewhere = (circuit: Circuit, from: TakenFrom) => from === 'collected' && isEmptyFloat(circuit);

type EmptyFloat = Extract<Circuit, { because: 'float' }>;

const isEmptyFloat = (circuit: Circuit): circuit is EmptyFloat =>
  circuit.state === 'open' && circuit.because === 'float';
