import type { AmlRule } from './rule.ts';

/** Rules where a tenant has set none: a starting point, and data of the tenant from then on. */
export const USUAL_RULES: readonly AmlRule[] = [
  {
    id: 'daily_cash',
    version: 1,
    kind: 'aggregate',
    severity: 'medium',
    threshold: { amount: 1_500_000n, currency: 'USD' },
    windowDays: 1,
    channels: ['cash'],
    directions: ['in', 'out'],
    holds: false,
  },
  {
    id: 'structuring',
    version: 1,
    kind: 'structuring',
    severity: 'high',
    threshold: { amount: 1_500_000n, currency: 'USD' },
    windowDays: 7,
    channels: null,
    directions: ['in'],
    least: 3,
    fromPercent: 80,
    toPercent: 99,
    holds: false,
  },
];

/** A rate of exchange: how much of the tenant's currency one unit costs from a day on, a decimal string. */
export type ExchangeRate = { readonly currency: string; readonly rate: string; readonly from: string };

/** Rates where a tenant has recorded none. Round and dated, so that no one takes them for market rates. */
export const USUAL_RATES: readonly ExchangeRate[] = [{ currency: 'USD', rate: '130', from: '2025-01-01' }];
