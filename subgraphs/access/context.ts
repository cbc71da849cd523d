import { clientsOf, type Caller } from '#platform/auth/caller.ts';
import type { ClientSecrets } from '#platform/auth/client-secrets.ts';
import type { App } from '#platform/app/compose.ts';
import type { Cursors } from '#platform/app/cursors.ts';
import type { ClientsSeen } from '#platform/app/views.ts';
import type { SigningSecrets } from '#platform/app/processes/delivery/signing-secrets.ts';
import { isUuid } from '#platform/runtime/is-uuid.ts';
import { childrenOf, recordsOf } from '../batches.ts';
import { changesIn } from '../change.ts';
import { cursorsOf, type ListCursors } from '../cursors.ts';
import { readsFor, type Read } from '../reading.ts';

/** What the resolvers of one request share. */
export type AccessContext = {
  readonly caller: Caller;
  readonly app: App;
  /** Turns a stored response that holds a secret into ciphertext. */
  readonly secrets: SigningSecrets;
  /** Makes the credentials of clients. */
  readonly clientSecrets: ClientSecrets;
  readonly cursors: ListCursors;
  readonly read: Read;
  /** Replaced after a mutation. */
  loaders: AccessLoaders;
};
type AccessLoaders = ReturnType<typeof loadersFor>;

export function accessContext(
  { cursors, ...tools }: Pick<AccessContext, 'app' | 'secrets' | 'clientSecrets'> & { readonly cursors: Cursors },
  caller: Caller,
): AccessContext {
  const read = readsFor(tools.app, caller);
  return { ...tools, caller, cursors: cursorsOf(cursors, tools.app, caller), read, loaders: loadersFor(read, caller) };
}

const loadersFor = (read: Read, caller: Caller) => ({
  ...clientLoaders(read, clientsOf(caller)),
  units: recordsOf(read, (views) => views.units),
  branches: recordsOf(read, (views) => views.branches),
  people: recordsOf(read, (views) => views.people),
  auditOfActor: byChoice((first: number) =>
    childrenOf(
      read,
      (views, actors: readonly string[]) => views.audit.ofActors(actors, first),
      ({ actor }) => actor,
    ),
  ),
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

const clientLoaders = (read: Read, seen: ClientsSeen) => ({
  clients: recordsOf(read, ({ clients }) => ({
    byIds: (ids) => clients.byIds(ids, seen),
    byUuids: (uuids) => clients.byUuids(uuids, seen),
  })),
  keysOfClient: childrenOf(
    read,
    (views, ids) => views.clients.keysOf(ids),
    ({ clientId }) => clientId,
  ),
  useOfClient: byChoice((hours: number) =>
    childrenOf(
      read,
      (views, ids) => views.clients.useOf(ids, hours),
      ({ clientId }) => clientId,
    ),
  ),
});

/** The resolver of one mutation. What was read before it is forgotten. */
export const change = changesIn<AccessContext>(
  (context) => {
    context.loaders = loadersFor(context.read, context.caller);
  },
  // Lending has the rest of it; none of these is proposed.
  (uuid) => ({ id: uuid }),
);

/** What is stored for a replay holds a secret, so it is stored as ciphertext. */
export const confidential = ({ caller: { clientId }, secrets }: AccessContext) => ({
  confidential: {
    seal: (response: string) => secrets.seal(response, clientId),
    open: (box: string) => secrets.unseal(box, clientId),
  },
});

/** The uuid in a reference to a person; null where it names no person. */
export function uuidOfPerson(reference: string | null): string | null {
  const [, uuid = ''] = /^person:(.+)$/.exec(reference ?? '') ?? [];
  return isUuid(uuid) ? uuid : null;
}

/** A loader for each number that a request chooses: of hours, of entries. */
function byChoice<Loader>(make: (chosen: number) => Loader) {
  const made = new Map<number, Loader>();
  return (chosen: number): Loader => {
    const loader = made.get(chosen) ?? make(chosen);
    made.set(chosen, loader);
    return loader;
  };
}
