import type { TenantTransaction } from '../postgres/database.ts';
import { admit, heldBackFor, learn, type Evidence, type TakenFrom } from './circuit.ts';
import type { CircuitStore } from './circuit-store.ts';

/** The circuit breaker of a rail: it learns from replies and results, and holds payments back after failures. */
export type Breaker = ReturnType<typeof breakerOf>;

export function breakerOf(circuit: CircuitStore, now: () => Temporal.Instant) {
  return {
    /** Nothing is written where nothing is learnt: a reply is no evidence while everything works. */
    observe: async (evidence: Evidence): Promise<void> => {
      const known = await circuit.read();
      if (learn(known, evidence, now()) === known) return;
      await circuit.change((before) => learn(before, evidence, now()));
    },
    /** A person has repaired what had stopped payments, and says so in this transaction. */
    resume: (tx: Pick<TenantTransaction, 'sql'>): Promise<void> =>
      circuit.changeIn(tx, (before) => learn(before, { kind: 'resumed' }, now())),
    /** Seconds to wait, or null where this payment may be sent. One that is let through as a trial is counted. */
    admit: async (originatorId: string, from: TakenFrom = 'float'): Promise<number | null> => {
      if ((await circuit.read()).state === 'closed') return null;
      let seconds: number | null = null;
      await circuit.change((before) => {
        const admission = admit(before, originatorId, now(), from);
        seconds = admission.retryAfterSeconds;
        return admission.circuit;
      });
      return seconds;
    },
    closedFor: async (from: TakenFrom = 'float'): Promise<number | null> =>
      heldBackFor(await circuit.read(), now(), from),
  };
}
