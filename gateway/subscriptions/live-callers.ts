import type { CallerPerson } from '#platform/auth/caller.ts';
import type { KnownCaller } from '../authentication.ts';

/** How a caller is looked up. */
export type From = {
  /** The same for those who came with the same token or session, from the same place. */
  readonly key: string;
  /** @throws GraphQLError where it is no longer good */
  readonly lookUp: () => Promise<KnownCaller>;
};

/** A caller whose token is looked up again and again while a stream lives. */
export type LiveCaller = {
  /** The caller as it was when the stream began: one object for all streams with its token. */
  readonly caller: KnownCaller;
  /** True where the caller may still see what it could then, known since so many milliseconds at most. */
  readonly isSame: (mostMs: number) => Promise<boolean>;
  readonly leave: () => void;
};

type Known = {
  readonly key: string;
  readonly first: KnownCaller;
  readonly rights: string;
  rightsNow: Promise<string>;
  at: number;
  users: number;
};

/**
 * Streams with the same token share one lookup.
 * @param elapsed milliseconds of a clock that only goes forwards
 */
export function liveCallers(elapsed: () => number) {
  const known = new Map<string, Known>();
  const knownAs = (key: string, first: KnownCaller): Known => {
    const rights = rightsOf(first);
    const same = known.get(key);
    if (same?.rights === rights) return same;
    const made = { key, first, rights, rightsNow: Promise.resolve(rights), at: elapsed(), users: 0 };
    known.set(key, made);
    return made;
  };
  return ({ key, lookUp }: From, first: KnownCaller): LiveCaller => live(knownAs(key, first), lookUp);

  function live(same: Known, lookUp: From['lookUp']): LiveCaller {
    same.users++;
    return {
      caller: same.first,
      async isSame(mostMs) {
        if (elapsed() - same.at > mostMs) {
          same.at = elapsed();
          same.rightsNow = lookUp().then(rightsOf);
          // Those who wait get the error; the next one looks again.
          same.rightsNow.catch(() => (same.at = -Infinity));
        }
        return (await same.rightsNow) === same.rights;
      },
      leave() {
        if (--same.users === 0 && known.get(same.key) === same) known.delete(same.key);
      },
    };
  }
}

/** All that decides what a caller is shown. */
export const rightsOf = ({ tenantId, clientId, mode, scopes, pii, idFormat, person }: KnownCaller): string =>
  JSON.stringify([tenantId, clientId, mode, scopes, pii, idFormat, person && rightsOfPerson(person)]);

/** Not that the key was shown a moment ago: that passes by itself, and shows nothing more. */
const rightsOfPerson = ({ sessionId, roles, limits, branches, clients, units }: CallerPerson) => [
  sessionId,
  roles,
  [limits.approve, limits.disburse],
  branches,
  clients,
  units,
];
