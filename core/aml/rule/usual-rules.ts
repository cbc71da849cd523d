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
  {
    id: 'round_amounts',
    version: 1,
    kind: 'round_amounts',
    severity: 'low',
    threshold: { amount: 300_000n, currency: 'USD' },
    windowDays: 30,
    channels: null,
    directions: ['in'],
    least: 5,
    // 10,000.00 in the tenant's currency.
    multipleOf: 1_000_000,
    holds: false,
  },
  {
    id: 'new_account_high_value',
    version: 1,
    kind: 'new_account',
    severity: 'medium',
    threshold: { amount: 1_000_000n, currency: 'USD' },
    windowDays: 7,
    channels: null,
    directions: ['in'],
    newForDays: 30,
    holds: false,
  },
  {
    id: 'rapid_in_out',
    version: 1,
    kind: 'rapid_in_out',
    severity: 'high',
    threshold: { amount: 300_000n, currency: 'USD' },
    // Forty-eight hours touch three business days.
    windowDays: 3,
    channels: null,
    directions: ['in', 'out'],
    hours: 48,
    outPercent: 80,
    holds: false,
  },
  {
    id: 'dormant_then_large',
    version: 1,
    kind: 'dormant_then_large',
    severity: 'medium',
    threshold: { amount: 300_000n, currency: 'USD' },
    windowDays: 7,
    channels: null,
    directions: ['in', 'out'],
    quietDays: 180,
    holds: false,
  },
  {
    id: 'velocity',
    version: 1,
    kind: 'velocity',
    severity: 'medium',
    threshold: { amount: 300_000n, currency: 'USD' },
    windowDays: 7,
    channels: null,
    directions: ['in', 'out'],
    baselineDays: 90,
    leastDays: 5,
    percent: 500,
    holds: false,
  },
];

/** A rate of exchange: how much of the tenant's currency one unit costs from a day on, a decimal string. */
export type ExchangeRate = { readonly currency: string; readonly rate: string; readonly from: string };

/** Rates where a tenant has recorded none. Round and dated, so that no one takes them for market rates. */
export const USUAL_RATES: readonly ExchangeRate[] = [{ currency: 'USD', rate: '130', from: '2025-01-01' }];
