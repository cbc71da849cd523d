import { namesOf } from '../kernel/names.ts';

/** What one client has for a minute; each bucket is counted separately. Requests; of the graph, points of cost. */
export const QUOTAS = {
  'A.read': 600,
  'A.write': 300,
  'B.read': 1200,
  'B.write': 300,
  'B.money': 120,
  'C.read': 600,
  'C.write': 120,
  graph: 120_000,
} as const;

export type Bucket = keyof typeof QUOTAS;
export type Quotas = { readonly [B in Bucket]: number };
/** What was agreed with one client; buckets that are missing have the quota of everybody. */
export type ClientQuotas = Partial<Quotas>;

export const BUCKETS = namesOf(QUOTAS);

/** The most requests a minute that one client can be given; beyond it a limit would be none. */
export const LARGEST_QUOTA = 60_000;
const LARGEST_GRAPH_QUOTA = 6_000_000;

/** The most of a bucket that one client can be given. */
export function largestQuota(bucket: Bucket): number {
  return bucket === 'graph' ? LARGEST_GRAPH_QUOTA : LARGEST_QUOTA;
}
