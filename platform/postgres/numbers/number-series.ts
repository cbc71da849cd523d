import type { TenantTransaction } from '../database.ts';
import { NumberSeries } from './mapping.ts';

/**
 * The next number of a series without gaps, from 1. The series is locked until the command has ended, and counts on with
 * the unit of work: a command that is refused or fails after it drew a number has drawn none. Of two that begin a series,
 * one is tried again.
 */
export async function nextInSeries({ of }: TenantTransaction, name: string): Promise<number> {
  const found = await of(NumberSeries).lock(name);
  if (found) return ++found.last;
  const begun = Object.assign(new NumberSeries(), { series: name, last: 1 });
  of(NumberSeries).add(begun);
  return begun.last;
}
