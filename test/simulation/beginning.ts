import type { DatabaseSettings } from '#platform/postgres/database.ts';
import { withClient } from '#test/support/test-server.ts';
import { randomOf } from './driver/random.ts';

/** Later than any day on which a history is lived through: the clock of a sandbox goes ahead alone. */
const FIRST = Temporal.PlainDate.from('2031-01-01');
/** So that histories begin on all days of the week and of the month, and in a leap year. */
const DAYS = 4 * 365;
const ZONE = 'Africa/Nairobi';
const EIGHT = Temporal.PlainTime.from('08:00');

/** The business date on which the history of a seed begins, whatever the day in the world. */
export const beginningOf = (seed: number): Temporal.PlainDate => FIRST.add({ days: randomOf(~seed).between(0, DAYS) });

/**
 * The clocks of all sandboxes of a database begin at eight in the morning of a day, also those that are opened or reset
 * later: the same seed is the same history tomorrow and on another machine. A live institution has the world's time.
 */
export async function beginOn({ adminUrl }: Pick<DatabaseSettings, 'adminUrl'>, day: Temporal.PlainDate) {
  const morning = day.toZonedDateTime({ timeZone: ZONE, plainTime: EIGHT }).toInstant();
  await withClient(adminUrl, async (owner) => {
    const { rows } = await owner.query<{ ms: string }>(
      'select ceil(extract(epoch from $1::timestamptz - clock_timestamp()) * 1000)::bigint as ms',
      [String(morning)],
    );
    const ms = Number(rows[0]?.ms);
    if (!(ms >= 0)) throw new Error(`${String(day)} is over, and the clock of a sandbox does not go back.`);
    await owner.query(`create function begins_later() returns trigger language plpgsql as $$ begin
        if new.mode = 'sandbox' and not new.growing then
          new.clock_offset_ms := greatest(new.clock_offset_ms, ${ms});
        end if;
        return new; end $$`);
    await owner.query(`create trigger begins_later before insert or update of mode, growing, clock_offset_ms on tenant
      for each row execute function begins_later()`);
    await owner.query('update tenant set clock_offset_ms = clock_offset_ms');
  });
}
