import { event, type DomainEvent } from '../../kernel/event.ts';
import { advance, requireAllowed } from '../../kernel/lifecycle.ts';
import type { Details } from '../../kernel/domain-error.ts';
import { enrolmentLifecycle, type EnrolmentAction, type EnrolmentState } from './lifecycle.ts';

export const UNIT_STATUSES = ['registered', 'dropped', 'completed', 'retake', 'supplementary', 'exempt'] as const;
export type UnitStatus = (typeof UNIT_STATUSES)[number];
export type EnrolledUnit = { readonly unitId: number; readonly status: UnitStatus };

/** A student's place in a programme for one period: an academic year, or one term of it. */
export class Enrolment {
  id!: number;
  uuid!: string;
  version!: number;
  createdAt!: Temporal.Instant;
  updatedAt!: Temporal.Instant;
  studentId!: number;
  programmeId!: number;
  academicYearId!: number;
  termId!: number | null;
  intakeId!: number | null;
  yearOfStudy!: number;
  units!: readonly EnrolledUnit[];
  enrolledOn!: Temporal.PlainDate;
  boarding!: boolean;
  state!: EnrolmentState;
  deferredUntil!: Temporal.PlainDate | null;
  endedOn!: Temporal.PlainDate | null;
  endReason!: string | null;
  /** The enrolment that this one continues after a transfer. */
  transferredFromId!: number | null;
  /** The enrolment that continues this one after a transfer. */
  transferredToId!: number | null;

  static enrol(facts: {
    uuid: string;
    studentId: number;
    programmeId: number;
    academicYearId: number;
    termId: number | null;
    intakeId: number | null;
    yearOfStudy: number;
    units: readonly EnrolledUnit[];
    enrolledOn: Temporal.PlainDate;
    boarding: boolean;
  }): Enrolment {
    const enrolment = new Enrolment();
    Object.assign(enrolment, facts);
    enrolment.state = 'pending';
    enrolment.deferredUntil = null;
    enrolment.endedOn = null;
    enrolment.endReason = null;
    enrolment.transferredFromId = null;
    enrolment.transferredToId = null;
    return enrolment;
  }

  /** The enrolment in another programme that continues this one; it counts as enrolled from the start. */
  continuedIn(uuid: string, programmeId: number, on: Temporal.PlainDate): Enrolment {
    const next = Enrolment.enrol({
      uuid,
      studentId: this.studentId,
      programmeId,
      academicYearId: this.academicYearId,
      termId: this.termId,
      intakeId: this.intakeId,
      yearOfStudy: this.yearOfStudy,
      units: [],
      enrolledOn: on,
      boarding: this.boarding,
    });
    next.state = 'enrolled';
    next.transferredFromId = this.id;
    return next;
  }

  /** The event of a new enrolment. */
  created(): DomainEvent {
    return this.emit('enrol', { state: this.state, transferred_from_id: this.transferredFromId });
  }

  /** Changes units or boarding. Null where nothing changed. */
  edit(changes: { units?: readonly EnrolledUnit[]; boarding?: boolean }): DomainEvent | null {
    requireAllowed(enrolmentLifecycle, this.state, 'edit');
    const changed: string[] = [];
    if (changes.units !== undefined && !sameUnits(changes.units, this.units)) {
      this.units = changes.units;
      changed.push('units');
    }
    if (changes.boarding !== undefined && changes.boarding !== this.boarding) {
      this.boarding = changes.boarding;
      changed.push('boarding');
    }
    return changed.length === 0 ? null : this.emit('edit', { changed });
  }

  confirm(): DomainEvent {
    return this.move('confirm');
  }

  cancel(on: Temporal.PlainDate, reason: string | null): DomainEvent {
    return this.end('cancel', on, reason);
  }

  complete(on: Temporal.PlainDate): DomainEvent {
    return this.end('complete', on, null);
  }

  defer(until: Temporal.PlainDate): DomainEvent {
    const emitted = this.move('defer', { until: until.toString() });
    this.deferredUntil = until;
    return emitted;
  }

  resume(): DomainEvent {
    const emitted = this.move('resume');
    this.deferredUntil = null;
    return emitted;
  }

  /** Ends this enrolment in favour of the one that continues it. */
  transferTo(next: Enrolment, on: Temporal.PlainDate, reason: string | null): DomainEvent {
    const emitted = this.end('transfer', on, reason, { transferred_to_id: next.id });
    this.transferredToId = next.id;
    return emitted;
  }

  withdraw(on: Temporal.PlainDate, reason: string | null): DomainEvent {
    return this.end('withdraw', on, reason);
  }

  discontinue(on: Temporal.PlainDate, reason: string | null): DomainEvent {
    return this.end('discontinue', on, reason);
  }

  private end(
    action: EnrolmentAction,
    on: Temporal.PlainDate,
    reason: string | null,
    facts: Details = {},
  ): DomainEvent {
    const emitted = this.move(action, facts);
    this.endedOn = on;
    this.endReason = reason;
    this.deferredUntil = null;
    return emitted;
  }

  private move(action: EnrolmentAction, facts: Details = {}): DomainEvent {
    const from = this.state;
    this.state = advance(enrolmentLifecycle, from, action);
    return this.emit(action, { from, to: this.state, ...facts });
  }

  private emit(action: EnrolmentAction, facts: Details): DomainEvent {
    const data = { student_id: this.studentId, programme_id: this.programmeId, ...facts };
    return event(enrolmentLifecycle.verbs[action].emits, 'enrolment', this, data);
  }
}

function sameUnits(a: readonly EnrolledUnit[], b: readonly EnrolledUnit[]): boolean {
  return a.length === b.length && a.every((unit, i) => unit.unitId === b[i]?.unitId && unit.status === b[i].status);
}
