import { event, type DomainEvent } from '../../kernel/event.ts';
import { advance, lifecycle, type ActionOf, type StateOf } from '../../kernel/lifecycle.ts';
import type { StudyMode } from '../study.ts';
import { namesOf } from '../../kernel/names.ts';

export const programmeLifecycle = lifecycle('programme', ['active', 'retired'], {
  offer: { from: [], to: 'active', emits: 'programme.created', means: 'The school offers a programme.' },
  edit: {
    from: ['active', 'retired'],
    to: ['active', 'retired'],
    emits: 'programme.updated',
    means: 'The programme’s particulars are changed.',
  },
  retire: { from: ['active'], to: 'retired', emits: 'programme.retired', means: 'No new students are admitted.' },
  reactivate: {
    from: ['retired'],
    to: 'active',
    emits: 'programme.reactivated',
    means: 'The programme is offered again.',
  },
});
export type ProgrammeState = StateOf<typeof programmeLifecycle>;

export const PROGRAMME_LEVELS = [
  'short_course',
  'artisan',
  'craft_certificate',
  'diploma',
  'higher_diploma',
  'bachelors',
  'masters',
  'phd',
  'secondary',
] as const;
export type ProgrammeLevel = (typeof PROGRAMME_LEVELS)[number];

/** What a caller may write of a programme. */
export type ProgrammeDetails = {
  name: string;
  level: ProgrammeLevel;
  department: string | null;
  mode: StudyMode;
  durationTerms: number;
  gradingScaleId: number;
  kuccpsCode: string | null;
};

/** A course of study that leads to an award. */
export class Programme implements ProgrammeDetails {
  id!: number;
  uuid!: string;
  version!: number;
  createdAt!: Temporal.Instant;
  updatedAt!: Temporal.Instant;
  code!: string;
  name!: string;
  level!: ProgrammeLevel;
  department!: string | null;
  mode!: StudyMode;
  durationTerms!: number;
  gradingScaleId!: number;
  kuccpsCode!: string | null;
  /** Partners know it as status. */
  state!: ProgrammeState;

  static offer(facts: { uuid: string; code: string; details: ProgrammeDetails }): Programme {
    const { details, ...plain } = facts;
    return Object.assign(new Programme(), plain, details, { state: 'active' as const });
  }

  offered(): DomainEvent {
    return this.emit('offer');
  }

  /** Null where nothing changed. */
  edit(changes: Partial<ProgrammeDetails>): DomainEvent | null {
    const changed = namesOf(changes).filter((field) => changes[field] !== undefined && changes[field] !== this[field]);
    if (changed.length === 0) return null;
    for (const field of changed) Object.assign(this, { [field]: changes[field] });
    return this.emit('edit');
  }

  retire(): DomainEvent {
    this.state = advance(programmeLifecycle, this.state, 'retire');
    return this.emit('retire');
  }

  reactivate(): DomainEvent {
    this.state = advance(programmeLifecycle, this.state, 'reactivate');
    return this.emit('reactivate');
  }

  private emit(action: ActionOf<typeof programmeLifecycle>): DomainEvent {
    const type = programmeLifecycle.verbs[action].emits;
    return event(type, 'programme', this, { code: this.code, state: this.state });
  }
}
