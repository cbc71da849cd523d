import type { TenantTransaction } from '../database.ts';
import { NumberSeries } from './mapping.ts';

/**
 * The next number of a series without gaps, from 1. The series is locked until the command has ended, and counts on with
 * the unit of work: a command that is refused or fails after it drew a number has drawn none.
 */
export async function nextInSeries({ of, sql }: TenantTransaction, series: string): Promise<number> {
  const locked = () => of(NumberSeries).lockFirst('series = $1', [series]);
  let counter = await locked();
  if (counter === null) {
    await sql('insert into number_series (series, last) values ($1, 0) on conflict do nothing', [series]);
    counter = await locked();
  }
  if (counter === null) throw new Error(`The series ${series} could not be begun.`);
  counter.last += 1;
  return counter.last;
}
