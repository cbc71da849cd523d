import { SavingsProduct } from '#core/savings/product/savings-product.ts';
import type { TenantTransaction } from '../postgres/database.ts';

/** What Kenya withholds of interest at the time of writing; data of the product, as every rate is. */
const withholdingTaxRate = '15';

const PRODUCTS = [
  {
    code: 'ORD',
    name: 'Ordinary savings',
    kind: 'ordinary',
    annualRate: '4',
    termMonths: null,
    minimumBalance: 100_000n,
  },
  { code: 'FIX6', name: 'Fixed deposit, six months', kind: 'fixed_deposit', annualRate: '8.5', termMonths: 6 },
  { code: 'SHARES', name: 'Member shares', kind: 'shares', annualRate: '0', termMonths: null },
] as const;

/** Puts the demo’s savings products on offer. */
export function plantSavings({ of, newUuid }: TenantTransaction): void {
  for (const product of PRODUCTS)
    of(SavingsProduct).add(SavingsProduct.offer({ uuid: newUuid(), withholdingTaxRate, ...product }));
}
