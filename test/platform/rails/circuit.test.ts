import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { admit, CLOSED, heldBackFor, learn, type Circuit, type Evidence } from '#platform/rails/circuit.ts';

const now = Temporal.Instant.from('2026-03-02T07:00:00Z');
const later = (seconds: number) => now.add({ seconds });
const after = (evidence: readonly Evidence[], circuit: Circuit = CLOSED) =>
  evidence.reduce((state, each) => learn(state, each, now), circuit);
const noReply: Evidence = { kind: 'no_reply' };
const replied: Evidence = { kind: 'replied' };
const paid = (originatorId: string): Evidence => ({ kind: 'paid', originatorId });
const times = (count: number): Evidence[] => Array.from({ length: count }, () => noReply);

describe('A circuit that opened because the provider’s account holds too little', () => {
  const open = after([{ kind: 'float_empty', amount: 500_000n }]);

  it('lets nothing through for ten minutes, then one payment at a time', () => {
    expect(admit(open, 'a', later(60)).retryAfterSeconds).toBe(540);
    const trial = admit(open, 'a', later(600));
    expect(trial.retryAfterSeconds).toBeNull();
    expect(admit(trial.circuit, 'b', later(601)).retryAfterSeconds).toBe(599);
  });

  it('is not closed by a reply, nor by a payment that was sent before it opened', () => {
    expect(after([replied, paid('before')], open)).toEqual(open);
    const { circuit } = admit(open, 'trial', later(600));
    expect(after([paid('before')], circuit)).toEqual(circuit);
  });

  it('is closed by a payment that was let through as a trial and succeeded, however late', () => {
    const first = admit(open, 'first trial', later(600)).circuit;
    const second = admit(first, 'second trial', later(1_200)).circuit;
    expect(after([paid('second trial')], second)).toEqual(CLOSED);
    expect(after([paid('first trial')], second)).toEqual(CLOSED);
  });

  it('is closed by a balance that suffices, and not by a smaller one', () => {
    expect(after([{ kind: 'balance', available: 499_999n }], open)).toEqual(open);
    expect(after([{ kind: 'balance', available: 500_000n }], open)).toEqual(CLOSED);
  });

  it('needs what the smallest payment that failed needed', () => {
    const again = after(
      [
        { kind: 'float_empty', amount: 20_000n },
        { kind: 'float_empty', amount: 900_000n },
      ],
      open,
    );
    expect(after([{ kind: 'balance', available: 20_000n }], again)).toEqual(CLOSED);
  });
});

describe('A circuit that opened because a credential is refused', () => {
  const open = after([{ kind: 'credential_refused' }]);

  it('lets no trial through: each try with a locked credential makes it worse', () => {
    for (const seconds of [0, 3_600, 86_400]) expect(admit(open, 'a', later(seconds)).retryAfterSeconds).toBe(3_600);
  });

  it('is closed by a person alone', () => {
    expect(after([replied, paid('a'), { kind: 'balance', available: 10n ** 9n }, ...times(9)], open)).toEqual(open);
    expect(after([{ kind: 'float_empty', amount: 1n }], open)).toEqual(open);
    expect(after([{ kind: 'resumed' }], open)).toEqual(CLOSED);
  });
});

describe('A circuit', () => {
  it('opens after five payments in a row without a usable reply', () => {
    expect(after(times(4)).state).toBe('closed');
    expect(after(times(5))).toMatchObject({ state: 'open', because: 'no_reply' });
    expect(after([...times(4), replied, ...times(4)]).state).toBe('closed');
  });

  it('that opened so lets one trial through after half a minute, and is closed by its reply', () => {
    const trial = admit(after(times(5)), 'a', later(30));
    expect(trial.retryAfterSeconds).toBeNull();
    expect(admit(trial.circuit, 'b', later(31)).retryAfterSeconds).toBe(29);
    expect(learn(trial.circuit, replied, later(31))).toEqual(CLOSED);
    expect(learn(trial.circuit, noReply, later(31)).state).toBe('open');
  });

  it('always lets something through again, but for a credential that a person has to repair', () => {
    const evidence = fc.oneof(
      fc.constantFrom(noReply, replied, paid('a')),
      fc.bigInt({ min: 0n, max: 1_000n }).map((amount): Evidence => ({ kind: 'float_empty', amount })),
      fc.bigInt({ min: 0n, max: 1_000n }).map((available): Evidence => ({ kind: 'balance', available })),
    );
    fc.assert(
      fc.property(fc.array(evidence), (all) => {
        expect(heldBackFor(after(all), later(600))).toBeNull();
      }),
    );
  });
});
