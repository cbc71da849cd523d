/**
 * Disasters while deposits come in, one after the other: what was lost (RPO), how long no deposit could be made (RTO), and what
 * has to hold afterwards: the books agree (`umoja ledger verify`), deliveries have no gap, the feed is complete.
 *
 *     npm run bench -- drills [--only backup,point-in-time,redis,redis-fail-over,fail-over] [--clients 4] [--seconds 4]
 */
import { parseArgs } from 'node:util';
import { backup } from './drills/backup.ts';
import type { Drill } from './drills/drill.ts';
import { failOver } from './drills/fail-over.ts';
import { pointInTime } from './drills/point-in-time.ts';
import { failOverOfRedis, lossOfRedis } from './drills/redis.ts';

const DRILLS: { readonly [name: string]: Drill } = {
  backup,
  'point-in-time': pointInTime,
  redis: lossOfRedis,
  'redis-fail-over': failOverOfRedis,
  'fail-over': failOver,
};
const { values } = parseArgs({
  options: {
    only: { type: 'string', default: Object.keys(DRILLS).join(',') },
    clients: { type: 'string', default: '4' },
    seconds: { type: 'string', default: '4' },
  },
});
let isRight = true;
for (const name of values.only.split(',')) {
  const drill = DRILLS[name];
  if (!drill) throw new Error(`There is no drill “${name}”. One of: ${Object.keys(DRILLS).join(', ')}.`);
  const { rpo, rto, lost, checks } = await drill({
    clients: Number(values.clients),
    seconds: Number(values.seconds),
  });
  console.log(`${name}: RPO ${rpo.toFixed(1)} s, RTO ${rto.toFixed(1)} s; lost: ${lost}`);
  for (const [what, holds] of checks) {
    console.log(`  ${holds ? 'ok    ' : 'WRONG '} ${what}`);
    isRight &&= holds;
  }
}
process.exit(isRight ? 0 : 1);
