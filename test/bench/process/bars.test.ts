import { describe, expect, it } from 'vitest';
import { openBars } from './bars.ts';

function ended(hold: (bars: ReturnType<typeof openBars>) => void) {
  const said: string[] = [];
  const bars = openBars((line) => void said.push(line));
  hold(bars);
  return { code: bars.exitCode(), said };
}

describe('The bars of a bench', () => {
  it('end it with 0 where each figure is as agreed, at the bar too', () => {
    expect(ended((bars) => (bars.atMost('Times', 1.5, 1.5), bars.atLeast('Share, %', 81, 80)))).toEqual({
      code: 0,
      said: ['What was compared (2 figures) is as agreed.'],
    });
  });

  it('end it with 1 and a sentence that names figure and bar, also of a figure that is close to it', () => {
    const { code, said } = ended((bars) => {
      bars.atMost('Q1: times the floor', 1.504, 1.5);
      bars.atLeast('One account, % of pgbench', 69, 80);
      bars.missed('The books are wrong.');
    });
    expect(code).toBe(1);
    expect(said).toEqual([
      'Missed: Q1: times the floor: 1.504, and agreed was at most 1.5.',
      'Missed: One account, % of pgbench: 69, and agreed was at least 80.',
      'Missed: The books are wrong.',
    ]);
  });

  it('are missed by a figure that is missing, and say what was not compared', () => {
    expect(ended((bars) => bars.atMost('Times', NaN, 1.5)).code).toBe(1);
    expect(ended((bars) => bars.atLeast('Rate', NaN, 80)).code).toBe(1);
    const { code, said } = ended((bars) => bars.leftOut('the rate', 'there is no pgbench on the PATH'));
    expect(code).toBe(0);
    expect(said[0]).toBe('Not compared: the rate, as there is no pgbench on the PATH.');
  });
});
