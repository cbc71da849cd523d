import { randomUUIDv7 } from 'node:crypto';
import { WATCHLIST_KINDS, type ListedPerson } from '#core/aml/watchlist/watchlist.ts';
import { screenNames } from '#core/aml/use-cases/screen-names.ts';
import { nameWords } from '#core/aml/watchlist/names.ts';
import { event, type DomainEvent } from '#core/kernel/event.ts';
import { outcome, type Outcome } from '#core/kernel/outcome.ts';
import { Incident } from '#core/payments/incident/incident.ts';
import type { Caller } from '../../../auth/caller.ts';
import type { TenantTransaction } from '../../../postgres/database.ts';
import { membersToScreen, nextToScreen } from '../../../postgres/aml/people.ts';
import {
  countMissing,
  lockWatchlist,
  moveScreening,
  startScreening,
  storeVersion,
  takeScreening,
  type ListVersion,
  type Screening,
} from '../../../postgres/aml/watchlist-import.ts';
import type { Internals } from '../../internals.ts';

/** Members that one transaction screens. */
const BATCH = 250;
/** A version that ends more of the entries than this, in per cent, is taken for a file that was cut off. */
const USUAL_REMOVALS = 50;

export type ImportWatchlist = ListVersion & {
  readonly people: readonly ListedPerson[];
  /** `any`: a person has looked, and most of the entries have ended indeed. */
  readonly removals: 'usual' | 'any';
};

export type Imported =
  | { readonly kind: 'imported'; readonly entries: number; readonly changed: number; readonly ended: number }
  | { readonly kind: 'unchanged'; readonly entries: number }
  | { readonly kind: 'refused'; readonly why: string };

/** Lists of sanctions and of exposed persons: a new version of a list, and the screening of all members that follows. */
export function watchlists(internals: Pick<Internals, 'transact' | 'ports' | 'log'>) {
  const { transact } = internals;
  return {
    /** Puts a version of a list in the place of the one before, whole or not at all. */
    importList: (caller: Caller, { people, removals, ...version }: ImportWatchlist): Promise<Imported> =>
      transact.run('importWatchlist', caller, async (tx): Promise<Outcome<Imported>> => {
        const unusable = problemOf(people, version);
        if (unusable !== null) return refused(unusable);
        const list = await lockWatchlist(tx, version);
        const { name, kind, dated, digest } = version;
        if (list.kind !== kind) return refused(`${name} is a list of the kind ${list.kind}, not ${kind}.`);
        if (Temporal.PlainDate.compare(dated, list.dated) < 0)
          return refused(`${name} is of ${list.dated} already: a version of ${dated} is older.`);
        if (list.digest === digest) return outcomeOf({ kind: 'unchanged', entries: list.inForce });
        const missing = await countMissing(
          tx,
          list.id,
          people.map(({ sourceId }) => sourceId),
        );
        if (removals === 'usual' && missing * 100 > list.inForce * USUAL_REMOVALS) {
          return refused(
            `${missing} of ${list.inForce} entries of ${name} are not in the file. Look whether it is whole, and confirm it with --removals any.`,
          );
        }
        const done = await storeVersion(tx, list.id, version, people);
        if (done.changed > 0) await startScreening(tx);
        const counts = { entries: people.length, ...done };
        const subject = { ...list, version: list.version + 1 };
        const facts = { list: name, kind, dated: dated.toString(), ...counts };
        return outcome({ kind: 'imported', ...counts }, event('watchlist.imported', 'watchlist', subject, facts));
      }),

    screenBatch: batchScreener(internals),
  };
}

/** Screens the next members of a tenant whose lists have changed. */
function batchScreener({ transact, ports, log }: Pick<Internals, 'transact' | 'ports' | 'log'>) {
  /** @param begun learns where it began, also where it fails */
  const screenNext = (caller: Caller, limit: number, begun: (screening: Screening) => void = () => undefined) =>
    transact.run('screenWatchlists', caller, async (tx, context) => {
      const screening = await takeScreening(tx);
      if (!screening) return outcome(false);
      begun(screening);
      const { ids, people } = await membersToScreen(tx, { after: screening.reached, limit });
      const { result, events } = await screenNames(people, ports.aml(tx, context));
      const last = ids.at(-1);
      const isEnd = last === undefined || ids.length < limit;
      const done = { members: ids.length, alerts: result.length, now: context.now };
      await moveScreening(tx, screening, { reached: isEnd ? null : last, ...done });
      return outcome(!isEnd, ...events);
    });

  /** The member on whom the screening stands still becomes an incident, and the screening goes on behind it. */
  const passOver = (caller: Caller, stoppedAt: Screening): Promise<boolean> =>
    transact.run('passOverMember', caller, async (tx, { now }) => {
      const screening = await takeScreening(tx);
      // Another worker has it, or a changed list has restarted it meanwhile.
      if (screening?.reached !== stoppedAt.reached) return outcome(screening !== null);
      const member = await nextToScreen(tx, screening.reached);
      const done = { reached: member?.id ?? null, members: 0, alerts: 0, now };
      await moveScreening(tx, screening, done);
      return member ? outcome(true, ...(await notScreened(tx, member.uuid))) : outcome(false);
    });

  /** One member after the other: what stops one stops no other. */
  const screenEach = async (caller: Caller): Promise<boolean> => {
    for (let members = 0; members < BATCH; members++) {
      let at: Screening | null = null;
      const goesOn = await screenNext(caller, 1, (screening) => (at = screening)).catch((error: unknown) => {
        if (at === null) throw error;
        log.error(
          { error, tenant_id: caller.tenantId, after: at },
          'A member could not be screened; see its incident.',
        );
        return passOver(caller, at);
      });
      if (!goesOn) return false;
    }
    return true;
  };

  /** @returns whether there are more members */
  return (caller: Caller): Promise<boolean> =>
    screenNext(caller, BATCH).catch((error: unknown) => {
      log.warn(
        { error, tenant_id: caller.tenantId },
        'Members could not be screened together; each is screened alone.',
      );
      return screenEach(caller);
    });
}

/** The incident of a member who could not be screened, once while it is open. */
async function notScreened(tx: TenantTransaction, uuid: string): Promise<readonly DomainEvent[]> {
  const kind = 'member_not_screened' as const;
  const incidents = tx.of(Incident);
  const known = await incidents.first(`subject_uuid = $1 and kind = $2 and state <> 'resolved'`, [uuid, kind]);
  if (known) return [];
  const { incident, event } = Incident.open({
    uuid: randomUUIDv7(),
    kind,
    disbursementId: null,
    subjectType: 'member',
    subjectUuid: uuid,
    amount: null,
    summary: `The member ${uuid} and the nominees could not be compared with the lists. The others were.`,
  });
  incidents.add(incident);
  return [event];
}

const outcomeOf = (result: Imported): Outcome<Imported> => outcome(result);
const refused = (why: string) => outcomeOf({ kind: 'refused', why });

function problemOf(people: readonly ListedPerson[], { name, kind }: ListVersion): string | null {
  if (!WATCHLIST_KINDS.includes(kind)) return `A list is of the kind ${WATCHLIST_KINDS.join(' or ')}.`;
  if (people.length === 0) return `The file has no entry for ${name}: an empty list ends nothing.`;
  const seen = new Set<string>();
  for (const { sourceId, names } of people) {
    if (seen.has(sourceId)) return `The entry ${sourceId} stands in the file twice.`;
    if (!names.some((each) => nameWords(each).length > 0)) return `The entry ${sourceId} has no name.`;
    seen.add(sourceId);
  }
  return null;
}
