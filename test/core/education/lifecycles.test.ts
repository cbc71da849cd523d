import { describe, expect, it } from 'vitest';
import { Enrolment } from '#core/education/enrolment/enrolment.ts';
import { enrolmentLifecycle } from '#core/education/enrolment/lifecycle.ts';
import { Invoice } from '#core/education/invoice/invoice.ts';
import { invoiceLifecycle } from '#core/education/invoice/lifecycle.ts';
import { InvoiceReservation, reservationLifecycle } from '#core/education/invoice/reservation.ts';
import { paymentLifecycle } from '#core/education/payment/lifecycle.ts';
import { InvoicePayment } from '#core/education/payment/payment.ts';
import { Programme, programmeLifecycle } from '#core/education/programme/programme.ts';
import { resultLifecycle } from '#core/education/result/lifecycle.ts';
import type { Marks } from '#core/education/result/marks.ts';
import { Result } from '#core/education/result/result.ts';
import { Sponsorship, sponsorshipLifecycle } from '#core/education/sponsorship/sponsorship.ts';
import { studentLifecycle } from '#core/education/student/lifecycle.ts';
import { Student } from '#core/education/student/student.ts';
import { DomainError } from '#core/kernel/domain-error.ts';
import type { DomainEvent } from '#core/kernel/event.ts';
import { availableActions, type Lifecycle } from '#core/kernel/lifecycle.ts';
import { day, instant } from '#test/support/education-school.ts';

const ON = day('2026-02-01');
const AT = instant('2026-02-01T06:00:00Z');

type Emitted = DomainEvent | readonly DomainEvent[] | null;
type Commands<Subject, Action extends string> = { readonly [A in Action]: (subject: Subject) => Emitted };

/** Every action in every state: it moves as the table says and emits its event, or it is refused and nothing moved. */
function everyPair<State extends string, Action extends string, Subject>(input: {
  cycle: Lifecycle<State, Action>;
  make: (state: State) => Subject;
  stateOf: (subject: Subject) => State;
  /** Every verb but the one that creates the record. */
  commands: Commands<Subject, Action>;
}): void {
  const { cycle, make, stateOf, commands } = input;
  const actions = (Object.keys(cycle.verbs) as Action[]).filter((action) => cycle.verbs[action].from.length > 0);
  const pairs = cycle.states.flatMap((state) => actions.map((action) => [state, action] as const));

  it('has pairs to try', () => expect(pairs).toHaveLength(cycle.states.length * actions.length));

  it.each(pairs)('%s, %s', (state, action) => {
    const subject = make(state);
    const verb = cycle.verbs[action];
    if (!verb.from.includes(state)) {
      const before = Object.entries(subject as object);
      const refusal = catchRefusal(() => commands[action](subject));
      expect(refusal.code).toBe('invalid_state_transition');
      expect(refusal.details).toEqual({
        current_state: state,
        action,
        allowed_actions: availableActions(cycle, state),
      });
      expect(Object.entries(subject as object)).toEqual(before);
      return;
    }
    const events = commands[action](subject);
    expect([verb.to].flat()).toContain(stateOf(subject));
    const types = [events].flat().map((emitted) => emitted?.type);
    expect([verb.emits, ...Object.values(verb.emitsInto ?? {})]).toContain(types[0]);
  });
}

function catchRefusal(act: () => unknown): DomainError {
  try {
    act();
  } catch (error) {
    if (error instanceof DomainError) return error;
    throw error;
  }
  throw new Error('The command was not refused.');
}

const unused = () => null;

describe('A student', () => {
  const make = (state: Student['state']): Student => {
    const student = Student.register({
      uuid: 'u',
      admissionNo: 'A/1',
      payCode: 'S1',
      programmeId: 1,
      details: { firstName: 'A', lastName: 'B', guardians: [] } as never,
    });
    return Object.assign(student, { id: 1, state });
  };
  everyPair({
    cycle: studentLifecycle,
    make,
    stateOf: (student) => student.state,
    commands: {
      register: unused,
      edit: (student) => student.edit({ firstName: 'C' }),
      admit: (student) => student.admit(ON),
      activate: (student) => student.activate(),
      defer: (student) => student.defer(day('2026-09-01'), null),
      resume: (student) => student.resume(),
      suspend: (student) => student.suspend('exam irregularity'),
      reinstate: (student) => student.reinstate(),
      withdraw: (student) => student.withdraw(null),
      readmit: (student) => student.readmit(ON),
      discontinue: (student) => student.discontinue('third failure'),
      complete: (student) => student.complete(ON, []),
      graduate: (student) => student.graduate(0n, null),
      record_death: (student) => student.recordDeath(),
      erase: (student) => student.erase(),
    },
  });
});

describe('An enrolment', () => {
  const make = (state: Enrolment['state']): Enrolment => {
    const enrolment = Enrolment.enrol({
      uuid: 'u',
      studentId: 1,
      programmeId: 1,
      academicYearId: 1,
      termId: 1,
      intakeId: null,
      yearOfStudy: 1,
      units: [],
      enrolledOn: ON,
      boarding: false,
    });
    return Object.assign(enrolment, { id: 1, state });
  };
  everyPair({
    cycle: enrolmentLifecycle,
    make,
    stateOf: (enrolment) => enrolment.state,
    commands: {
      enrol: unused,
      edit: (enrolment) => enrolment.edit({ boarding: true }),
      confirm: (enrolment) => enrolment.confirm(),
      cancel: (enrolment) => enrolment.cancel(ON, null),
      complete: (enrolment) => enrolment.complete(ON),
      defer: (enrolment) => enrolment.defer(day('2026-09-01')),
      resume: (enrolment) => enrolment.resume(),
      transfer: (enrolment) => enrolment.transferTo(make('enrolled'), ON, null),
      withdraw: (enrolment) => enrolment.withdraw(ON, null),
      discontinue: (enrolment) => enrolment.discontinue(ON, null),
    },
  });
});

describe('An invoice', () => {
  // Its figures agree with the state where a verb needs them to.
  const make = (state: Invoice['state']): Invoice => {
    const invoice = Invoice.draft({
      uuid: 'u',
      studentId: 1,
      enrolmentId: null,
      termId: null,
      feeStructureId: null,
      dueDate: day('2026-03-01'),
      payer: { type: 'self', ref: null },
    });
    invoice.sumUp([{ amount: 1000n, discount: 0n }]);
    return Object.assign(invoice, { id: 1, state });
  };
  everyPair({
    cycle: invoiceLifecycle,
    make,
    stateOf: (invoice) => invoice.state,
    commands: {
      draft: unused,
      edit: (invoice) => invoice.edited(['payer']),
      discard: (invoice) => invoice.discard(),
      issue: (invoice) => invoice.issue({ number: 'INV-2026-000001', payCode: 'V', on: ON }),
      settle: (invoice) => invoice.receive(1000n),
      credit: (invoice) => invoice.credit(400n),
      reopen: (invoice) => {
        const paid = invoice.paid;
        invoice.paid = 500n;
        try {
          return invoice.release(500n);
        } catch (error) {
          invoice.paid = paid;
          throw error;
        }
      },
      fall_overdue: (invoice) => invoice.fallOverdue(day('2026-03-02')) ?? notOverdue(invoice),
      void: (invoice) => invoice.void('wrong student', AT, null),
      write_off: (invoice) => invoice.writeOff('uncollectable', AT, null),
    },
  });

  /** An invoice that can't be overdue is passed over, not refused: the table's refusal stands for it here. */
  function notOverdue(invoice: Invoice): never {
    throw refusalOf(invoice, 'fall_overdue');
  }

  function refusalOf(invoice: Invoice, action: string): DomainError {
    const allowed = availableActions(invoiceLifecycle, invoice.state);
    const details = { current_state: invoice.state, action, allowed_actions: allowed };
    return new DomainError('conflict', 'invalid_state_transition', '', details);
  }
});

describe('A payment', () => {
  const make = (state: InvoicePayment['state']): InvoicePayment => {
    const payment = InvoicePayment.receive({
      uuid: 'u',
      studentId: 1,
      invoiceId: null,
      amount: 1000n,
      method: 'loan',
      reference: 'r',
      paidAt: AT,
      payerMemberId: null,
      loanId: 1,
      disbursementId: 1,
      designation: { invoiceId: 1, categories: null },
      recordedBy: 'lending',
    });
    // A surplus keeps money of an allocated payment, and an allocated one has no other money left.
    const figures = state === 'allocated' ? { allocated: 900n, surplus: 100n } : {};
    return Object.assign(payment, { id: 1, state, ...figures });
  };
  everyPair({
    cycle: paymentLifecycle,
    make,
    stateOf: (payment) => payment.state,
    commands: {
      receive: unused,
      allocate: (payment) => payment.allocate(100n),
      miss_invoice: (payment) => payment.missInvoice(),
      hold_surplus: (payment) => payment.holdSurplus(),
      return_surplus: (payment) => payment.returnSurplus(AT),
      reverse: (payment) => payment.reverse('cheque bounced', AT),
    },
  });
});

describe('A result', () => {
  const marks: Marks = {
    components: [{ kind: 'exam', label: 'Exam', maxScore: '100', score: '58', weightBp: 10_000 }],
    scoreStatus: 'fully_graded',
    totalMark: '58.00',
    grade: 'C',
    gradePoints: '2.0',
    remark: 'pass',
  };
  const make = (state: Result['state']): Result => {
    const result = Result.record({
      uuid: 'u',
      studentId: 1,
      enrolmentId: 1,
      unitId: 1,
      academicYearId: 1,
      termId: 1,
      attempt: 1,
      gradingScaleId: 1,
      marks,
      enteredBy: 'lecturer',
    });
    return Object.assign(result, { id: 1, state });
  };
  const facts = { by: 'dean', at: AT, marks, scaleVersion: 1, self: false };
  everyPair({
    cycle: resultLifecycle,
    make,
    stateOf: (result) => result.state,
    commands: {
      record: unused,
      edit: (result) => {
        try {
          return result.edit({ ...marks, totalMark: '59.00' }, 'lecturer');
        } catch (error) {
          // Published marks say more than the table does: amend instead.
          const locked = error instanceof DomainError && error.code === 'result_locked';
          if (!locked) throw error;
          const allowed = availableActions(resultLifecycle, result.state);
          const details = { current_state: result.state, action: 'edit', allowed_actions: allowed };
          throw new DomainError('conflict', 'invalid_state_transition', '', details);
        }
      },
      submit: (result) => result.submit('lecturer'),
      return: (result) => result.return('check question 4'),
      publish: (result) => result.publish(facts),
      amend: (result) => result.amend({ ...facts, reason: 'a page was missed' }),
      withhold: (result) => result.withhold('fees'),
      release: (result) => result.release(),
      void: (result) => result.void('wrong unit'),
    },
  });
});

describe('A programme', () => {
  const make = (state: Programme['state']): Programme => {
    const programme = Programme.offer({ uuid: 'u', code: 'BSC', details: { name: 'x' } as never });
    return Object.assign(programme, { id: 1, state });
  };
  everyPair({
    cycle: programmeLifecycle,
    make,
    stateOf: (programme) => programme.state,
    commands: {
      offer: unused,
      edit: (programme) => programme.edit({ name: 'y' }),
      retire: (programme) => programme.retire(),
      reactivate: (programme) => programme.reactivate(),
    },
  });
});

describe('A sponsorship', () => {
  const make = (consent: Sponsorship['consent']): Sponsorship => {
    const facts = { uuid: 'u', memberId: 1, studentId: 1, relationship: null, shareBp: null, startedOn: ON };
    return Object.assign(Sponsorship.sponsor(facts), { id: 1, consent });
  };
  everyPair({
    cycle: sponsorshipLifecycle,
    make,
    stateOf: (sponsorship) => sponsorship.consent,
    commands: {
      sponsor: unused,
      grant: (sponsorship) => sponsorship.grant('marks', 'guardian', AT),
      revoke: (sponsorship) => sponsorship.revoke('guardian', AT),
      end: (sponsorship) => sponsorship.end(ON),
    },
  });
});

describe('A reservation of an invoice', () => {
  const make = (state: InvoiceReservation['state']): InvoiceReservation => {
    const facts = { uuid: 'u', invoiceId: 1, loanUuid: 'l', amount: 1n, expiresAt: AT };
    return Object.assign(InvoiceReservation.reserve(facts), { id: 1, state });
  };
  everyPair({
    cycle: reservationLifecycle,
    make,
    stateOf: (reservation) => reservation.state,
    commands: {
      reserve: unused,
      renew: (reservation) => reservation.renew(2n, AT),
      promise: (reservation) => reservation.promise({ disbursementUuid: 'd', amount: 1n, paidBefore: 0n }),
      release: (reservation) => reservation.release(),
      use: (reservation) => reservation.use(),
    },
  });
});
