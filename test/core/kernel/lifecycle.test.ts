import { describe, expect, it } from 'vitest';
import { advance, lifecycle, requireAllowed } from '#core/kernel/lifecycle.ts';
import { requireVersion } from '#core/kernel/version.ts';

const gate = lifecycle('garden_gate', ['open', 'shut', 'locked'], {
  shut: { from: ['open'], to: ['shut', 'locked'], emits: 'garden_gate.shut', means: 'It is shut.' },
  rust: { from: ['shut'], to: 'locked', emits: 'garden_gate.rusted', by: 'system', means: 'It no longer opens.' },
});

describe('A verb of a lifecycle', () => {
  it('passes where the state allows it, whatever it leads to', () => {
    expect(() => requireAllowed(gate, 'open', 'shut')).not.toThrow();
  });

  it('is refused in another state, with the actions that a person may take there', () => {
    expect(() => requireAllowed(gate, 'shut', 'shut')).toThrow(
      expect.objectContaining({
        code: 'invalid_state_transition',
        message: "A garden gate that is shut can't take the action shut. It allows no action.",
        details: { current_state: 'shut', action: 'shut', allowed_actions: [] },
      }),
    );
  });

  it('moves to its state, or to the one of several that is named', () => {
    expect(advance(gate, 'shut', 'rust')).toBe('locked');
    expect(advance(gate, 'open', 'shut', 'shut')).toBe('shut');
    expect(() => advance(gate, 'open', 'shut')).toThrow('leads to one of shut, locked');
  });
});

describe('A command for an older version', () => {
  it('is refused with the version of now', () => {
    expect(() => requireVersion({ version: 3 }, 2)).toThrow(
      expect.objectContaining({ kind: 'stale', details: { current_version: 3 } }),
    );
    expect(() => requireVersion({ version: 3 }, undefined)).not.toThrow();
  });
});
