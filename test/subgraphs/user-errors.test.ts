import { describe, expect, it } from 'vitest';
import { refuse, refusals } from '#core/kernel/domain-error.ts';
import { kernelRefusals } from '#core/kernel/refusals.ts';
import { withUserErrors } from '#sub/user-errors.ts';

const { too_late } = refusals({ too_late: { kind: 'conflict', title: 'It is too late', remedy: 'Come earlier.' } });

describe('The payload of a mutation', () => {
  it('has the record and no errors where the use case went through', async () => {
    expect(await withUserErrors(async () => ({ loan: { id: 1 } }))).toEqual({ loan: { id: 1 }, userErrors: [] });
  });

  it('has the refusal and no record where it was refused', async () => {
    const refused = async (): Promise<{ loan: object }> => {
      throw refuse(too_late, 'The window closed at noon.', { window_closed_at: 12 });
    };
    expect(await withUserErrors(refused)).toEqual({
      userErrors: [{ code: 'too_late', message: 'The window closed at noon.', path: null }],
    });
  });

  it('has one error for each invalid value, placed as the graph spells it', async () => {
    const refused = async (): Promise<{ loan: object }> => {
      throw refuse(kernelRefusals.validation_failed, 'Two values are wrong.', {
        errors: [
          { field: 'term_months', code: 'out_of_range', detail: 'Between 1 and 60.' },
          { field: 'guarantors.0.phone_number', code: 'required', detail: 'Give a number.' },
          { code: 'odd' },
        ],
      });
    };
    expect(await withUserErrors(refused)).toEqual({
      userErrors: [
        { code: 'out_of_range', message: 'Between 1 and 60.', path: ['input', 'termMonths'] },
        { code: 'required', message: 'Give a number.', path: ['input', 'guarantors', '0', 'phoneNumber'] },
        { code: 'odd', message: 'Two values are wrong.', path: null },
      ],
    });
  });

  it('never hides a fault', async () => {
    const failed = async (): Promise<object> => {
      throw new TypeError('undefined is not a loan');
    };
    await expect(withUserErrors(failed)).rejects.toThrow('undefined is not a loan');
  });
});
