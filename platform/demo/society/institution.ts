import { Agent } from '#core/lending/agent/agent.ts';
import { offerProduct, type OfferProduct } from '#core/lending/use-cases/offer-product.ts';
import { limitFloat, topUpFloat } from '#core/lending/use-cases/agents/float.ts';
import { nextNumber } from '../../postgres/numbers/numbers.ts';
import { PRODUCTS } from '../lender.ts';
import { plantSavings } from '../savings.ts';
import { receiptOf, type Office, type Step } from './office.ts';

const BRANCHES = [
  { code: 'NBO', name: 'Nairobi' },
  { code: 'KSM', name: 'Kisumu' },
  { code: 'ELD', name: 'Eldoret' },
] as const;

/** Agents by branch; the first of a branch pays its loans. In cents. */
const AGENTS = [
  { branch: 0, name: 'Nairobi main counter', opening: 60_000_000n, low: 15_000_000n },
  { branch: 1, name: 'Kisumu counter', opening: 60_000_000n, low: 15_000_000n },
  { branch: 2, name: 'Eldoret counter', opening: 60_000_000n, low: 15_000_000n },
  { branch: 0, name: 'Gikomba market agent', opening: 20_000_000n, low: 4_000_000n },
] as const;

const WEEKLY: OfferProduct = {
  code: 'BIZ',
  name: 'Market traders, weekly',
  method: 'flat',
  annualRate: '18',
  minPrincipal: 100_000n,
  maxPrincipal: 10_000_000n,
  minTermMonths: 1,
  maxTermMonths: 6,
  conditions: { schedule: { frequency: { unit: 'weeks', every: 1 } } },
};

/** The products of the society, by their places. */
export const PRODUCT_IDS = { DEV: 1, EMG: 2, FEES: 3, BIZ: 4 } as const;
export type ProductCode = keyof typeof PRODUCT_IDS;
export const SAVINGS_IDS = { ORD: 1, FIX6: 2, SHARES: 3 } as const;

/** The first morning: branches, their agents with float, and products. */
export const opening: Step = {
  day: 0,
  minute: 7 * 60,
  by: 'administrator',
  command: 'openSociety',
  take: async (office) => {
    const { tx, did, lending } = office;
    for (const [index, { code, name }] of BRANCHES.entries()) {
      const values = [index + 1, tx.newUuid(), code, name];
      await tx.sql('insert into branch (id, uuid, code, name) values ($1, $2, $3, $4)', values);
    }
    for (const product of [...PRODUCTS, WEEKLY]) await did(offerProduct(product, lending));
    plantSavings(tx);
    await tx.flush();
    for (const [index, { branch, name, opening: amount, low: lowFloat }] of AGENTS.entries()) {
      const agentNo = await nextNumber(tx.sql, 'agent');
      tx.of(Agent).add(Agent.appoint({ uuid: tx.newUuid(), agentNo, name, branchId: branch + 1, provider: 'mpesa' }));
      await tx.flush();
      const reference = `FT${receiptOf(900_000 + index)}`;
      await did(topUpFloat({ agentNo, amount, reference }, { ...lending, fourEyes: false }));
      await did(limitFloat({ agentNo, lowFloat }, lending));
    }
  },
};

/** Fills the floats of agents that run low, as a treasurer does on a morning. */
export function morningFloat(day: number): Step {
  return {
    day,
    minute: 7 * 60 + 40,
    by: 'administrator',
    command: 'topUpFloat',
    take: async (office) => {
      const low = await office.tx.sql<{ id: string; agent_no: string; float: string; low_float: string }>(
        'select id, agent_no, float, low_float from agent where float - held < 2 * low_float order by id',
      );
      for (const { id, agent_no: agentNo, float, low_float: least } of low) {
        const reference = `FT${receiptOf(910_000 + 10 * day + Number(id))}`;
        await fill(office, { agentNo, amount: 4n * BigInt(least) - BigInt(float), reference });
      }
    },
  };
}

type TopUp = { readonly agentNo: string; readonly amount: bigint; readonly reference: string };

async function fill({ did, lending }: Office, { agentNo, amount, reference }: TopUp): Promise<void> {
  // Whole ten thousands of shillings, as people move money.
  const rounded = ((amount + 999_999n) / 1_000_000n) * 1_000_000n;
  await did(topUpFloat({ agentNo, amount: rounded, reference }, { ...lending, fourEyes: false }));
}

/** Which agent pays a loan: traders are paid at the market, others at the counter of their branch. */
export const agentOf = (branch: number, product: ProductCode): string =>
  `AG-${String(product === 'BIZ' ? AGENTS.length : branch + 1).padStart(6, '0')}`;
