import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { balanceOf } from '#core/education/invoice/invoice.ts';
import { unappliedOf } from '#core/education/payment/payment.ts';
import { draftInvoice } from '#core/education/use-cases/invoice/draft-invoice.ts';
import { issueCreditNote } from '#core/education/use-cases/invoice/issue-credit-note.ts';
import { voidInvoice, writeOffInvoice } from '#core/education/use-cases/invoice/void-invoice.ts';
import { recordPayment, type RecordPayment } from '#core/education/use-cases/payment/record-payment.ts';
import { recordReceipt } from '#core/education/use-cases/payment/record-receipt.ts';
import { reversePayment } from '#core/education/use-cases/payment/reverse-payment.ts';
import { sum } from '#core/kernel/money.ts';
import {
  anActiveStudent,
  anIssuedInvoice,
  charge,
  day,
  openSchool,
  refused,
  refusedField,
} from '#test/support/education-school.ts';
import { educationPorts } from '#test/support/education-ports.ts';

async function aStudent() {
  const ports = educationPorts();
  const school = await openSchool(ports);
  const { student } = await anActiveStudent(ports, school);
  let receipts = 0;
  const pay = (amount: bigint, rest: Partial<RecordPayment> = {}) => {
    receipts += 1;
    const paidAt = ports.now.subtract({ hours: 1 }).add({ seconds: receipts });
    const reference = `RCP${receipts}`;
    return recordPayment({ studentId: student.id, amount, method: 'bank', reference, paidAt, ...rest }, ports);
  };
  const credit = async () => sum((await ports.payments.withCredit(student.id)).map(unappliedOf));
  return { ports, school, student, pay, credit };
}

describe('Two invoices, 30,000.00 due 1 February and 20,000.00 due 1 March', () => {
  it('are paid oldest first; credit pays the next invoice; a reversal unwinds only its own', async () => {
    const { ports, student, pay, credit } = await aStudent();
    const i1 = await anIssuedInvoice(ports, student, '2026-02-01', 3_000_000n);
    const i2 = await anIssuedInvoice(ports, student, '2026-03-01', 2_000_000n);

    const first = await pay(3_500_000n);
    expect([i1.state, i2.state, balanceOf(i2)]).toEqual(['paid', 'partially_paid', 1_500_000n]);
    expect(first.result.state).toBe('allocated');
    expect(first.events.map((emitted) => emitted.type)).toEqual([
      'payment.received',
      'payment.allocated',
      'invoice.paid',
      'invoice.partially_paid',
    ]);

    const second = await pay(2_000_000n);
    expect([i2.state, await credit()]).toEqual(['paid', 500_000n]);
    expect(second.result.state).toBe('partly_allocated');

    const i3 = await anIssuedInvoice(ports, student, '2026-04-01', 400_000n);
    expect([i3.state, await credit()]).toEqual(['paid', 100_000n]);

    const { events } = await reversePayment({ paymentId: first.result.id, reason: 'bank recalled it' }, ports);
    expect([i1.state, balanceOf(i1)]).toEqual(['issued', 3_000_000n]);
    expect([i2.state, balanceOf(i2)]).toEqual(['partially_paid', 500_000n]);
    expect([i3.state, await credit()]).toEqual(['paid', 100_000n]);
    expect(events.map((emitted) => emitted.type)).toEqual(['payment.reversed', 'invoice.reopened', 'invoice.reopened']);
  });
});

describe('Recording a payment', () => {
  it('fills the invoice of the URL first, then the others by age', async () => {
    const { ports, student, pay } = await aStudent();
    const i1 = await anIssuedInvoice(ports, student, '2026-02-01', 300n);
    const i2 = await anIssuedInvoice(ports, student, '2026-03-01', 200n);
    const { result } = await pay(250n, { studentId: null, invoiceId: i2.id });
    expect([balanceOf(i1), balanceOf(i2)]).toEqual([250n, 0n]);
    expect(result.invoiceId).toBe(i2.id);
  });

  it('takes the payer’s own allocations', async () => {
    const { ports, student, pay } = await aStudent();
    await anIssuedInvoice(ports, student, '2026-02-01', 300n);
    const i2 = await anIssuedInvoice(ports, student, '2026-03-01', [
      charge(100n, 'tuition'),
      charge(100n, 'transport'),
    ]);
    const [, , transport] = ports.tables.invoiceLines.rows;
    await pay(80n, { allocations: [{ invoiceId: i2.id, lineId: transport?.id ?? 0, amount: 80n }] });
    expect([transport?.paid, i2.paid]).toEqual([80n, 80n]);
    await refusedField(
      pay(80n, { allocations: [{ invoiceId: i2.id, lineId: null, amount: 70n }] }),
      'allocations',
      'sum',
    );
  });

  it('is no loan’s: that follows from a disbursement, and by hand it could be booked twice', async () => {
    const { pay } = await aStudent();
    await refusedField(pay(100n, { method: 'loan' }), 'method', 'reserved');
  });

  it('books the same money once, on either way of paying by M-Pesa', async () => {
    const { pay } = await aStudent();
    const { result } = await pay(100n, { method: 'mpesa_paybill', reference: 'SFF6XYZ123' });
    const again = await pay(100n, { method: 'mpesa_stk', reference: 'sff6xyz123' });
    expect([again.result, again.isReplay, again.events]).toEqual([result, true, []]);
    const other = pay(101n, { method: 'mpesa_stk', reference: 'sff6xyz123' });
    await refused(other, 'duplicate_payment_reference', { existing: { type: 'payment', uuid: result.uuid } });
    expect((await pay(100n, { method: 'bank', reference: 'SFF6XYZ123' })).result.state).toBe('received');
  });

  it.each([
    ['nothing', { amount: 0n }, 'amount'],
    ['less than nothing', { amount: -1n }, 'amount'],
    ['a blank reference', { reference: ' ' }, 'reference'],
    ['nobody', { studentId: null }, 'student_id'],
    ['no categories', { categories: [] }, 'categories'],
  ])('is refused for %s', async (_, bad, field) => {
    const { pay, ports } = await aStudent();
    await refusedField(pay(100n, bad), field);
    expect(ports.tables.payments.rows).toEqual([]);
  });

  it('is refused for a time ahead, or before its invoice was issued', async () => {
    const { pay, ports, student } = await aStudent();
    const invoice = await anIssuedInvoice(ports, student, '2026-03-01', 300n);
    const ahead = Temporal.Instant.from('2026-02-01T06:10:01Z');
    await refused(pay(100n, { paidAt: ahead }), 'payment_time_out_of_range');
    const before = Temporal.Instant.from('2026-01-31T20:59:59Z');
    await refused(pay(100n, { invoiceId: invoice.id, paidAt: before }), 'payment_time_out_of_range');
    expect((await pay(100n, { paidAt: before })).result.state).toBe('allocated');
  });

  it('is refused beyond what is owed where no credit is wanted, and leaves no trace', async () => {
    const { ports, student, pay } = await aStudent();
    const invoice = await anIssuedInvoice(ports, student, '2026-03-01', 300n);
    await refusedField(pay(301n, { allowCredit: false }), 'amount', 'overpayment');
    expect([invoice.state, ports.tables.payments.rows.length]).toEqual(['issued', 0]);
    expect((await pay(300n, { allowCredit: false })).result.state).toBe('allocated');
  });

  it('is refused on an invoice that takes none', async () => {
    const { ports, student, pay } = await aStudent();
    const invoice = await anIssuedInvoice(ports, student, '2026-03-01', 300n);
    const { result: draft } = await draftInvoice(
      { studentId: student.id, dueDate: day('2026-03-01'), lines: [charge(1n)] },
      ports,
    );
    await refused(pay(1n, { invoiceId: draft.id }), 'invoice_not_payable', { current_state: 'draft' });
    await pay(300n);
    await refused(pay(1n, { invoiceId: invoice.id }), 'invoice_already_settled', { invoice_id: invoice.id });
    await refused(pay(1n, { invoiceId: 99 }), 'not_found');
    await refused(pay(1n, { studentId: 99 }), 'unknown_reference');
    await refused(pay(1n, { payerMemberId: 500 }), 'unknown_reference');
  });

  it('keeps money that names kinds of charges for those, now and at the next invoice', async () => {
    const { ports, student, pay, credit } = await aStudent();
    const i1 = await anIssuedInvoice(ports, student, '2026-03-01', [
      charge(100n, 'tuition'),
      charge(100n, 'accommodation'),
    ]);
    await pay(250n, { method: 'helb', categories: ['tuition'] });
    expect([i1.paid, await credit()]).toEqual([100n, 150n]);
    const i2 = await anIssuedInvoice(ports, student, '2026-04-01', [
      charge(100n, 'accommodation'),
      charge(40n, 'tuition'),
    ]);
    expect([i1.paid, i2.paid, await credit()]).toEqual([100n, 40n, 110n]);
  });
});

describe('Reversing a payment', () => {
  it('needs a reason and happens once', async () => {
    const { ports, pay } = await aStudent();
    const { result } = await pay(100n);
    await refusedField(reversePayment({ paymentId: result.id }, ports), 'reason');
    await reversePayment({ paymentId: result.id, reason: 'cheque bounced' }, ports);
    const again = reversePayment({ paymentId: result.id, reason: 'x' }, ports);
    await refused(again, 'invalid_state_transition', { current_state: 'reversed' });
    expect(unappliedOf(result)).toBe(0n);
  });

  it('makes an invoice owed again, of which the rest was written off because it had been paid', async () => {
    const { ports, student, pay } = await aStudent();
    const invoice = await anIssuedInvoice(ports, student, '2026-03-01', 300n);
    const { result } = await pay(100n);
    await writeOffInvoice({ invoiceId: invoice.id, reason: 'uncollectable' }, ports);
    await reversePayment({ paymentId: result.id, reason: 'cheque bounced' }, ports);
    expect([invoice.state, balanceOf(invoice), invoice.writeOffReason]).toEqual(['issued', 300n, null]);
  });

  it('reopens an invoice that credit helped to pay', async () => {
    const { ports, student, pay } = await aStudent();
    const invoice = await anIssuedInvoice(ports, student, '2026-03-01', 300n);
    const { result } = await pay(200n);
    await issueCreditNote({ invoiceId: invoice.id, amount: 100n, reason: 'bursary' }, ports);
    expect(invoice.state).toBe('paid');
    await reversePayment({ paymentId: result.id, reason: 'cheque bounced' }, ports);
    expect([invoice.state, balanceOf(invoice)]).toEqual(['issued', 200n]);
  });
});

describe('A paybill receipt', () => {
  it('finds the student as the payer spelled it, and is the same payment when seen again', async () => {
    const { ports, student } = await aStudent();
    const invoice = await anIssuedInvoice(ports, student, '2026-03-01', 300n);
    const receipt = {
      receipt: 'SFF6XYZ123',
      amount: 300n,
      accountReference: ' bsc-cs 0001.2026 ',
      paidAt: ports.now.add({ seconds: 3 }),
    };
    const { result } = await recordReceipt({ method: 'mpesa_paybill', ...receipt }, ports);
    expect(result).toMatchObject({ matched: true, payment: { studentId: student.id, paidAt: ports.now } });
    expect(invoice.state).toBe('paid');
    const again = await recordReceipt({ method: 'mpesa_stk', ...receipt }, ports);
    expect([again.result, again.events]).toEqual([result, []]);
  });

  it('is never refused for a dead invoice: the money goes on, or becomes credit', async () => {
    const { ports, student, credit } = await aStudent();
    const invoice = await anIssuedInvoice(ports, student, '2026-03-01', 300n);
    await voidInvoice({ invoiceId: invoice.id, reason: 'wrong term' }, ports);
    const accountReference = invoice.number ?? '';
    const receipt = { receipt: 'SFF6XYZ124', amount: 300n, accountReference, paidAt: ports.now };
    const { result } = await recordReceipt({ method: 'mpesa_paybill', ...receipt }, ports);
    expect(result.matched).toBe(true);
    expect(await credit()).toBe(300n);
  });

  it('that fits nobody, or two, books nothing and goes to suspense', async () => {
    const { ports, school } = await aStudent();
    const { student: twin } = await anActiveStudent(ports, school);
    twin.setAdmissionNo('BSC/CS0001/2026');
    const receive = (accountReference: string) =>
      recordReceipt({ method: 'mpesa_paybill', receipt: 'R1', amount: 1n, accountReference, paidAt: ports.now }, ports);
    expect(await receive('nobody')).toEqual({ result: { matched: false, why: 'unknown' }, events: [] });
    expect(await receive('BSCCS00012026')).toEqual({ result: { matched: false, why: 'ambiguous' }, events: [] });
    expect(ports.tables.payments.rows).toEqual([]);
  });
});

describe('Any sequence of invoices, payments and credit', () => {
  const lines = fc.array(fc.bigInt({ min: 1n, max: 5_000n }), { minLength: 1, maxLength: 3 });
  const step = fc.oneof(
    fc.record({ kind: fc.constant('issue' as const), lines, due: fc.integer({ min: 0, max: 90 }) }),
    fc.record({ kind: fc.constant('pay' as const), amount: fc.bigInt({ min: 1n, max: 12_000n }) }),
    fc.record({ kind: fc.constant('credit' as const), pick: fc.nat(20), share: fc.bigInt({ min: 1n, max: 100n }) }),
    fc.record({ kind: fc.constant('reverse' as const), pick: fc.nat(20) }),
  );

  async function run(steps: readonly (typeof step extends fc.Arbitrary<infer Step> ? Step : never)[]) {
    const { ports, student, pay } = await aStudent();
    for (const each of steps) {
      if (each.kind === 'issue') {
        const due = ports.today.add({ days: each.due }).toString();
        await anIssuedInvoice(
          ports,
          student,
          due,
          each.lines.map((amount) => charge(amount)),
        );
      } else if (each.kind === 'pay') {
        await pay(each.amount);
      } else if (each.kind === 'credit') {
        const open = await ports.invoices.openOf(student.id);
        const invoice = open[each.pick % (open.length || 1)];
        const amount = invoice ? (balanceOf(invoice) * each.share) / 100n : 0n;
        if (invoice && amount > 0n) await issueCreditNote({ invoiceId: invoice.id, amount, reason: 'x' }, ports);
      } else {
        const existing = ports.tables.payments.rows.filter((payment) => payment.state !== 'reversed');
        const payment = existing[each.pick % (existing.length || 1)];
        if (payment) await reversePayment({ paymentId: payment.id, reason: 'x' }, ports);
      }
    }
    return { ports, student, pay };
  }

  function expectBooksToAgree(ports: Awaited<ReturnType<typeof run>>['ports']): void {
    const { invoices, invoiceLines, payments, allocations } = ports.tables;
    const existing = allocations.rows.filter((allocation) => allocation.unwoundAt === null);
    for (const invoice of invoices.rows) {
      const own = existing.filter((allocation) => allocation.invoiceId === invoice.id);
      const ownLines = invoiceLines.rows.filter((line) => line.invoiceId === invoice.id);
      expect(invoice.paid).toBe(sum(own.map((allocation) => allocation.amount)));
      expect(invoice.paid).toBe(sum(ownLines.map((line) => line.paid)));
      expect(ownLines.every((line) => line.paid >= 0n && line.paid <= line.amount - line.discount)).toBe(true);
      const balance = balanceOf(invoice);
      expect(balance >= 0n).toBe(true);
      expect(invoice.state).toBe(balance === 0n ? 'paid' : invoice.paid > 0n ? 'partially_paid' : 'issued');
    }
    for (const payment of payments.rows) {
      const own = existing.filter((allocation) => allocation.paymentId === payment.id);
      expect(payment.allocated).toBe(sum(own.map((allocation) => allocation.amount)));
      expect(unappliedOf(payment) >= 0n).toBe(true);
      if (payment.state !== 'reversed') expect(payment.allocated + unappliedOf(payment)).toBe(payment.amount);
    }
  }

  it('keeps invoices, lines, payments and allocations in agreement', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 14 }), async (steps) => {
        const { ports } = await run(steps);
        expectBooksToAgree(ports);
      }),
      { numRuns: 60 },
    );
  });

  it('is restored by the reversal of the payment that came last', async () => {
    const figures = (ports: Awaited<ReturnType<typeof run>>['ports']) => ({
      invoices: ports.tables.invoices.rows.map((each) => [each.state, each.paid, each.credited]),
      lines: ports.tables.invoiceLines.rows.map((line) => line.paid),
      payments: ports.tables.payments.rows.map((each) => [each.state, each.allocated]),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { maxLength: 10 }),
        fc.bigInt({ min: 1n, max: 20_000n }),
        async (steps, amount) => {
          const { ports, pay } = await run(steps);
          const before = figures(ports);
          const { result } = await pay(amount);
          await reversePayment({ paymentId: result.id, reason: 'x' }, ports);
          const after = figures(ports);
          expect({ ...after, payments: after.payments.slice(0, -1) }).toEqual(before);
          expectBooksToAgree(ports);
        },
      ),
      { numRuns: 60 },
    );
  });
});
