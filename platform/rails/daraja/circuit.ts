import { payoutCode } from './result-codes.ts';

/**
 * Stops requests that are bound to fail: after a credential was refused or locked, where each further try makes it
 * worse, after the provider's account was found empty, and after five server errors in a row. A value: its store stores
 * what these functions return.
 */
export type Circuit =
  | { readonly state: 'closed'; readonly serverErrors: number }
  | { readonly state: 'open'; readonly because: Because; readonly until: Temporal.Instant };

type Because = 'credential' | 'float' | 'server_errors';

export type Evidence =
  /** Daraja itself replied, whatever it said. */
  | { readonly kind: 'replied' }
  | { readonly kind: 'server_error' }
  /** The code of an asynchronous result of ours: B2C, B2B, reversal, balance or status. Never one of a payer's prompt. */
  | { readonly kind: 'result'; readonly code: string }
  /** A person has repaired the cause. */
  | { readonly kind: 'resumed' };

export const CLOSED: Circuit = { state: 'closed', serverErrors: 0 };

const SERVER_ERRORS = 5;
/** One request is let through each time this has passed, to see whether it works again. */
const HOLD_SECONDS: { readonly [B in Because]: number } = { credential: 3_600, float: 600, server_errors: 30 };

/** Whether a request may be sent now; `circuit` is to be stored: one that lets a trial through lets no second follow. */
export function admit(
  circuit: Circuit,
  now: Temporal.Instant,
): { readonly circuit: Circuit; readonly retryAfterSeconds: number | null } {
  if (circuit.state === 'closed') return { circuit, retryAfterSeconds: null };
  const seconds = Math.ceil(now.until(circuit.until).total('seconds'));
  if (seconds > 0) return { circuit, retryAfterSeconds: seconds };
  return { circuit: opened(circuit.because, now), retryAfterSeconds: null };
}

/** The circuit after some evidence. */
export function learn(circuit: Circuit, evidence: Evidence, now: Temporal.Instant): Circuit {
  switch (evidence.kind) {
    case 'resumed':
      return circuit.state === 'closed' && circuit.serverErrors === 0 ? circuit : CLOSED;
    case 'server_error': {
      if (circuit.state === 'open') return circuit;
      const serverErrors = circuit.serverErrors + 1;
      return serverErrors >= SERVER_ERRORS ? opened('server_errors', now) : { state: 'closed', serverErrors };
    }
    case 'replied':
      // An acknowledgement says nothing of the credential or the float, which are checked only afterwards.
      if (circuit.state === 'open') return circuit.because === 'server_errors' ? CLOSED : circuit;
      return circuit.serverErrors === 0 ? circuit : CLOSED;
    case 'result': {
      const { opensCircuit, outcome } = payoutCode(evidence.code);
      if (opensCircuit) return opened(opensCircuit, now);
      return circuit.state === 'open' && circuit.because !== 'server_errors' && outcome === 'success'
        ? CLOSED
        : circuit;
    }
  }
}

function opened(because: Because, now: Temporal.Instant): Circuit {
  return { state: 'open', because, until: now.add({ seconds: HOLD_SECONDS[because] }) };
}
