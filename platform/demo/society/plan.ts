import { chanceOf } from './chance.ts';
import { WHOLE, type Draft, type Span } from './draft.ts';
import { opening as openingDay } from './institution.ts';
import { lending, NAMED } from './plan-loans.ts';
import { counterDeposit, joining, opening, paybillDeposit, withdrawal } from './members.ts';
import type { Step } from './office.ts';
import { schooling } from './plan-school.ts';
import { awaiting, contradiction, placing, prompting, reconciling, reviewing, strayPayment } from './troubles.ts';

const SEED = 20_240_522;
/** They come in the first days, and bring what the society begins to lend with: their shares, in cents each. */
const FOUNDERS = 14;
const FOUNDING_SHARES = 18_000_000n;

/**
 * Everything that happens in the society, in its order: the same each time for the same days. Ids follow from the order, so
 * what is added goes behind what there is.
 */
export function planOf(span: Span): readonly Step[] {
  const days = span.firstDay.until(span.lastDay, { largestUnit: 'days' }).days;
  const chance = chanceOf(SEED);
  let receipts = 0;
  const members = FOUNDERS + Math.floor((42 * Math.min(days, WHOLE)) / WHOLE);
  const joined = Array.from({ length: members }, (_, index) =>
    index < FOUNDERS
      ? Math.floor(index / 3)
      : 6 + Math.floor(((days * 0.85 - 6) * (index - FOUNDERS + 1)) / (members - FOUNDERS + 1)),
  );
  const draft: Draft = { span, days, chance, nextReceipt: () => (receipts += 1), joined };
  const steps = [openingDay, ...saving(draft), ...lending(draft), ...schooling(draft), ...troubles(draft)];
  return steps
    .filter(({ day }) => day >= 0 && day < days)
    .map((step, place) => ({ step, place }))
    .sort(
      (one, other) => one.step.day - other.step.day || one.step.minute - other.step.minute || one.place - other.place,
    )
    .map(({ step }) => step);
}

function saving({ joined, days, chance, nextReceipt }: Draft): Step[] {
  return joined.flatMap((day, index) => {
    const number = index + 1;
    const steps = [joining(number, day, chance)];
    const usual = BigInt(chance.between(10, 90)) * 10_000n;
    const more = number % 3 === 1 ? BigInt(chance.between(5, 20)) * 100_000n : 0n;
    if (number <= FOUNDERS) steps.push(opening(number, 'SHARES', day, FOUNDING_SHARES + more, nextReceipt()));
    else if (more > 0n) steps.push(opening(number, 'SHARES', day + 3, more, nextReceipt()));
    if (number % 8 === 2) {
      const amount = BigInt(chance.between(5, 20)) * 1_000_000n;
      steps.push(opening(number, 'FIX6', day + 4, amount, nextReceipt()));
    }
    for (let on = day + 5 + chance.between(0, 9); on < days; on += 28 + chance.between(0, 5)) {
      if (!chance.in100(82)) continue;
      const amount = usual + BigInt(chance.between(0, 20)) * 5_000n;
      const minute = 9 * 60 + chance.between(0, 540);
      if (chance.in100(72)) steps.push(paybillDeposit({ number, amount, receipt: nextReceipt() }, on, minute));
      else steps.push(counterDeposit({ number, amount }, on, Math.min(minute, 16 * 60)));
      if (chance.in100(9)) steps.push(withdrawal(number, BigInt(chance.between(15, 45)), on + 9, 11 * 60 + 30));
    }
    return steps;
  });
}

function troubles(draft: Draft): Step[] {
  const { days, nextReceipt } = draft;
  const stray = (daysAgo: number, typed: string, amount: bigint) => {
    const receipt = nextReceipt();
    return { receipt, step: strayPayment(days - daysAgo, receipt, typed, amount) };
  };
  const found = stray(250, 'SAVINGS', 300_000n);
  const names = Object.keys(NAMED);
  // Of a short life, the trader who has stopped paying.
  const lost = days - NAMED.proposed.daysAgo >= 6 ? 'proposed' : 'weeklyLate';
  const steps = [
    found.step,
    placing(days - 247, found.receipt, 4),
    stray(121, 'JOHN LOAN', 450_000n).step,
    stray(12, 'FEES TERM 2', 1_200_000n).step,
    stray(3, '00000', 75_000n).step,
    prompting(days - 2, 1, 150_000n, { receipt: nextReceipt() }),
    prompting(days - 2, 2, 80_000n, { code: 'cancelled_by_payer', message: 'The payer declined.' }),
    prompting(days - 1, 3, 120_000n, { code: 'expired', message: 'The payer did not answer.' }),
    prompting(days - 1, 5, 300_000n, { code: 'insufficient_funds', message: 'The payer has too little.' }),
    contradiction(days - 20),
    reconciling(days - 13, nextReceipt()),
    reviewing(days - 290, 'mark_false_positive'),
    reviewing(days - 203, 'close'),
    reviewing(days - 22, 'escalate'),
    reviewing(days - 5, 'assign'),
  ];
  if (days - NAMED[lost].daysAgo >= 6) steps.push(awaiting(names.indexOf(lost) + 1, days - 1));
  return [...steps, ...suspicious(draft)];
}

/** What compliance looks into: round sums of cash, and money that leaves as fast as it came. */
function suspicious({ days, joined }: Draft): Step[] {
  const isMember = (member: number, day: number) => (joined[member - 1] ?? days) + 2 <= day;
  const round = (member: number, daysAgo: number): Step[] =>
    [0, 4, 8, 12, 16].map((later) =>
      counterDeposit({ number: member, amount: 10_000_000n }, days - daysAgo + later, 12 * 60 + 5),
    );
  const rapid = (member: number, daysAgo: number): Step[] => [
    counterDeposit({ number: member, amount: 48_000_000n }, days - daysAgo, 10 * 60 + 5),
    withdrawal(member, 90n, days - daysAgo + 1, 15 * 60 + 5),
  ];
  const cases = [
    { member: 5, daysAgo: 310, of: round },
    { member: 7, daysAgo: 206, of: rapid },
    { member: 11, daysAgo: 32, of: round },
    { member: 3, daysAgo: 9, of: rapid },
    { member: 10, daysAgo: 4, of: rapid },
  ];
  return cases.flatMap(({ member, daysAgo, of }) => (isMember(member, days - daysAgo) ? of(member, daysAgo) : []));
}
