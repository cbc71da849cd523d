import { describe, expect, it } from 'vitest';
import { DomainError } from '#core/kernel/domain-error.ts';
import { eventTypesOf } from '#core/kernel/event-types.ts';
import { advance, availableActions, eventType } from '#core/kernel/lifecycle.ts';
import { lifecycles } from '#platform/postgres/lifecycles.ts';

describe.each(lifecycles.map(({ table, lifecycle }) => [table, lifecycle] as const))(
  'The lifecycle of %s',
  (_, cycle) => {
    const actions = Object.keys(cycle.verbs);
    const pairs = cycle.states.flatMap((state) => actions.map((action) => [state, action] as const));

    it('names only states that exist, and reaches all of them', () => {
      const named = Object.values(cycle.verbs).flatMap(({ from, to }) => [
        ...from,
        ...(typeof to === 'string' ? [to] : to),
      ]);
      expect(named.filter((state) => !cycle.states.includes(state))).toEqual([]);
      const reached = Object.values(cycle.verbs).flatMap(({ to }) => to);
      expect(cycle.states.filter((state) => !reached.includes(state))).toEqual([]);
    });

    it('begins somewhere', () => {
      expect(Object.values(cycle.verbs).some(({ from }) => from.length === 0)).toBe(true);
    });

    it.each(pairs)('in %s, %s moves to where the table says or is refused with what is allowed', (state, action) => {
      const verb = cycle.verbs[action];
      if (!verb) throw new Error('The table lost a verb.');
      const targets: readonly string[] = typeof verb.to === 'string' ? [verb.to] : verb.to;
      if (verb.from.includes(state)) {
        for (const target of targets) {
          expect(advance(cycle, state, action, target)).toBe(target);
          expect(eventTypesOf(cycle).concat('')).toContain(eventType(cycle, action, target));
        }
        return;
      }
      let refused: unknown;
      try {
        advance(cycle, state, action, targets[0]);
      } catch (error) {
        refused = error;
      }
      expect(refused).toBeInstanceOf(DomainError);
      expect(refused).toMatchObject({
        kind: 'conflict',
        code: 'invalid_state_transition',
        details: { current_state: state, action, allowed_actions: availableActions(cycle, state) },
      });
    });

    it('offers a person nothing that the system does automatically', () => {
      for (const state of cycle.states) {
        for (const action of availableActions(cycle, state)) expect(cycle.verbs[action]?.by).not.toBe('system');
      }
    });

    it('names events in the form <singular>.<past tense>', () => {
      for (const type of eventTypesOf(cycle)) expect(type).toMatch(/^[a-z]+(_[a-z]+)*\.[a-z]+(_[a-z]+)*$/);
    });
  },
);
