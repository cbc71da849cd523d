import type { Command } from '../history.ts';
import { FIRST_NAMES } from './lender.ts';

const INVOICES = '/api/v1/invoices';
const components = (cat: string, exam: string | null) => [
  { kind: 'cat', label: 'CAT', max_score: '30', score: cat, weight_bp: 3000 },
  { kind: 'exam', label: 'Exam', max_score: '70', score: exam, weight_bp: 7000 },
];

/** What a school and those who pay it do. */
export const schoolCommands: readonly Command[] = [
  {
    name: 'register a student',
    weight: 2,
    make: (_, random) => ({
      method: 'POST',
      path: '/api/v1/students',
      body: {
        first_name: random.oneOf(FIRST_NAMES),
        last_name: 'Otieno',
        programme_id: random.between(1, 3),
        date_of_birth: '2004-05-14',
      },
    }),
  },
  {
    name: 'enrol',
    weight: 2,
    make: (known, random) => {
      const student = known.some('/api/v1/students', random);
      if (!student) return null;
      const body = {
        student_id: student.id,
        programme_id: student.programme?.id,
        academic_year_id: 1,
        term_id: random.between(1, 3),
      };
      return {
        method: 'POST',
        path: '/api/v1/enrolments',
        body: { ...body, year_of_study: 1, enrolled_on: known.day() },
      };
    },
  },
  {
    name: 'invoice',
    weight: 4,
    make: (known, random) => {
      const student = known.some('/api/v1/students', random);
      if (!student) return null;
      const line = (description: string, category: string) => ({
        description,
        fee_category: category,
        amount: random.between(1, 900) * 1_000,
        ...(random.chance(0.2) ? { discount: 333 } : {}),
      });
      return {
        method: 'POST',
        path: INVOICES,
        body: {
          student_id: student.id,
          due_date: known.day(random.between(-2, 40)),
          lines: random.chance(0.5)
            ? [line('Tuition', 'tuition')]
            : [line('Tuition', 'tuition'), line('Library', 'library')],
          issue: random.chance(0.8),
        },
      };
    },
  },
  {
    name: 'pay an invoice',
    weight: 7,
    make: (known, random) => {
      const invoice = known.some(INVOICES, random);
      if (!invoice) return null;
      const whole = random.chance(0.4);
      return {
        method: 'POST',
        path: `${INVOICES}/${invoice.id}/payments`,
        body: {
          amount: whole ? Math.max(invoice.balance, 1) : random.between(1, 500) * 1_777,
          method: random.oneOf(['mpesa_paybill', 'bank', 'bursary', 'cheque']),
          reference: known.receipt(random),
          paid_at: known.instant(-random.oneOf([0, 1, 600, 20_000])),
        },
      };
    },
  },
  {
    name: 'reverse an invoice payment',
    weight: 2,
    make: (known, random) => {
      const payment = known.some('invoice payments', random);
      return (
        payment && {
          method: 'PATCH',
          path: `${INVOICES}/${payment.invoice_id ?? 1}/payments/${payment.id}`,
          body: { action: 'reverse', reason: 'Bounced', cause: random.oneOf(['corrected', 'taken_back']) },
        }
      );
    },
  },
  {
    name: 'credit an invoice',
    weight: 1,
    make: (known, random) => {
      const invoice = known.some(INVOICES, random);
      const body = { amount: random.between(1, 90) * 1_000, reason: 'Charged twice' };
      return invoice && { method: 'POST', path: `${INVOICES}/${invoice.id}/credit_notes`, body };
    },
  },
  {
    name: 'enter a result',
    weight: 3,
    make: (known, random) => {
      const enrolment = known.some('/api/v1/enrolments', random);
      if (!enrolment) return null;
      const exam = random.chance(0.9) ? `${random.between(0, 69)}.5` : null;
      return {
        method: 'POST',
        path: '/api/v1/results',
        body: {
          student_id: enrolment.student_id,
          enrolment_id: enrolment.id,
          unit_id: random.between(1, 7),
          components: components(String(random.between(0, 30)), exam),
        },
      };
    },
  },
];
