import { refuse } from '#core/kernel/domain-error.ts';
import { peopleRefusals } from '#core/people/refusals.ts';
import {
  hashUserCode,
  makeUserCode,
  type CommandLinePerson,
  type CommandLineSignIn,
} from '../../../auth/command-line.ts';
import { commandLineSessions, hashPersonSecret, makePersonSecret, type SignedIn } from '../../../auth/sessions.ts';
import { orRefusedHere, type Visit } from '../../../auth/sign-in.ts';
import type { Caller } from '../../../auth/caller.ts';
import type { Store } from '../../../postgres/database.ts';
import { readInstant } from '../../../postgres/mapping/types.ts';
import type { bindPeople } from '../../compose/people.ts';

/** The use cases, bound. */
export type CommandLineCommands = Pick<
  ReturnType<typeof bindPeople>['commandLines'],
  'confirmLogin' | 'denyLogin' | 'endSession'
>;

type Parts = {
  readonly app: CommandLineCommands;
  readonly store: Pick<Store, 'read' | 'write' | 'query'>;
  readonly clock: () => Temporal.Instant;
};

const ENDS = { denied: 'denied', expired: 'expired', slow_down: 'slow_down', pending: 'pending' } as const;
/** A code that is taken by another command line is drawn again. */
const DRAWS = 3;

type WaitingRow = {
  readonly agent: string;
  readonly address: string;
  readonly requested_at: unknown;
  readonly expires_at: unknown;
};

/** How command lines are signed in: they wait with a code, and a person confirms it in a session. */
export function commandLineSignIn({ app, store, clock }: Parts): CommandLineSignIn {
  const { identify } = commandLineSessions(store, clock);
  const about = (by: SignedIn, code: string) => ({
    codeHash: hashUserCode(code),
    sessionId: by.person.sessionId,
    personId: by.clientId,
  });
  return {
    request: async ({ agent, address }) => {
      for (let draw = 0; draw < DRAWS; draw++) {
        const userCode = makeUserCode();
        const { secret, hash } = makePersonSecret();
        const [row] = await store.query<{ taken: boolean }>('select request_login($1, $2, $3, $4) as taken', [
          hashUserCode(userCode),
          hash,
          agent,
          address,
        ]);
        if (row?.taken) return { secret, userCode };
      }
      return null;
    },

    poll: async (secret) => {
      const [row] = await store.query<{ state: keyof typeof ENDS | null }>('select poll_login($1) as state', [
        hashPersonSecret(secret),
      ]);
      if (row?.state != null) return { kind: ENDS[row.state] };
      const signedIn = await identify(secret);
      return signedIn === null ? { kind: 'unknown' } : { kind: 'signed_in', ...(await personAt(signedIn, store)) };
    },

    waiting: (code) =>
      orRefusedHere(async () => {
        const [row] = await store.query<WaitingRow>('select * from login_requested($1)', [hashUserCode(code)]);
        if (!row) {
          throw refuse(
            peopleRefusals.login_code_unusable,
            'No command line waits with this code. Compare it with the terminal: it is good for ten minutes, and once.',
          );
        }
        const { agent, address, requested_at: requested, expires_at: expires } = row;
        return { agent, address, requestedAt: readInstant(requested), expiresAt: readInstant(expires) };
      }),

    confirm: (by, code, visit) =>
      orRefusedHere(async () => {
        await app.confirmLogin(callerAt(by, visit), about(by, code));
        return { done: true };
      }),

    deny: (by, code, visit) =>
      orRefusedHere(async () => {
        await app.denyLogin(callerAt(by, visit), about(by, code));
        return { done: true };
      }),

    signOut: async (secret, visit) => {
      const by = await identify(secret);
      if (by !== null) await app.endSession(callerAt(by, visit), { sessionId: by.person.sessionId });
    },
  };
}

const callerAt = (by: SignedIn, { requestId }: Visit): Caller => ({ ...by, requestId, traceparent: null });

/** Who is signed in, in words. */
async function personAt(
  { tenantId, mode, clientId, clientKey, person: { roles, sessionId } }: SignedIn,
  store: Pick<Store, 'read'>,
): Promise<CommandLinePerson> {
  const rows = await store.read(tenantId, ({ sql }) =>
    sql<{ name: string; institution: string; expires_at: unknown }>(
      `select p.name, t.name as institution, s.expires_at
         from person p join tenant t on t.id = p.tenant_id join person_session s on s.person_id = p.id
        where p.id = $1 and s.id = $2`,
      [clientId, sessionId],
    ),
  );
  const [row] = rows;
  if (!row) throw new Error(`${clientKey} has a session and is not there.`);
  const { name, institution, expires_at: expiresAt } = row;
  return { person: clientKey, name, institution, tenantId, mode, roles, expiresAt: readInstant(expiresAt) };
}
