import type { EnrolmentState } from '../../graph/generated/graphql.ts';

type Studying = {
  /** As it was at the admission. */
  readonly yearOfStudy: number;
  /** The newest first; absent for who may not read them. */
  readonly enrolments?: {
    readonly nodes: readonly { readonly state: EnrolmentState; readonly yearOfStudy: number }[];
  } | null;
};

/** The year in which a student is enrolled, or was last; before the first enrolment, the one that they were admitted to. */
export const yearStudied = ({ yearOfStudy, enrolments }: Studying): number =>
  enrolments?.nodes.find(({ state }) => state !== 'CANCELLED')?.yearOfStudy ?? yearOfStudy;
