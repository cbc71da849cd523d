import type { Caller } from '#platform/auth/caller.ts';
import type { App } from '#platform/app/compose.ts';
import type { SigningSecrets } from '#platform/app/processes/delivery/signing-secrets.ts';
import { childrenOf, recordsOf } from '../batches.ts';
import { changesIn } from '../change.ts';
import { readsFor, type Read } from '../reading.ts';

/** What the resolvers of one request share. */
export type AccessContext = {
  readonly caller: Caller;
  readonly app: App;
  /** Turns a stored response that holds a secret into ciphertext. */
  readonly secrets: SigningSecrets;
  readonly read: Read;
  /** Replaced after a mutation. */
  loaders: AccessLoaders;
};
type AccessLoaders = ReturnType<typeof loadersFor>;

export function accessContext(app: App, secrets: SigningSecrets, caller: Caller): AccessContext {
  const read = readsFor(app, caller);
  return { caller, app, secrets, read, loaders: loadersFor(read) };
}

const loadersFor = (read: Read) => ({
  people: recordsOf(read, (views) => views.people),
  sessions: childrenOf(
    read,
    (views, ids) => views.people.sessionsOf(ids),
    ({ personId }) => personId,
  ),
  invitations: childrenOf(
    read,
    (views, ids) => views.people.invitationsOf(ids),
    ({ personId }) => personId,
  ),
});

/** The resolver of one mutation. What was read before it is forgotten. */
export const change = changesIn<AccessContext>(
  (context) => {
    context.loaders = loadersFor(context.read);
  },
  // Lending has the rest of it; none of these is proposed.
  (uuid) => ({ id: uuid }),
);
