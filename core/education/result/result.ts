import type { Words } from '../../kernel/step-fields.ts';
import { refuse, type Details, type DomainError } from '../../kernel/domain-error.ts';
import { event, type DomainEvent } from '../../kernel/event.ts';
import { advance, requireAllowed, requireReason } from '../../kernel/lifecycle.ts';
import { educationRefusals } from '../refusals.ts';
import { resultLifecycle, type ResultAction, type ResultState } from './lifecycle.ts';
import { keepsScores, sameMarks, type Marks, type ResultComponent } from './marks.ts';
import { ResultVersion } from './result-version.ts';

export type WithholdReason = 'fees' | 'discipline' | 'missing_marks';
export const WITHHOLD_REASON: Words<WithholdReason> = {
  name: 'WithholdReason',
  means: 'Why marks are withheld.',
  words: { fees: 'Fees are owed.', discipline: 'A matter of discipline.', missing_marks: 'Other marks are missing.' },
};

/** How a student did in a unit, in one attempt. */
export class Result {
  id!: number;
  uuid!: string;
  version!: number;
  createdAt!: Temporal.Instant;
  updatedAt!: Temporal.Instant;
  studentId!: number;
  enrolmentId!: number;
  unitId!: number;
  academicYearId!: number;
  termId!: number | null;
  /** 1 first, 2 supplementary, 3 retake. */
  attempt!: number;
  components!: readonly ResultComponent[];
  scoreStatus!: Marks['scoreStatus'];
  totalMark!: string | null;
  grade!: string | null;
  gradePoints!: string | null;
  remark!: Marks['remark'];
  gradingScaleId!: number;
  /** The edition of the scale, frozen at the first publication; null before. */
  scaleVersion!: number | null;
  state!: ResultState;
  /** How many versions were published: 1 at first, one more with each amendment. */
  publishedVersion!: number;
  /** Who entered scores last. */
  enteredBy!: string;
  /** Who else entered some of those that stand. */
  alsoEnteredBy!: readonly string[];
  submittedBy!: string | null;
  publishedAt!: Temporal.Instant | null;
  publishedBy!: string | null;
  amended!: boolean;
  amendedAt!: Temporal.Instant | null;
  amendedBy!: string | null;
  amendmentReason!: string | null;
  withheldReason!: WithholdReason | null;
  returnReason!: string | null;
  voidReason!: string | null;

  static record(facts: {
    uuid: string;
    studentId: number;
    enrolmentId: number;
    unitId: number;
    academicYearId: number;
    termId: number | null;
    attempt: number;
    gradingScaleId: number;
    marks: Marks;
    enteredBy: string;
  }): Result {
    const { marks, ...plain } = facts;
    return Object.assign(new Result(), plain, marks, {
      scaleVersion: null,
      alsoEnteredBy: [],
      state: 'draft' as const,
      publishedVersion: 0,
      submittedBy: null,
      publishedAt: null,
      publishedBy: null,
      amended: false,
      amendedAt: null,
      amendedBy: null,
      amendmentReason: null,
      withheldReason: null,
      returnReason: null,
      voidReason: null,
    });
  }

  /** The event of a new result. */
  recorded(): DomainEvent {
    return this.emit('record');
  }

  /**
   * Takes new scores before publication. Null where nothing changed.
   * @throws DomainError result_locked (conflict) once the marks were published
   */
  edit(marks: Marks, by: string): DomainEvent | null {
    this.requireEditable();
    if (sameMarks(marks, this)) return null;
    const before = keepsScores(marks, this) ? [...this.alsoEnteredBy, this.enteredBy] : [];
    this.take(marks);
    this.enteredBy = by;
    this.alsoEnteredBy = [...new Set(before)].filter((each) => each !== by);
    return this.emit('edit');
  }

  requireEditable(): void {
    if (this.state === 'published' || this.state === 'withheld') {
      throw refuse(educationRefusals.result_locked, `The result is ${this.state}; amend it with a reason instead.`, {
        result_id: this.id,
        current_state: this.state,
      });
    }
    requireAllowed(resultLifecycle, this.state, 'edit');
  }

  submit(by: string): DomainEvent {
    const emitted = this.move('submit');
    this.submittedBy = by;
    this.returnReason = null;
    return emitted;
  }

  return(reason: string | null): DomainEvent {
    const emitted = this.move('return');
    this.submittedBy = null;
    this.returnReason = reason;
    return emitted;
  }

  /**
   * Releases complete marks.
   * @param scaleVersion the edition of the scale under which the marks were worked out
   * @throws DomainError self_approval, result_incomplete (conflict)
   */
  publish(facts: {
    by: string;
    at: Temporal.Instant;
    marks: Marks;
    scaleVersion: number;
    /** The person who does it also entered the marks, and the institution wants two. */
    self: boolean;
  }): DomainEvent {
    requireAllowed(resultLifecycle, this.state, 'publish');
    if (facts.self) throw this.selfApproval();
    this.requireComplete(facts.marks);
    this.take(facts.marks);
    this.scaleVersion = facts.scaleVersion;
    this.publishedAt = facts.at;
    this.publishedBy = facts.by;
    this.publishedVersion = 1;
    return this.move('publish');
  }

  /**
   * Corrects published marks.
   * @throws DomainError validation_failed without a reason; self_approval, result_incomplete (conflict)
   */
  amend(facts: {
    by: string;
    at: Temporal.Instant;
    marks: Marks;
    scaleVersion: number;
    reason: string | null;
    /** The person who does it also entered the marks, and the institution wants two. */
    self: boolean;
  }): DomainEvent {
    requireAllowed(resultLifecycle, this.state, 'amend');
    requireReason(resultLifecycle, 'amend', facts.reason);
    if (facts.self) throw this.selfApproval();
    this.requireComplete(facts.marks);
    this.take(facts.marks);
    this.scaleVersion = facts.scaleVersion;
    this.publishedVersion += 1;
    this.amended = true;
    this.amendedAt = facts.at;
    this.amendedBy = facts.by;
    this.amendmentReason = facts.reason;
    return this.move('amend');
  }

  withhold(reason: WithholdReason): DomainEvent {
    requireAllowed(resultLifecycle, this.state, 'withhold');
    this.withheldReason = reason;
    return this.move('withhold');
  }

  release(): DomainEvent {
    requireAllowed(resultLifecycle, this.state, 'release');
    this.withheldReason = null;
    return this.move('release');
  }

  void(reason: string | null): DomainEvent {
    requireAllowed(resultLifecycle, this.state, 'void');
    requireReason(resultLifecycle, 'void', reason);
    this.voidReason = reason;
    return this.move('void');
  }

  /** What is published now, as a row of the history. */
  publishedRow(uuid: string): ResultVersion {
    return Object.assign(new ResultVersion(), {
      uuid,
      resultId: this.id,
      number: this.publishedVersion,
      components: this.components,
      scoreStatus: this.scoreStatus,
      totalMark: this.totalMark,
      grade: this.grade,
      gradePoints: this.gradePoints,
      remark: this.remark,
      gradingScaleId: this.gradingScaleId,
      scaleVersion: this.scaleVersion,
      publishedAt: this.amendedAt ?? this.publishedAt,
      publishedBy: this.amendedBy ?? this.publishedBy,
      reason: this.amendmentReason,
    });
  }

  private take(marks: Marks): void {
    this.components = marks.components;
    this.scoreStatus = marks.scoreStatus;
    this.totalMark = marks.totalMark;
    this.grade = marks.grade;
    this.gradePoints = marks.gradePoints;
    this.remark = marks.remark;
  }

  private selfApproval(): DomainError {
    return refuse(educationRefusals.self_approval, 'The one who entered these marks can’t publish or amend them.', {
      result_id: this.id,
      current_state: this.state,
    });
  }

  private requireComplete(marks: Marks): void {
    if (marks.scoreStatus !== 'partially_graded' && marks.scoreStatus !== 'incomplete') return;
    throw refuse(
      educationRefusals.result_incomplete,
      'A component has no score yet; incomplete marks are not published.',
      {
        result_id: this.id,
        current_state: this.state,
        missing: marks.components.filter((component) => component.score === null).map((component) => component.label),
      },
    );
  }

  private move(action: ResultAction): DomainEvent {
    this.state = advance(resultLifecycle, this.state, action);
    return this.emit(action);
  }

  /** Without marks: events stay readable for a month, and marks are shown while they are published alone. */
  private emit(action: ResultAction): DomainEvent {
    const withheld: Details = this.state === 'withheld' ? { reason: this.withheldReason } : {};
    return event(resultLifecycle.verbs[action].emits, 'result', this, {
      student_id: this.studentId,
      unit_id: this.unitId,
      attempt: this.attempt,
      state: this.state,
      published_version: this.publishedVersion,
      ...withheld,
    });
  }
}

/** True where API clients see the result at all: never before it was published. */
export function isVisible(result: Pick<Result, 'state'>): boolean {
  return result.state !== 'draft' && result.state !== 'submitted';
}
