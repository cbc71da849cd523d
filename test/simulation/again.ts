import type { HistoryOptions } from './driver/drive.ts';
import type { StageOptions } from './stage.ts';

/** A history by all that it depends on. */
export type Lived = HistoryOptions & StageOptions & { readonly from: string };

/** The whole line that lives through a history again, on any day and any machine. */
export function lineOf({ seed, from, commands, between, betweenFaults, chapters, withRedis, inProcesses }: Lived) {
  const named = Array.isArray(chapters) ? chapters.join(',') || 'none' : chapters ? 'all' : 'none';
  return [
    `npm run bench -- simulate --minutes 0 --pairs 0 --seed ${seed} --from ${from} --commands ${commands}`,
    `--faults ${betweenFaults === undefined || betweenFaults === Infinity ? 0 : betweenFaults}`,
    `--chapters ${named}`,
    ...(between === undefined ? [] : [`--between ${between}`]),
    ...(withRedis ? ['--redis'] : []),
    ...(inProcesses ? ['--processes'] : []),
  ].join(' ');
}
