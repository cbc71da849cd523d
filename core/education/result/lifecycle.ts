import { lifecycle, type ActionOf, type StateOf } from '../../kernel/lifecycle.ts';

export const resultLifecycle = lifecycle('result', ['draft', 'submitted', 'published', 'withheld', 'void'], {
  record: { from: [], to: 'draft', emits: 'result.created', means: 'A lecturer opens a result.' },
  edit: {
    from: ['draft', 'submitted'],
    to: ['draft', 'submitted'],
    emits: 'result.updated',
    means: 'Scores are entered; the state stays.',
  },
  submit: { from: ['draft'], to: 'submitted', emits: 'result.submitted', means: 'The lecturer hands the marks in.' },
  return: { from: ['submitted'], to: 'draft', emits: 'result.returned', means: 'The examiner sends the marks back.' },
  publish: {
    from: ['submitted'],
    to: 'published',
    emits: 'result.published',
    means: 'Another person releases complete marks; the scale’s edition is frozen.',
  },
  amend: {
    from: ['published'],
    to: 'published',
    emits: 'result.amended',
    needsReason: true,
    means: 'Published marks are corrected; the old version stays readable.',
  },
  withhold: {
    from: ['published'],
    to: 'withheld',
    emits: 'result.withheld',
    means: 'The school keeps the marks back.',
  },
  release: { from: ['withheld'], to: 'published', emits: 'result.released', means: 'Withheld marks are shown again.' },
  void: {
    from: ['draft', 'submitted', 'published'],
    to: 'void',
    emits: 'result.voided',
    needsReason: true,
    means: 'The result was a mistake.',
  },
});

export type ResultState = StateOf<typeof resultLifecycle>;
export type ResultAction = ActionOf<typeof resultLifecycle>;
