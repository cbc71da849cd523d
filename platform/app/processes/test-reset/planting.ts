import { admitted, type Database, type TenantTransaction } from '../../../postgres/database.ts';
import { fixtureIds, withFixtureIds, type FixtureIds } from '../../../postgres/fixture-ids.ts';
import { internalsOf, type Internals } from '../../internals.ts';

/** The application of a fixture. */
export type Planting = {
  readonly present: Internals;
  /** The same at another moment: what is planted was done then. */
  readonly at: (moment: Temporal.Instant) => Internals;
};

/**
 * What a fixture is planted with: transactions that are admitted while the sandbox is being reset, by the lease that the
 * worker holds, and new records with the same ids and uuids each time.
 */
export function planting(internals: Internals, lease: string): Planting {
  const database = numbered(admitted(internals.database, lease), fixtureIds());
  const present = internalsOf({ ...internals, database });
  return { present, at: (moment) => internalsOf({ ...present, clock: () => moment }) };
}

/**
 * A database whose new records get these ids and uuids.
 * @param beforeCommit the end of each writing transaction
 */
export function numbered(
  open: Database,
  ids: FixtureIds,
  beforeCommit: (tx: TenantTransaction) => Promise<void> = async () => undefined,
): Database {
  return {
    ...open,
    write: async (tenantId, work) => {
      const committed = ids.reached();
      // A transaction that failed has used none of its ids: it begins again with the same ones.
      return open
        .write(tenantId, async (tx) => {
          ids.goBackTo(committed);
          const result = await work(withFixtureIds(tx, ids));
          await beforeCommit(tx);
          return result;
        })
        .catch((error: unknown) => {
          ids.goBackTo(committed);
          throw error;
        });
    },
  };
}
