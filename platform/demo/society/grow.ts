import { identifierKey } from '#core/kernel/text.ts';
import { randomUUID } from 'node:crypto';
import { DomainError } from '#core/kernel/domain-error.ts';
import { ROLE_NAMES, type Role } from '#core/people/roles.ts';
import { sandboxAddress } from '../../app/processes/sign-in/visitor.ts';
import { numbered } from '../../app/processes/test-reset/planting.ts';
import { compose, type App } from '../../app/compose.ts';
import { internalsOf, type Internals } from '../../app/internals.ts';
import { systemCaller } from '../../auth/system-caller.ts';
import { asOwner } from '../../cli/owner.ts';
import type { TenantTransaction } from '../../postgres/database.ts';
import { businessTime } from '../../postgres/tenant-clock.ts';
import { fixtureIds } from '../../postgres/fixture-ids.ts';
import { endGrowth, growthOf, MOST_IDS, resumeGrowth, type Growing } from './growth.ts';
import { plantPeople } from '../people.ts';
import { staffOn } from './staff.ts';
import { Lacking, officeOf, type Step } from './office.ts';
import type { Pace } from './pace.ts';
import { planOf } from './plan.ts';

export type GrowingParts = {
  readonly internals: Internals;
  readonly adminUrl: string;
  readonly pace: Pace;
  readonly onStep: (done: number, of: number) => void;
  /** A step that the society's own rules refused, on such days as these: it is passed over. */
  readonly onRefused: (step: Step, refusal: Error) => void;
  /** False where the process ends: the next one goes on. */
  readonly goesOn: () => boolean;
  readonly elapsed: () => number;
};

/** The clock of a day's end: what was due in it is done shortly after midnight. */
const AFTER_MIDNIGHT = { minutes: 5 };

/**
 * Plants the history of a sandbox, step by step with its clock: each step is one transaction, in which it counts itself and the
 * ids that it gave out, so that a process that is killed loses the open one, and the next goes on behind the last. At each
 * midnight of the institution the day is closed, and what follows from its events is done. At the end the clock is that of
 * everybody.
 * @returns whether it is finished
 */
export async function growSociety(parts: GrowingParts, { tenantId }: Pick<Growing, 'tenantId'>): Promise<boolean> {
  const { internals, adminUrl, onStep, goesOn } = parts;
  const growth = await growthOf(internals.database, tenantId);
  if (growth === null) throw new Error(`Tenant ${tenantId} has no history to grow.`);
  if (growth.finished) return true;
  await asOwner(adminUrl, (owner) => resumeGrowth(owner, tenantId, growth.reached));
  // Who works there has ids of a range of their own.
  const founder = systemCaller({ id: tenantId, mode: 'sandbox' }, 'demo', randomUUID());
  const employ = (roles: readonly Role[]) =>
    internals.transact.run('plantDemoPeople', founder, (tx, { now }) => plantPeople(tx, now, roles));
  const history = await historian(parts, tenantId, growth.ids);
  const plan = planOf(growth.span);
  const { timeZone } = await internals.tenants.get(tenantId);
  const at = ({ day, minute }: Pick<Step, 'day' | 'minute'>) =>
    growth.span.firstDay.add({ days: day }).toZonedDateTime(timeZone).add({ minutes: minute }).toInstant();
  const days = growth.span.firstDay.until(growth.span.lastDay, { largestUnit: 'days' }).days;
  let employed: readonly Role[] = [];
  for (let place = growth.done; place < plan.length; place++) {
    const step = plan[place];
    if (!step) break;
    if (!goesOn()) return false;
    if (place > 0 && plan[place - 1]?.day !== step.day) {
      await history.nights(at({ day: step.day, minute: 0 }));
    }
    await history.moveTo(at(step));
    const staff = staffOn(step.day, days);
    if (staff.length > employed.length) await employ(staff);
    employed = staff;
    await history.take(step, place + 1);
    onStep(place + 1, plan.length);
  }
  await history.nights(internals.clock());
  await history.settle();
  if (!goesOn()) return false;
  await employ(ROLE_NAMES);
  // As a decision of its own, so that the history shows from when on it took two.
  await compose(internals).people.operators.changePolicies(founder, { changes: { four_eyes: true } });
  await asOwner(adminUrl, (owner) => endGrowth(owner, tenantId));
  internals.tenants.forget(tenantId);
  return true;
}

/** Who plants: the application with the ids of the history. */
async function historian(parts: GrowingParts, tenantId: number, reached: ReadonlyMap<string, number>) {
  const { internals, pace, elapsed } = parts;
  const ids = fixtureIds(MOST_IDS, reached);
  let stored = JSON.stringify([...reached]);
  const database = numbered(internals.database, ids, async (tx: TenantTransaction) => {
    const counted = ids.reached();
    const text = JSON.stringify([...counted]);
    if (text === stored) return;
    await tx.flush();
    await tx.sql('update sandbox_growth set ids = $1', [JSON.stringify(Object.fromEntries(counted))]);
    stored = text;
  });
  const own = internalsOf({ ...internals, database });
  const app = compose(own);
  const actors = new Map<Role, string>();
  const paced = async <T>(work: () => Promise<T>): Promise<T> => {
    const began = elapsed();
    const result = await work();
    await pace.rest(elapsed() - began);
    return result;
  };
  const moveTo = async (moment: Temporal.Instant) => {
    const aheadMs = Math.min(0, Math.ceil(moment.since(own.clock()).total('milliseconds')));
    await own.transact.write(tenantId, ({ sql }) => sql('select move_clock($1)', [aheadMs]));
  };
  const settle = async () => settled(app, tenantId, paced);
  return {
    moveTo,
    settle,
    /** Does what was due up to a morning, one midnight after the other where something is. */
    nights: async (morning: Temporal.Instant) => {
      await settle();
      const now = own.clock();
      const until = Temporal.Instant.compare(morning, now) < 0 ? morning.add(AFTER_MIDNIGHT) : morning;
      await moveTo(until);
      await paced(() => app.testClock.business(tenantId));
      await settle();
    },
    take: async (step: Step, done: number) => {
      const actor = await actorOf(own, actors, tenantId, step.by);
      const caller = systemCaller({ id: tenantId, mode: 'sandbox' }, actor, randomUUID());
      const counted = (tx: TenantTransaction, now: Temporal.Instant) =>
        tx.sql('update sandbox_growth set done = $1, reached = $2', [done, now.toString()]);
      try {
        await paced(() =>
          own.transact.run(step.command, caller, async (tx, context) => {
            const office = officeOf(own, tx, context);
            await step.take(office);
            await counted(tx, context.now);
            return { result: null, events: office.events };
          }),
        );
      } catch (error) {
        if (!(error instanceof DomainError || error instanceof Lacking)) throw error;
        parts.onRefused(step, error);
        await own.transact.write(tenantId, (tx) => counted(tx, businessTime(own.clock(), tx)));
      }
    },
  };
}

/** Carries events to where they are awaited, and carries out our own reactions to them. */
async function settled(app: App, tenantId: number, paced: <T>(work: () => Promise<T>) => Promise<T>): Promise<void> {
  for (;;) {
    while ((await paced(() => app.delivery.relay(tenantId))).more);
    const due = (await app.testClock.dueJobs(tenantId)).filter(({ queue }) => queue === 'react');
    if (due.length === 0) return;
    for (const { id } of due) while (await paced(() => app.react(tenantId, id)));
  }
}

/** As the audit trail names who works there; before anyone does, the demo itself. */
async function actorOf(
  { database }: Pick<Internals, 'database'>,
  known: Map<Role, string>,
  tenantId: number,
  role: Role,
): Promise<string> {
  const found = known.get(role);
  if (found !== undefined) return found;
  const [row] = await database.read(tenantId, ({ sql, sealing }) =>
    sql<{ uuid: string }>('select uuid from person where email_key = $1', [
      sealing.sealAlike(identifierKey(sandboxAddress(role))),
    ]),
  );
  if (!row) return 'demo';
  known.set(role, `person:${row.uuid}`);
  return `person:${row.uuid}`;
}
