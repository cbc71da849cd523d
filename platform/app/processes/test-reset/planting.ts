import { admitted, type Database } from '../../../postgres/database.ts';
import { fixtureIds, withFixtureIds } from '../../../postgres/fixture-ids.ts';
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
  const open = admitted(internals.database, lease);
  const ids = fixtureIds();
  const database: Database = {
    ...open,
    write: async (tenantId, work) => {
      const committed = ids.reached();
      // A transaction that failed has used none of its ids: it begins again with the same ones.
      return open
        .write(tenantId, (tx) => {
          ids.goBackTo(committed);
          return work(withFixtureIds(tx, ids));
        })
        .catch((error: unknown) => {
          ids.goBackTo(committed);
          throw error;
        });
    },
  };
  const present = internalsOf({ ...internals, database });
  return { present, at: (moment) => internalsOf({ ...present, clock: () => moment }) };
}
