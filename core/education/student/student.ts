import { refuse } from '../../kernel/domain-error.ts';
import { event, type DomainEvent } from '../../kernel/event.ts';
import { advance, requireAllowed, requireReason } from '../../kernel/lifecycle.ts';
import type { Cents } from '../../kernel/money.ts';
import type { IdentifyingTexts } from '../../kernel/personal-data.ts';
import { plainForm } from '../../kernel/plain-form.ts';
import { accountKey } from '../account-key.ts';
import { educationRefusals } from '../refusals.ts';
import type { SponsorshipType, StudyMode } from '../study.ts';
import { admissionNoForm } from './admission-no.ts';
import { studentLifecycle, type StudentAction, type StudentState } from './lifecycle.ts';
import { namesOf } from '../../kernel/names.ts';

/** A person who answers for a student; `memberId` where that person is a member of the society. */
export type Guardian = {
  readonly name: string;
  readonly relationship: string | null;
  readonly phone: string | null;
  readonly email: string | null;
  readonly primary: boolean;
  readonly memberId: number | null;
};

export type Gender = 'female' | 'male' | 'other' | 'undisclosed';

/** What a caller may write of a student; everything else follows from commands. */
export type StudentDetails = {
  firstName: string;
  middleName: string | null;
  lastName: string;
  gender: Gender;
  dateOfBirth: Temporal.PlainDate | null;
  nationalId: string | null;
  birthCertificateNo: string | null;
  passportNo: string | null;
  phone: string | null;
  email: string | null;
  county: string | null;
  country: string | null;
  intakeId: number | null;
  yearOfStudy: number;
  studyMode: StudyMode;
  sponsorshipType: SponsorshipType;
  kuccpsRef: string | null;
  kcseIndexNo: string | null;
  kcseYear: number | null;
  helbRef: string | null;
  guardians: readonly Guardian[];
};

/** A person who studies, or has applied to. Balances are derived from invoices and payments, never stored here. */
export class Student implements StudentDetails {
  id!: number;
  uuid!: string;
  version!: number;
  createdAt!: Temporal.Instant;
  updatedAt!: Temporal.Instant;
  admissionNo!: string;
  /** The admission number in the form in which payers' spellings are compared. */
  admissionKey!: string;
  /** What a payer types as the account of a paybill payment: at most 12 of A-Z0-9, with a check character. */
  payCode!: string;
  programmeId!: number;
  firstName!: string;
  middleName!: string | null;
  lastName!: string;
  gender!: Gender;
  dateOfBirth!: Temporal.PlainDate | null;
  nationalId!: string | null;
  birthCertificateNo!: string | null;
  passportNo!: string | null;
  /** E.164. */
  phone!: string | null;
  email!: string | null;
  county!: string | null;
  /** ISO 3166-1, two letters. */
  country!: string | null;
  intakeId!: number | null;
  yearOfStudy!: number;
  studyMode!: StudyMode;
  sponsorshipType!: SponsorshipType;
  kuccpsRef!: string | null;
  kcseIndexNo!: string | null;
  kcseYear!: number | null;
  helbRef!: string | null;
  guardians!: readonly Guardian[];
  state!: StudentState;
  stateReason!: string | null;
  deferredUntil!: Temporal.PlainDate | null;
  admittedOn!: Temporal.PlainDate | null;
  completedOn!: Temporal.PlainDate | null;
  /** True after an erasure: the personal particulars are gone for good. */
  /** Names and numbers that were changed since; null where there are none. */
  formerTexts!: IdentifyingTexts | null;
  erased!: boolean;

  /** A new applicant. The details were checked by the use case. */
  static register(facts: {
    uuid: string;
    admissionNo: string;
    payCode: string;
    programmeId: number;
    details: StudentDetails;
  }): Student {
    const student = new Student();
    student.uuid = facts.uuid;
    student.setAdmissionNo(facts.admissionNo);
    student.payCode = facts.payCode;
    student.programmeId = facts.programmeId;
    Object.assign(student, facts.details);
    student.state = 'applicant';
    student.stateReason = null;
    student.deferredUntil = null;
    student.admittedOn = null;
    student.completedOn = null;
    student.formerTexts = null;
    student.erased = false;
    return student;
  }

  /** The event of a registration. */
  registered(): DomainEvent {
    return event(studentLifecycle.verbs.register.emits, 'student', this, { state: this.state });
  }

  setAdmissionNo(admissionNo: string): void {
    this.admissionNo = admissionNo.trim();
    this.admissionKey = accountKey(admissionNo);
  }

  hasAdmissionNo(admissionNo: string): boolean {
    return admissionNoForm(this.admissionNo) === admissionNoForm(admissionNo);
  }

  /**
   * Takes changed particulars.
   * @returns the event, naming the changed fields as partners spell them; null where nothing changed
   */
  edit(changes: Partial<StudentDetails>, alsoChanged: readonly string[] = []): DomainEvent | null {
    this.requireNotErased();
    requireAllowed(studentLifecycle, this.state, 'edit');
    const changed = namesOf(changes).filter(
      (field) => changes[field] !== undefined && !sameValue(changes[field], this[field]),
    );
    for (const field of changed) Object.assign(this, { [field]: changes[field] });
    const fields = [...alsoChanged, ...changed.map(snakeCase)];
    if (fields.length === 0) return null;
    return event(studentLifecycle.verbs.edit.emits, 'student', this, { changed: fields });
  }

  admit(on: Temporal.PlainDate): DomainEvent {
    const emitted = this.move('admit');
    this.admittedOn = on;
    return emitted;
  }

  /** Follows from the first confirmed enrolment. */
  activate(): DomainEvent {
    return this.move('activate');
  }

  defer(until: Temporal.PlainDate, reason: string | null): DomainEvent {
    const emitted = this.move('defer', reason, { until: until.toString() });
    this.deferredUntil = until;
    return emitted;
  }

  resume(): DomainEvent {
    const emitted = this.move('resume');
    this.deferredUntil = null;
    return emitted;
  }

  suspend(reason: string | null): DomainEvent {
    return this.move('suspend', reason);
  }

  reinstate(): DomainEvent {
    return this.move('reinstate');
  }

  withdraw(reason: string | null): DomainEvent {
    const emitted = this.move('withdraw', reason);
    this.deferredUntil = null;
    return emitted;
  }

  readmit(on: Temporal.PlainDate): DomainEvent {
    const emitted = this.move('readmit');
    this.admittedOn = on;
    return emitted;
  }

  discontinue(reason: string | null): DomainEvent {
    return this.move('discontinue', reason);
  }

  /**
   * Ends the studies with success.
   * @param missingUnits codes of required units without a pass
   * @throws DomainError units_outstanding (conflict)
   */
  complete(on: Temporal.PlainDate, missingUnits: readonly string[]): DomainEvent {
    requireAllowed(studentLifecycle, this.state, 'complete');
    if (missingUnits.length > 0) {
      throw refuse(
        educationRefusals.units_outstanding,
        `${missingUnits.length} required units are not passed: ${missingUnits.join(', ')}.`,
        { student_id: this.id, missing_units: missingUnits },
      );
    }
    const emitted = this.move('complete');
    this.completedOn = on;
    return emitted;
  }

  /**
   * Confers the award.
   * @param balanceDue what the student owes, in minor units
   * @param overrideReason why the award is conferred in spite of a debt; null without an override
   * @throws DomainError balance_outstanding (conflict)
   */
  graduate(balanceDue: Cents, overrideReason: string | null): DomainEvent {
    requireAllowed(studentLifecycle, this.state, 'graduate');
    if (balanceDue > 0n && overrideReason === null) {
      throw refuse(
        educationRefusals.balance_outstanding,
        `The student owes ${balanceDue} cents; settle them or override with a reason.`,
        { student_id: this.id, balance_due: balanceDue },
      );
    }
    return this.move('graduate', overrideReason);
  }

  recordDeath(): DomainEvent {
    return this.move('record_death');
  }

  /** @throws DomainError student_erased, invalid_state_transition (conflict) */
  requireErasable(): void {
    this.requireNotErased();
    requireAllowed(studentLifecycle, this.state, 'erase');
  }

  /** Clears everything personal; the id, the pay code and the financial and academic record stay. */
  erase(): DomainEvent {
    this.requireErasable();
    // From the part of the uuid that is chance: a number that people see reveals nothing of how many there are.
    this.setAdmissionNo(`ERASED-${this.uuid.slice(-12).toUpperCase()}`);
    Object.assign(this, {
      firstName: 'Erased',
      middleName: null,
      lastName: 'Erased',
      gender: 'undisclosed',
      dateOfBirth: null,
      nationalId: null,
      birthCertificateNo: null,
      passportNo: null,
      phone: null,
      email: null,
      county: null,
      country: null,
      kuccpsRef: null,
      kcseIndexNo: null,
      kcseYear: null,
      helbRef: null,
      guardians: [],
      stateReason: null,
      formerTexts: null,
      erased: true,
    } satisfies Partial<Student>);
    return event(studentLifecycle.verbs.erase.emits, 'student', this);
  }

  private move(action: StudentAction, reason: string | null = null, facts: Record<string, string> = {}): DomainEvent {
    const from = this.state;
    const to = advance(studentLifecycle, from, action);
    requireReason(studentLifecycle, action, reason);
    this.state = to;
    this.stateReason = reason;
    // The reason stays out of the event: it may be personal.
    return event(studentLifecycle.verbs[action].emits, 'student', this, { action, from, to, ...facts });
  }

  private requireNotErased(): void {
    if (!this.erased) return;
    throw refuse(educationRefusals.student_erased, 'The particulars of this student were erased and stay so.', {
      student_id: this.id,
    });
  }
}

function snakeCase(field: string): string {
  return field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

function sameValue(a: unknown, b: unknown): boolean {
  if (a instanceof Temporal.PlainDate && b instanceof Temporal.PlainDate) return a.equals(b);
  return a === b || (Array.isArray(a) && Array.isArray(b) && plainForm(a) === plainForm(b));
}
