import { prepared, type Prepared } from './prepared.ts';

/** Whose transaction it is, and how far its clock is ahead as this process remembers; null: it has none. */
export type ProvenTenant = { readonly id: string; readonly proof: string; readonly clock: number | null };

/** As parameters: every session of the application reads the text of the others' statements in pg_stat_activity. */
const TENANT = `set_config('app.tenant', $1, true), set_config('app.proof', $2, true)`;
/** The same where the tenant has a test clock, or this process does not know: see tenant-clock.ts. */
const IN_TIME = `${TENANT}, set_config('app.clock', $3, true), require_clock($3) as clock`;
/** And for a batch of a transaction in which the clock was compared before. */
const SAME_TIME = `${TENANT}, set_config('app.clock', $3, true)`;
/** And while the sandbox is being reset, when others are refused. */
const IN_RESET = `set_config('app.admitted', $4, true), ${IN_TIME}`;
const READING = `set_config('transaction_read_only', 'on', true)`;

const PROVEN = {
  write: {
    live: prepared(`select ${TENANT}`),
    compared: prepared(`select ${IN_TIME}`),
    admitted: prepared(`select ${IN_RESET}`),
  },
  read: {
    live: prepared(`select ${READING}, ${TENANT}`),
    compared: prepared(`select ${READING}, ${IN_TIME}`),
    known: prepared(`select ${READING}, ${SAME_TIME}`),
    admitted: prepared(`select ${READING}, ${IN_RESET}`),
  },
} as const;

/** Rows of which branches, clients and units a transaction sees, and as which role; no units (empty): those of no school. */
export type Limits = {
  readonly role: string;
  readonly branches: string;
  readonly clients: string;
  readonly units: string;
};

const LIMIT = prepared(
  `select set_config('app.branches', $1, true), set_config('app.clients', $2, true), set_config('app.units', $3, true),
          set_config('role', $4, true)`,
);
/** Takes the role, until the transaction ends: a statement with its parameters. */
export const limiting = ({ branches, clients, units, role }: Limits): readonly [Prepared, readonly string[]] => [
  LIMIT,
  [branches, clients, units, role],
];
/** Gives it back: triggers and what is deferred run as the application. */
export const UNLIMIT = prepared(`select set_config('role', 'none', true)`);

/** The statement with which a transaction begins; `compares` where it returns the clock that is in force. */
export function proving(
  mode: 'read' | 'write',
  { id, proof, clock }: ProvenTenant,
  { isCompared, admittedAs }: { readonly isCompared: boolean; readonly admittedAs: string | null },
): { readonly statement: Prepared; readonly params: readonly string[]; readonly compares: boolean } {
  const { live, compared, known, admitted } = { known: null, ...PROVEN[mode] };
  const inTime = [id, proof, String(clock ?? 0)];
  if (admittedAs !== null) return { statement: admitted, params: [...inTime, admittedAs], compares: false };
  if (clock === null) return { statement: live, params: [id, proof], compares: false };
  return isCompared && known !== null
    ? { statement: known, params: inTime, compares: false }
    : { statement: compared, params: inTime, compares: true };
}
