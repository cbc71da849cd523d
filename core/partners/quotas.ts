/** Requests a minute of one client, by what they cost: each bucket is counted by itself. */
export const QUOTAS = {
  'A.read': 600,
  'A.write': 300,
  'B.read': 1200,
  'B.write': 300,
  'B.money': 120,
  'C.read': 600,
  'C.write': 120,
} as const;

export type Bucket = keyof typeof QUOTAS;
export type Quotas = { readonly [B in Bucket]: number };
/** What was agreed with one client; buckets that are missing have the quota of everybody. */
export type ClientQuotas = Partial<Quotas>;

export const BUCKETS = Object.keys(QUOTAS) as readonly Bucket[];

/** The most that one client can be given; beyond it a limit would be none. */
export const LARGEST_QUOTA = 60_000;
