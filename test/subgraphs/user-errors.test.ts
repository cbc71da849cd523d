import { describe, expect, it } from 'vitest';
import { refuse, refusals } from '#core/kernel/domain-error.ts';
import { invalidAmount } from '#core/kernel/field-error.ts';
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
      userErrors: [{ code: 'too_late', message: 'The window closed at noon.', path: null, amounts: [] }],
    });
  });

  it('has the amounts that its sentence names, of the refusal or of a value, to be shown as money', async () => {
    const owed = async (): Promise<{ loan: object }> => {
      throw refuse(too_late, 'Loan L-7 is owed 986775.', { loan_id: 7, outstanding_amount: 986_775n });
    };
    expect(await withUserErrors(owed)).toMatchObject({
      userErrors: [{ amounts: [{ name: 'outstanding_amount', cents: 986_775 }] }],
    });
    const wrong = async (): Promise<{ loan: object }> => {
      throw invalidAmount('amount', 'range', 'Send 1 to 250 cents.', { most_amount: 250n });
    };
    expect(await withUserErrors(wrong)).toMatchObject({
      userErrors: [{ path: ['input', 'amount'], amounts: [{ name: 'most_amount', cents: 250 }] }],
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
        { code: 'out_of_range', message: 'Between 1 and 60.', path: ['input', 'termMonths'], amounts: [] },
        { code: 'required', message: 'Give a number.', path: ['input', 'guarantors', '0', 'phoneNumber'], amounts: [] },
        { code: 'odd', message: 'Two values are wrong.', path: null, amounts: [] },
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
