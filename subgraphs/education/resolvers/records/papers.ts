import { invalidField } from '#core/kernel/field-error.ts';
import type { Period, View } from '#platform/app/views.ts';
import type { Resolvers } from '../../../schema.ts';
import type { EducationContext } from '../../context.ts';

type Days = { readonly from?: Temporal.PlainDate | null; readonly to?: Temporal.PlainDate | null };

/** @throws DomainError validation_failed (invalid) where the days are the wrong way round */
function periodOf({ from = null, to = null }: Days): Period {
  if (from && to && Temporal.PlainDate.compare(from, to) > 0) {
    throw invalidField('to', 'range', 'to is before from. Send the later day as to.');
  }
  return { from, to };
}

/** What a school gives a student on paper: fields of Student, and what they show. */
export const paperFields = {
  statement: (student: View<'students'>, days: Days, { loaders }: EducationContext) =>
    loaders.statementsIn(periodOf(days)).load(student.id),
  transcript: (student: View<'students'>, days: Days, { loaders }: EducationContext) =>
    loaders.transcriptsIn(periodOf(days)).load(student.id),
};

export const papers: Resolvers<EducationContext> = {
  StudentStatement: {
    openingBalance: ({ opening }: View<'statements', 'ofStudents'>) => opening,
    closingBalance: ({ closing }: View<'statements', 'ofStudents'>) => closing,
  },
  StatementLine: { recordId: ({ record }: View<'statements', 'ofStudents'>['lines'][number]) => record.uuid },
  TranscriptTerm: {
    academicYear: ({ academicYear }: View<'transcripts', 'ofStudents'>['terms'][number], _, { loaders }) =>
      loaders.academicYears.byId.load(academicYear.id),
    term: ({ term }: View<'transcripts', 'ofStudents'>['terms'][number], _, { loaders }) =>
      term && loaders.terms.byId.load(term.id),
  },
};
