import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import type { DomainError } from '#core/kernel/domain-error.ts';
import type { DomainEvent } from '#core/kernel/event.ts';
import { sum } from '#core/kernel/money.ts';
import { Agent, type StripeStep } from '#core/lending/agent/agent.ts';
import { availableIn, type FloatPart } from '#core/lending/agent/float-part.ts';
import type { FloatStripe, PayingFloat } from '#core/lending/agent/float-stripe.ts';

/** An agent and the stripes of the float; `using` gives a payment what it may touch, as floatFor does. */
function agentWith(float: bigint) {
  const agent = Object.assign(
    Agent.appoint({ uuid: 'agent', agentNo: 'AG-000001', name: 'Nairobi', branchId: 1, provider: 'mpesa' }),
    { id: 1, version: 1, float },
  );
  const stripes: FloatStripe[] = [];
  return {
    agent,
    stripes,
    parts: (): readonly FloatPart[] => [agent, ...stripes],
    split: (count: number) => void stripes.push(...agent.split(count)),
    using: (step: StripeStep, payment: number, amount: bigint): PayingFloat => {
      const stripe = agent.stripes > 1 ? stripes[agent.stripeOf(payment) - 1] : undefined;
      return stripe && agent.allows(step, amount)(stripe) ? stripe : agent;
    },
  };
}

const shown = (parts: readonly FloatPart[]) => parts.map(({ float, held }) => [float, held]);

describe('A float that is split', () => {
  it('lies in its stripes evenly, and nowhere else; joined again, in the account', () => {
    const { agent, parts, split } = agentWith(10n);
    agent.hold(3n, 7);
    split(4);
    expect(shown(parts())).toEqual([
      [0n, 0n],
      [5n, 3n],
      [2n, 0n],
      [2n, 0n],
      [1n, 0n],
    ]);
    split(2);
    expect(shown(parts()).slice(0, 3)).toEqual([
      [0n, 0n],
      [7n, 3n],
      [3n, 0n],
    ]);
    split(1);
    expect(shown(parts())).toEqual([[10n, 3n], ...Array.from({ length: 4 }, () => [0n, 0n])]);
    // The stripes that there were are used again.
    split(4);
    expect(parts()).toHaveLength(5);
  });

  it.each([0, 17, 2.5, -1, NaN])('is not split into %s', (count) => {
    const { agent } = agentWith(10n);
    expect(() => agent.split(count)).toThrow(expect.objectContaining({ code: 'validation_failed' }));
    expect(agent.stripes).toBe(1);
  });

  it('pays from one stripe alone, where that has enough', () => {
    const { agent, stripes, split, using } = agentWith(800n);
    split(8);
    for (let payment = 1; payment <= 8; payment++) {
      const float = using('hold', payment, 100n);
      expect(float).toBe(stripes[payment % 8]);
      float.hold(100n, payment);
    }
    expect(availableIn(agent.whole())).toBe(0n);
    expect(using('pay', 3, 100n)).toBe(stripes[3]);
  });

  it('is paid from whole beyond one stripe, and refused only where the whole has too little', () => {
    const { agent, stripes, split, using } = agentWith(800n);
    split(8);
    const float = using('hold', 3, 700n);
    expect(float).toBe(agent);
    float.hold(700n, 3);
    expect(stripes[3]).toMatchObject({ held: 700n });
    expect(() => using('hold', 4, 101n).hold(101n, 4)).toThrow(
      expect.objectContaining({
        code: 'insufficient_balance',
        details: { agent_id: 'AG-000001', available_float: 100n, requested_amount: 101n },
      }),
    );
    using('hold', 4, 100n).hold(100n, 4);
    expect(agent.whole()).toEqual({ float: 800n, held: 800n });
  });

  it('counts what may be paid in a day of the whole', () => {
    const { agent, split, using } = agentWith(800n);
    split(8);
    agent.limitDay(500n);
    expect(using('hold', 3, 1n)).toBe(agent);
  });

  it.each([
    [1, 3],
    [2, 4],
  ])('is low in the moment in which the whole falls below its threshold, though payment %i came back', (one, other) => {
    const { agent, split, using } = agentWith(29n);
    agent.warnBelow(20n);
    split(2);
    const types = (payment: number) =>
      using('hold', payment, 10n)
        .hold(10n, payment)
        .map(({ type }) => type);
    expect(types(one)).toEqual(['float.low']);
    using('pay', one, 10n).pay(10n, one);
    using('takeBack', one, 10n).takeBack(10n, one);
    expect(types(other)).toEqual(['float.low']);
    using('release', other, 10n).release(10n, other);
    expect(types(other + 2)).toEqual(['float.low']);
  });

  it('is low to the cent, where its stripes have no even shares of the threshold', () => {
    const { agent, split, using } = agentWith(22n);
    agent.warnBelow(21n);
    split(2);
    const types = (payment: number) =>
      using('hold', payment, 1n)
        .hold(1n, payment)
        .map(({ type }) => type);
    expect([types(1), types(2)]).toEqual([[], ['float.low']]);
  });

  it('has its shares of a threshold that is set while it is split', () => {
    const { agent, stripes, split, using } = agentWith(40n);
    split(2);
    using('hold', 2, 18n).hold(18n, 2);
    expect(stripes.map(availableIn)).toEqual([2n, 20n]);
    agent.warnBelow(21n);
    expect(
      using('hold', 1, 2n)
        .hold(2n, 1)
        .map(({ type }) => type),
    ).toEqual(['float.low']);
  });

  it('is changed whole only where all stripes are locked', () => {
    const { agent, split } = agentWith(800n);
    split(8);
    agent.withStripes([]);
    expect(() => agent.topUp(1n, 'FT1')).toThrow('not locked');
  });
});

/** One payment each; what has come to an end stays there. */
type Payment = { readonly id: number; readonly amount: bigint; state: 'held' | 'gone' | 'ended' };

const commands = fc.array(
  fc.oneof(
    { weight: 6, arbitrary: fc.record({ kind: fc.constant('hold' as const), amount: fc.bigInt(1n, 400n) }) },
    {
      weight: 4,
      arbitrary: fc.record({
        kind: fc.constantFrom<['pay', 'release', 'takeBack']>('pay', 'release', 'takeBack'),
        of: fc.nat(60),
      }),
    },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('split' as const), into: fc.integer({ min: 1, max: 16 }) }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('topUp' as const), amount: fc.bigInt(1n, 900n) }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('giveBack' as const), amount: fc.bigInt(1n, 300n) }) },
    {
      weight: 1,
      arbitrary: fc.record({ kind: fc.constant('warn' as const), below: fc.option(fc.bigInt(1n, 1_500n)) }),
    },
  ),
  { minLength: 40, maxLength: 160 },
);

describe('However a float is split, paid from, filled and joined again', () => {
  it('it is what an undivided one would be: its sums, its refusals and its warnings', () => {
    fc.assert(
      fc.property(fc.bigInt(0n, 3_000n), commands, (opening, all) => {
        const split = agentWith(opening);
        const plain = agentWith(opening).agent;
        const payments: Payment[] = [];
        const both = (one: () => readonly DomainEvent[], other: () => readonly DomainEvent[]) => {
          const [a, b] = [one, other].map(resultOf);
          expect(a).toEqual(b);
          return a !== undefined && 'events' in a;
        };
        for (const command of all) {
          switch (command.kind) {
            case 'hold': {
              const { amount } = command;
              const id = payments.length + 1;
              const done = both(
                () => split.using('hold', id, amount).hold(amount, id),
                () => plain.hold(amount, id),
              );
              if (done) payments.push({ id, amount, state: 'held' });
              break;
            }
            case 'split':
              split.split(command.into);
              break;
            case 'topUp':
            case 'giveBack':
              both(
                () => [split.agent[command.kind](command.amount, 'FT')].flat(),
                () => [plain[command.kind](command.amount, 'FT')].flat(),
              );
              break;
            case 'warn':
              for (const agent of [split.agent, plain]) agent.warnBelow(command.below);
              break;
            default:
              step(command.kind, payments[command.of], split, plain);
          }
          expect(split.agent.whole()).toEqual({ float: plain.float, held: plain.held });
          for (const part of split.parts()) expect(0n <= part.held && part.held <= part.float).toBe(true);
          const waiting = payments.filter(({ state }) => state === 'held').map(({ amount }) => amount);
          expect(split.agent.whole().held).toBe(sum(waiting));
        }
      }),
      { numRuns: 100 },
    );
  });
});

function step(
  kind: 'pay' | 'release' | 'takeBack',
  payment: Payment | undefined,
  { using }: ReturnType<typeof agentWith>,
  plain: Agent,
): void {
  if (payment?.state !== (kind === 'takeBack' ? 'gone' : 'held')) return;
  const { id, amount } = payment;
  for (const float of [using(kind, id, amount), plain]) float[kind](amount, id);
  payment.state = kind === 'pay' ? 'gone' : 'ended';
}

function resultOf(act: () => readonly DomainEvent[]): object {
  try {
    return { events: act().map(({ type, data }) => [type, data]) };
  } catch (error) {
    const { code, details } = error as DomainError;
    return { code, details };
  }
}
