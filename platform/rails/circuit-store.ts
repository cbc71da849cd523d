import type { Store, TenantTransaction } from '../postgres/database.ts';
import { CLOSED, type Circuit } from './circuit.ts';

/** Where the circuit of a rail is stored: what one process learns of a locked credential, all have to know. */
export type CircuitStore = {
  /** The circuit as it was recently. */
  readonly read: () => Promise<Circuit>;
  /** Changes it under a lock. A step that returns its argument writes nothing. */
  readonly change: (step: (circuit: Circuit) => Circuit) => Promise<void>;
  /** The same as a part of a transaction: what this process remembers it reads when that has ended. */
  readonly changeIn: (tx: Pick<TenantTransaction, 'sql'>, step: (circuit: Circuit) => Circuit) => Promise<void>;
};

/** How long a process works with what it has read: it sees another's changes at most so late. */
const FRESH_FOR_MS = 1_000;

type Stored = { readonly circuit: StoredCircuit | null };
/** As JSON: an instant and an amount are texts. */
type StoredCircuit =
  | { readonly state: 'closed'; readonly failures: number }
  | { readonly state: 'open'; readonly because: 'credential' }
  | { readonly state: 'open'; readonly because: 'no_reply'; readonly until: string }
  | {
      readonly state: 'open';
      readonly because: 'float';
      readonly until: string;
      readonly needed: string;
      readonly trials: readonly string[];
    };

/** The circuit in the row of the tenant's rail. @param elapsed milliseconds of a clock that never goes back */
export function storedCircuit(
  store: Store,
  { tenantId, uuid }: { readonly tenantId: number; readonly uuid: string },
  elapsed: () => number,
): CircuitStore {
  let known: { circuit: Circuit; readAt: number } | null = null;
  const remember = (circuit: Circuit) => {
    known = { circuit, readAt: elapsed() };
    return circuit;
  };
  const changedIn = async (
    { sql }: Pick<TenantTransaction, 'sql'>,
    step: (circuit: Circuit) => Circuit,
  ): Promise<Circuit> => {
    const [row] = await sql<Stored>('select circuit from rail where uuid = $1 for update', [uuid]);
    const before = circuitFrom(row);
    const after = step(before);
    if (after !== before)
      await sql('update rail set circuit = $1 where uuid = $2', [JSON.stringify(storedFrom(after)), uuid]);
    // The next round of balances, which is due then, has people know of it.
    if (isRefused(after) !== isRefused(before))
      await sql(
        `update rail set balance_requested_at = null, credential_refused_at = case when $1::boolean then now() end where uuid = $2`,
        [isRefused(after), uuid],
      );
    return after;
  };
  return {
    read: async () => {
      if (known && elapsed() - known.readAt < FRESH_FOR_MS) return known.circuit;
      const [row] = await store.read(tenantId, ({ sql }) =>
        sql<Stored>('select circuit from rail where uuid = $1', [uuid]),
      );
      return remember(circuitFrom(row));
    },
    change: async (step) => {
      remember(await store.write(tenantId, (tx) => changedIn(tx, step)));
    },
    changeIn: async (tx, step) => {
      await changedIn(tx, step);
      known = null;
    },
  };
}

/** A person has to repair the credential before anything is sent. */
const isRefused = (circuit: Circuit) => circuit.state === 'open' && circuit.because === 'credential';

/** A circuit of a single process. */
export function circuitInMemory(): CircuitStore {
  let circuit = CLOSED;
  return {
    read: async () => circuit,
    change: async (step) => {
      circuit = step(circuit);
    },
    changeIn: async (_tx, step) => {
      circuit = step(circuit);
    },
  };
}

function circuitFrom(row: Stored | undefined): Circuit {
  const stored = row?.circuit ?? null;
  if (stored === null) return CLOSED;
  if (stored.state === 'closed' || stored.because === 'credential') return stored;
  const until = Temporal.Instant.from(stored.until);
  return stored.because === 'float' ? { ...stored, until, needed: BigInt(stored.needed) } : { ...stored, until };
}

function storedFrom(circuit: Circuit): StoredCircuit {
  if (circuit.state === 'closed' || circuit.because === 'credential') return circuit;
  const until = circuit.until.toString({ smallestUnit: 'millisecond' });
  return circuit.because === 'float' ? { ...circuit, until, needed: String(circuit.needed) } : { ...circuit, until };
}
