import { refuse } from '../../kernel/domain-error.ts';
import { allows } from '../../kernel/lifecycle.ts';
import { outcome, type Outcome } from '../../kernel/outcome.ts';
import { personLifecycle } from '../person/lifecycle.ts';
import type { PeoplePorts } from '../ports.ts';
import { peopleRefusals } from '../refusals.ts';
import { Session } from '../session/session.ts';
import type { Opened } from './sign-in.ts';

/** The code that the terminal shows, as it is stored, and the session in which the person has typed it. */
type AboutLogin = { readonly codeHash: string; readonly sessionId: number; readonly personId: number };

/**
 * A command line acts as the person from now on: it has a session of its own, which ends with the one in which the person
 * confirms it. What its key counts for is what the person has shown there.
 * @throws DomainError session_required (unauthenticated), login_code_unusable (gone)
 */
export async function confirmLogin(
  { codeHash, sessionId, personId }: AboutLogin,
  ports: PeoplePorts,
): Promise<Outcome<Opened>> {
  const here = await ports.sessions.lock(sessionId);
  const person = here && (await ports.people.lock(here.personId));
  const isOwn = here?.state === 'open' && person?.state === 'active' && person.id === personId;
  // A command line confirms no other one: it would outlive who started it.
  if (!isOwn || here.method === 'command_line') throw noSession();
  const request = await ports.logins.take(codeHash);
  if (request === null) throw unknownCode();
  const { session, opened } = Session.open(
    {
      uuid: ports.newUuid(),
      personId,
      tokenHash: request.secretHash,
      method: 'command_line',
      proof: request.secretHash,
      agent: request.agent,
      shownAt: here.steppedUpAt,
      confirmedIn: here,
    },
    ports.now,
  );
  await ports.sessions.add(session);
  return outcome({ person, session }, opened);
}

/**
 * The person has started no command line: the one that waits gets no session, and the audit trail has it.
 * @throws DomainError login_code_unusable (gone)
 */
export async function denyLogin({ codeHash, personId }: AboutLogin, ports: PeoplePorts): Promise<Outcome<null>> {
  const person = await ports.people.lock(personId);
  if (!(await ports.logins.deny(codeHash))) throw unknownCode();
  const isNoted = person !== null && allows(personLifecycle, person.state, 'fail_sign_in');
  return isNoted ? outcome(null, person.failSignIn('command line denied')) : outcome(null);
}

const noSession = () => refuse(peopleRefusals.session_required, 'The session has ended. Sign in again.');

const unknownCode = () =>
  refuse(
    peopleRefusals.login_code_unusable,
    'No command line waits with this code. It is good for ten minutes, and once: compare it with the terminal, or run ' +
      '`umoja login` again.',
  );
