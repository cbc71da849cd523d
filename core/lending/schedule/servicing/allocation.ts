import { invalidField } from '../../../kernel/field-error.ts';
import { least, requirePositive, type Cents } from '../../../kernel/money.ts';
import { NO_PARTS, sumOfParts, totalOf, type Parts } from '../../parts.ts';
import type { OpenInstalment } from './open-instalment.ts';

const TIMES = ['past_due', 'due', 'in_advance'] as const;
const COMPONENTS = ['penalty', 'fee', 'interest', 'principal'] as const;
type Time = (typeof TIMES)[number];
type Component = (typeof COMPONENTS)[number];

/** One of the twelve things that a payment can pay: a component, by how it stands to the day of the payment. */
export type Bucket = `${Time}_${Component}`;

/** The order of most products: what is past due first and, within it, what was not lent before what was. */
export const STANDARD_ORDER: readonly Bucket[] = TIMES.flatMap((time) =>
  COMPONENTS.map((component): Bucket => `${time}_${component}`),
);

/**
 * - `horizontal`: an instalment is paid whole, component by component, before the next one is begun;
 * - `vertical`: a component is paid on all instalments before the next component is begun.
 */
type AllocationDirection = 'horizontal' | 'vertical';

/** Which instalment money paid in advance goes to: the next, the last, or all of them alike. */
type FutureRule = 'next' | 'last' | 'reamortize';

export type AllocationRules = {
  /** Each of the twelve buckets once. */
  readonly order: readonly Bucket[];
  readonly direction: AllocationDirection;
  readonly future: FutureRule;
};

export const STANDARD_RULES: AllocationRules = { order: STANDARD_ORDER, direction: 'horizontal', future: 'next' };

/** Whether what has fallen due is paid the oldest row first and, in each, interest before principal. */
export function isInterestFirst({ order, direction }: AllocationRules): boolean {
  const times = order.slice(0, 2 * COMPONENTS.length).map((bucket) => bucket.slice(0, bucket.lastIndexOf('_')));
  return (
    direction === 'horizontal' &&
    times.every((time, index) => time === TIMES[Math.floor(index / COMPONENTS.length)]) &&
    (['past_due', 'due'] as const).every(
      (time) => order.indexOf(`${time}_interest`) < order.indexOf(`${time}_principal`),
    )
  );
}

/** What a payment paid. `perInstalment` has one entry for each instalment that got anything, by number. */
export type AllocatedPayment = {
  readonly parts: Parts;
  readonly overpayment: Cents;
  readonly perInstalment: readonly (Parts & { readonly number: number })[];
};

type Slot = { readonly instalment: OpenInstalment; readonly time: Time; left: Parts; got: Parts };

const PART_OF: { readonly [C in Component]: keyof Parts } = {
  penalty: 'penalties',
  fee: 'fees',
  interest: 'interest',
  principal: 'principal',
};

/**
 * Spreads a payment over the open instalments by the product's rules. Parts and overpayment sum to the payment.
 * @throws DomainError validation_failed where the amount is not positive or the order is not the twelve buckets once each
 */
export function allocatePayment(
  amount: Cents,
  on: Temporal.PlainDate,
  open: readonly OpenInstalment[],
  rules: AllocationRules = STANDARD_RULES,
): AllocatedPayment {
  requirePositive(amount, 'amount');
  requireOrder(rules.order);
  const slots = [...open]
    .sort((a, b) => Temporal.PlainDate.compare(a.dueDate, b.dueDate) || a.number - b.number)
    .map((instalment): Slot => ({ instalment, time: timeOf(instalment.dueDate, on), left: instalment, got: NO_PARTS }));
  let left = amount;
  for (const { time, components } of stepsOf(rules)) {
    const chosen = slots.filter((slot) => slot.time === time);
    if (time === 'in_advance' && rules.future === 'reamortize') {
      left = payAlike(chosen, components, left);
      continue;
    }
    if (time === 'in_advance' && rules.future === 'last') chosen.reverse();
    for (const slot of chosen) left -= pay(slot, components, left);
  }
  const paid = slots.filter((slot) => totalOf(slot.got) > 0n).sort((a, b) => a.instalment.number - b.instalment.number);
  return {
    parts: sumOfParts(paid.map((slot) => slot.got)),
    overpayment: left,
    perInstalment: paid.map(({ instalment, got }) => ({ number: instalment.number, ...got })),
  };
}

/** Buckets that are paid instalment by instalment: runs of one time when horizontal, single buckets when vertical. */
function stepsOf({ order, direction }: AllocationRules): { readonly time: Time; readonly components: Component[] }[] {
  const steps: { time: Time; components: Component[] }[] = [];
  for (const bucket of order) {
    const time = TIMES.find((candidate) => bucket.startsWith(`${candidate}_`))!;
    // A bucket is called by its time and its component: the rest is the component.
    const component = bucket.slice(time.length + 1) as Component;
    const step = steps.at(-1);
    if (direction === 'horizontal' && step?.time === time) step.components.push(component);
    else steps.push({ time, components: [component] });
  }
  return steps;
}

/** Pays the components of one instalment in their order. Returns what it took. */
function pay(slot: Slot, components: readonly Component[], available: Cents): Cents {
  let left = available;
  for (const component of components) {
    const part = PART_OF[component];
    const put = least(left, slot.left[part]);
    if (put === 0n) continue;
    slot.left = { ...slot.left, [part]: slot.left[part] - put };
    slot.got = { ...slot.got, [part]: slot.got[part] + put };
    left -= put;
  }
  return available - left;
}

/** Shares money among instalments in equal parts, until none of them asks for more. */
function payAlike(slots: readonly Slot[], components: readonly Component[], available: Cents): Cents {
  const owed = (slot: Slot) => components.reduce((sum, component) => sum + slot.left[PART_OF[component]], 0n);
  let left = available;
  let asking = slots.filter((slot) => owed(slot) > 0n);
  while (left > 0n && asking.length > 0) {
    const each = left / BigInt(asking.length);
    // Fewer minor units than instalments: the first ones get one each.
    for (const slot of asking) left -= pay(slot, components, each > 0n ? each : least(left, 1n));
    asking = asking.filter((slot) => owed(slot) > 0n);
  }
  return left;
}

function timeOf(dueDate: Temporal.PlainDate, on: Temporal.PlainDate): Time {
  const order = Temporal.PlainDate.compare(dueDate, on);
  return order < 0 ? 'past_due' : order === 0 ? 'due' : 'in_advance';
}

function requireOrder(order: readonly Bucket[]): void {
  if (order.length === STANDARD_ORDER.length && STANDARD_ORDER.every((bucket) => order.includes(bucket))) return;
  throw invalidField(
    'terms.allocation.order',
    'incomplete',
    `Send each of ${STANDARD_ORDER.join(', ')} once.`,
    'An order of allocation names each of the twelve buckets once.',
  );
}
