import { describe, expect, it } from 'vitest';
import { openNoRail } from '#platform/rails/no-rail.ts';
import { providerOf, RAIL_KINDS } from '#platform/rails/rails.ts';

describe('The table of providers', () => {
  it.each(RAIL_KINDS)('refuses an empty file for %s, without opening it', (kind) => {
    expect(() => providerOf(kind).setUp?.({})).toThrow(TypeError);
  });

  it('refuses a kind that has no row, and says which there are', () => {
    expect(() => providerOf('carrier_pigeon')).toThrow(
      `There is no rail carrier_pigeon. There are: ${RAIL_KINDS.join(', ')}.`,
    );
    expect(() => providerOf('constructor')).toThrow('There is no rail constructor.');
  });

  it('has what no operator sets up: the sandbox’s simulation, and no rail', () => {
    expect(RAIL_KINDS).not.toContain('sandbox');
    expect(RAIL_KINDS).not.toContain('live');
    expect(RAIL_KINDS).toContain('daraja');
  });
});

describe('An institution without a provider', () => {
  it('does not know what became of a payment that a removed one may have received (finding: it was failed)', async () => {
    const nothing = undefined as never;
    const { payouts } = openNoRail({ clock: Temporal.Now.instant } as never, nothing, nothing);
    expect(await payouts.query(nothing, AbortSignal.timeout(1_000))).toEqual({ kind: 'pending' });
  });
});
