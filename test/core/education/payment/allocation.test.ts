import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { FEE_CATEGORIES, DEFAULT_PRIORITY } from '#core/education/fee-category.ts';
import { allocate, allocateExplicitly, type OpenInvoice, type Portion } from '#core/education/payment/allocation.ts';
import { sum } from '#core/kernel/money.ts';
import { day } from '#test/support/education-school.ts';

const invoice = (id: number, dueDate: string, balance: bigint, rest: Partial<OpenInvoice> = {}): OpenInvoice => ({
  id,
  dueDate: day(dueDate),
  issueDate: day('2026-01-10'),
  balance,
  lines: [{ id: id * 10, feeCategory: 'tuition', priority: 20, position: 1, outstanding: balance }],
  ...rest,
});
const byInvoice = (portions: readonly Portion[]) => portions.map((portion) => [portion.invoiceId, portion.amount]);
const total = (portions: readonly Portion[]) => sum(portions.map((portion) => portion.amount));

describe('Money that nobody allocated by hand', () => {
  const i1 = invoice(1, '2026-02-01', 3_000_000n);
  const i2 = invoice(2, '2026-03-01', 2_000_000n);

  it('pays the invoice that is due first, then the next', () => {
    const { portions, rest } = allocate(3_500_000n, [i2, i1]);
    expect(byInvoice(portions)).toEqual([
      [1, 3_000_000n],
      [2, 500_000n],
    ]);
    expect(rest).toBe(0n);
  });

  it('leaves what nothing is owed for as credit', () => {
    const { portions, rest } = allocate(2_000_000n, [invoice(2, '2026-03-01', 1_500_000n)]);
    expect(byInvoice(portions)).toEqual([[2, 1_500_000n]]);
    expect(rest).toBe(500_000n);
  });

  it('takes the older issue, then the smaller id, where the due dates agree', () => {
    const later = invoice(3, '2026-02-01', 100n, { issueDate: day('2026-01-11') });
    expect(
      byInvoice(allocate(250n, [later, invoice(5, '2026-02-01', 100n), invoice(4, '2026-02-01', 100n)]).portions),
    ).toEqual([
      [4, 100n],
      [5, 100n],
      [3, 50n],
    ]);
  });

  it('begins with the invoice that the payer named', () => {
    expect(byInvoice(allocate(2_500_000n, [i1, i2], undefined, 2).portions)).toEqual([
      [2, 2_000_000n],
      [1, 500_000n],
    ]);
  });

  it('fills the lines of an invoice by priority, then in their order', () => {
    const lines = (['other', 'accommodation', 'library', 'examination', 'tuition', 'registration'] as const).map(
      (feeCategory, index) => ({
        id: index + 1,
        feeCategory,
        priority: DEFAULT_PRIORITY[feeCategory],
        position: index + 1,
        outstanding: 100n,
      }),
    );
    const { portions } = allocate(450n, [invoice(1, '2026-02-01', 600n, { lines })]);
    expect(portions.map((portion) => [portion.lineId, portion.amount])).toEqual([
      [6, 100n],
      [5, 100n],
      [4, 100n],
      [3, 100n],
      [2, 50n],
    ]);
  });

  it('stops at the balance where a credit note made it less than the lines', () => {
    const credited = invoice(1, '2026-02-01', 700n, {
      lines: [{ id: 10, feeCategory: 'tuition', priority: 20, position: 1, outstanding: 1000n }],
    });
    expect(allocate(1000n, [credited])).toEqual({ portions: [{ invoiceId: 1, lineId: 10, amount: 700n }], rest: 300n });
  });
});

describe('Designated money', () => {
  it('goes to the invoice that it names and no other', () => {
    const invoices = [invoice(1, '2026-02-01', 300n), invoice(2, '2026-03-01', 200n)];
    const { portions, rest } = allocate(450n, invoices, { invoiceId: 2, categories: null });
    expect(byInvoice(portions)).toEqual([[2, 200n]]);
    expect(rest).toBe(250n);
  });

  it('goes to the kinds of charges that it names', () => {
    const lines = [
      { id: 1, feeCategory: 'accommodation', priority: 50, position: 1, outstanding: 100n },
      { id: 2, feeCategory: 'tuition', priority: 20, position: 2, outstanding: 100n },
    ] as const;
    const { portions, rest } = allocate(150n, [invoice(1, '2026-02-01', 200n, { lines })], {
      invoiceId: null,
      categories: ['tuition'],
    });
    expect(portions).toEqual([{ invoiceId: 1, lineId: 2, amount: 100n }]);
    expect(rest).toBe(50n);
  });
});

describe('Money that the payer allocated', () => {
  const invoices = [invoice(1, '2026-02-01', 300n), invoice(2, '2026-03-01', 200n)];

  it('goes where it was put, whatever is due first', () => {
    const portions = allocateExplicitly(150n, [{ invoiceId: 2, lineId: 20, amount: 150n }], invoices);
    expect(byInvoice(portions)).toEqual([[2, 150n]]);
  });

  it('counts earlier wishes of the same payment', () => {
    const wish = { invoiceId: 2, lineId: null, amount: 150n };
    expect(() => allocateExplicitly(300n, [wish, wish], invoices)).toThrow('1 to 50 cents');
  });

  it.each([
    ['sums to less than the payment', [{ invoiceId: 1, lineId: null, amount: 50n }], 'allocations'],
    ['is more than the invoice owes', [{ invoiceId: 2, lineId: null, amount: 250n }], 'allocations.0.amount'],
    ['names an invoice that is not open', [{ invoiceId: 9, lineId: null, amount: 250n }], 'allocations.0.invoice_id'],
    ['names a line of another invoice', [{ invoiceId: 2, lineId: 10, amount: 250n }], 'allocations.0.amount'],
    [
      'has a part of zero',
      [
        { invoiceId: 1, lineId: null, amount: 250n },
        { invoiceId: 2, lineId: null, amount: 0n },
      ],
      'allocations.1.amount',
    ],
  ])('is refused where it %s', (_, wanted, field) => {
    expect(() => allocateExplicitly(250n, wanted, invoices)).toThrow(
      expect.objectContaining({
        code: 'validation_failed',
        details: { errors: [expect.objectContaining({ field })] },
      }),
    );
  });
});

describe('Every allocation', () => {
  const openInvoice = fc
    .record({
      id: fc.integer({ min: 1, max: 1_000_000 }),
      due: fc.integer({ min: 0, max: 60 }),
      issued: fc.integer({ min: 0, max: 30 }),
      credited: fc.bigInt({ min: 0n, max: 500n }),
      lines: fc.array(
        fc.record({
          feeCategory: fc.constantFrom(...FEE_CATEGORIES),
          priority: fc.integer({ min: 0, max: 60 }),
          outstanding: fc.bigInt({ min: 0n, max: 1000n }),
        }),
        { minLength: 1, maxLength: 6 },
      ),
    })
    .map(({ id, due, issued, credited, lines }): OpenInvoice => {
      const owed = sum(lines.map((line) => line.outstanding));
      return {
        id,
        dueDate: day('2026-02-01').add({ days: due }),
        issueDate: day('2026-01-01').add({ days: issued }),
        balance: owed > credited ? owed - credited : 0n,
        lines: lines.map((line, index) => ({ ...line, id: id * 10 + index, position: index + 1 })),
      };
    });
  const invoices = fc.uniqueArray(openInvoice, { selector: (each) => each.id, maxLength: 6 });
  const amount = fc.bigInt({ min: 0n, max: 20_000n });
  const designation = fc.record({
    invoiceId: fc.constant(null),
    categories: fc.option(fc.subarray([...FEE_CATEGORIES], { minLength: 1 }), { nil: null }),
  });

  it('has parts that sum to the payment, each above zero, and a rest that is not negative', () => {
    fc.assert(
      fc.property(amount, invoices, designation, (money, open, named) => {
        const { portions, rest } = allocate(money, open, named);
        expect(total(portions) + rest).toBe(money);
        expect(rest >= 0n).toBe(true);
        expect(portions.every((portion) => portion.amount > 0n)).toBe(true);
      }),
    );
  });

  it('puts no more on an invoice or a line than is owed there', () => {
    fc.assert(
      fc.property(amount, invoices, designation, (money, open, named) => {
        const { portions } = allocate(money, open, named);
        for (const each of open) {
          expect(total(portions.filter((portion) => portion.invoiceId === each.id)) <= each.balance).toBe(true);
          for (const line of each.lines) {
            expect(total(portions.filter((portion) => portion.lineId === line.id)) <= line.outstanding).toBe(true);
          }
        }
      }),
    );
  });

  it('leaves a rest only when everything that it may pay is paid', () => {
    fc.assert(
      fc.property(amount, invoices, (money, open) => {
        const { rest } = allocate(money, open);
        const owed = sum(open.map((each) => each.balance));
        expect(rest).toBe(money > owed ? money - owed : 0n);
      }),
    );
  });

  it('comes out the same in whatever order the invoices are read', () => {
    fc.assert(
      fc.property(amount, invoices, (money, open) => {
        expect(allocate(money, open.toReversed())).toEqual(allocate(money, open));
      }),
    );
  });
});
