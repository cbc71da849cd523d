import { clientsOf, type Caller } from '#platform/auth/caller.ts';
import type { ClientSecrets } from '#platform/auth/client-secrets.ts';
import type { App } from '#platform/app/compose.ts';
import type { Cursors } from '#platform/app/cursors.ts';
import type { SigningSecrets } from '#platform/app/processes/delivery/signing-secrets.ts';
import { isUuid } from '#platform/runtime/is-uuid.ts';
import { byUuids, childrenOf, recordsOf } from '../batches.ts';
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
  clients: byUuids(read, (views, uuids) => views.clients.byUuids(uuids, clientsOf(caller))),
  keysOfClient: childrenOf(
    read,
    (views, ids) => views.clients.keysOf(ids),
    ({ clientId }) => clientId,
  ),
  useOfClient: byHours((hours) =>
    childrenOf(
      read,
      (views, ids) => views.clients.useOf(ids, hours),
      ({ clientId }) => clientId,
    ),
  ),
  units: byUuids(read, (views, uuids) => views.units.byUuids(uuids)),
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

/** A loader for each span of hours that a request asks for. */
function byHours<Loader>(make: (hours: number) => Loader) {
  const made = new Map<number, Loader>();
  return (hours: number): Loader => {
    const loader = made.get(hours) ?? make(hours);
    made.set(hours, loader);
    return loader;
  };
}
