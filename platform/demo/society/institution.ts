import type { AccountName } from '#core/ledger/accounts.ts';
import { Agent } from '#core/lending/agent/agent.ts';
import { offerProduct, type OfferProduct } from '#core/lending/use-cases/offer-product.ts';
import { limitFloat, topUpFloat } from '#core/lending/use-cases/agents/float.ts';
import { turnoversBy } from '../../postgres/ledger/balances.ts';
import { inStripesOf } from '../../postgres/lending/striped-floats.ts';
import { nextNumber } from '../../postgres/numbers/numbers.ts';
import { PRODUCTS } from '../lender.ts';
import { plantSavings } from '../savings.ts';
import { receiptOf, type Office, type Step } from './office.ts';

const BRANCHES = [
  { code: 'NBO', name: 'Nairobi' },
  { code: 'KSM', name: 'Kisumu' },
  { code: 'ELD', name: 'Eldoret' },
] as const;

/** Agents by branch; the first of a branch pays its loans. Below `low` their float is filled, in cents. */
const AGENTS = [
  { branch: 0, name: 'Nairobi main counter', low: 15_000_000n },
  { branch: 1, name: 'Kisumu counter', low: 15_000_000n },
  { branch: 2, name: 'Eldoret counter', low: 15_000_000n },
  { branch: 0, name: 'Gikomba market agent', low: 4_000_000n },
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

/** The first morning: branches, their agents, and products. There is no money yet: the founders bring it. */
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
    for (const { branch, name, low: lowFloat } of AGENTS) {
      const agentNo = await nextNumber(tx.sql, 'agent');
      tx.of(Agent).add(Agent.appoint({ uuid: tx.newUuid(), agentNo, name, branchId: branch + 1, provider: 'mpesa' }));
      await tx.flush();
      await did(limitFloat({ agentNo, lowFloat }, lending));
    }
  },
};

/** The first morning on which the founders' money is in the bank: the floats are filled for the first time. */
export const FIRST_FLOAT = 6;

/** Fills the floats of agents that run low, as a treasurer does on a morning: with what the paybill has collected, else from the bank. */
export function morningFloat(day: number): Step {
  return {
    day,
    minute: 7 * 60 + 40,
    by: 'administrator',
    command: 'topUpFloat',
    take: async (office) => {
      const low = await office.tx.sql<{ id: string; agent_no: string; float: string; low_float: string }>(
        `select a.id, a.agent_no, a.float + t.float as float, a.low_float
           from agent a cross join lateral (${inStripesOf('a')}) t
          where a.float + t.float - a.held - t.held < 2 * a.low_float order by a.id`,
      );
      if (low.length === 0) return;
      const held = await heldBy(office);
      for (const { id, agent_no: agentNo, float, low_float: least } of low) {
        const wanted = upToTenThousands(4n * BigInt(least) - BigInt(float));
        const from = held.paybill >= wanted || held.paybill > held.bank ? 'paybill' : 'bank';
        // No account is overdrawn: where both have too little, a part of it has to do.
        const amount = wanted < held[from] ? wanted : (held[from] / TEN_THOUSAND) * TEN_THOUSAND;
        if (amount <= 0n) continue;
        held[from] -= amount;
        const receiptNo = receiptOf(910_000 + 10 * day + Number(id));
        const reference = from === 'bank' ? `FT${receiptNo}` : receiptNo;
        await office.did(topUpFloat({ agentNo, amount, from, reference }, { ...office.lending, fourEyes: false }));
      }
    },
  };
}

/** Ten thousand shillings: people move money in whole ones of these. */
const TEN_THOUSAND = 1_000_000n;
const upToTenThousands = (amount: bigint): bigint => ((amount + TEN_THOUSAND - 1n) / TEN_THOUSAND) * TEN_THOUSAND;

/** What lies on the paybill's account, and at the bank. */
async function heldBy({ tx, context }: Office) {
  const turnovers = await turnoversBy(tx.sql, context.today);
  const of = (name: AccountName) =>
    turnovers.filter(({ account }) => account === name).reduce((sum, { debit, credit }) => sum + debit - credit, 0n);
  return { paybill: of('mpesa_paybill'), bank: of('bank') };
}

/** Which agent pays a loan: traders are paid at the market, others at the counter of their branch. */
export const agentOf = (branch: number, product: ProductCode): string =>
  `AG-${String(product === 'BIZ' ? AGENTS.length : branch + 1).padStart(6, '0')}`;
