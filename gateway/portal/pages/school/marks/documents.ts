import { graphql } from '../../../graph/generated/gql.ts';
import type { MarksClassQuery } from '../../../graph/generated/graphql.ts';

/** What a class is chosen from. */
export const CHOICES = graphql(`
  query MarksChoices($programmeId: ID, $hasProgramme: Boolean!) {
    programmes(first: 30) {
      nodes {
        id
        code
        name
      }
    }
    academicYears(first: 4) {
      nodes {
        id
        name
        terms {
          id
          name
        }
      }
    }
    units(first: 60, filter: { programmeId: $programmeId }) @include(if: $hasProgramme) {
      nodes {
        id
        code
        title
      }
    }
  }
`);

/** The students who take a unit in a term, with their marks in it. */
export const CLASS = graphql(`
  query MarksClass(
    $programmeId: ID!
    $filter: EnrolmentFilter!
    $unitId: ID!
    $attempt: Int!
    $ofClass: ResultFilter!
    $first: Int
    $after: String
    $last: Int
    $before: String
  ) {
    programme(id: $programmeId) {
      id
      gradingScale {
        weights {
          kind
          weightBp
        }
      }
    }
    results(filter: $ofClass, first: 1) {
      nodes {
        components {
          kind
          label
          maxScore
          weightBp
        }
      }
    }
    enrolments(filter: $filter, first: $first, after: $after, last: $last, before: $before) {
      nodes {
        id
        student {
          id
          admissionNo
          firstName
          lastName
        }
        result(unitId: $unitId, attempt: $attempt) {
          id
          version
          state
          availableActions
          scoreStatus
          totalMark
          grade
          returnReason
          components {
            kind
            label
            maxScore
            score
            weightBp
          }
        }
      }
      pageInfo {
        hasNextPage
        hasPreviousPage
        startCursor
        endCursor
      }
    }
  }
`);

export const OPEN_RESULTS = graphql(`
  mutation RecordMarks($input: RecordResultsInput!, $idempotencyKey: String) {
    recordResults(input: $input, idempotencyKey: $idempotencyKey) {
      results {
        id
      }
      userErrors {
        code
        message
        path
      }
    }
  }
`);

export const CHANGE_RESULTS = graphql(`
  mutation ChangeMarks($input: ChangeResultsInput!, $idempotencyKey: String) {
    changeResults(input: $input, idempotencyKey: $idempotencyKey) {
      results {
        id
      }
      userErrors {
        code
        message
        path
      }
    }
  }
`);

export const SUBMIT_RESULTS = graphql(`
  mutation SubmitMarks($input: SubmitResultsInput!, $idempotencyKey: String) {
    submitResults(input: $input, idempotencyKey: $idempotencyKey) {
      results {
        id
      }
      userErrors {
        code
        message
        path
      }
    }
  }
`);

export const PUBLISH_RESULTS = graphql(`
  mutation PublishMarks($input: PublishResultsInput!, $idempotencyKey: String) {
    publishResults(input: $input, idempotencyKey: $idempotencyKey) {
      results {
        id
      }
      userErrors {
        code
        message
        path
      }
    }
  }
`);

export type Enrolled = NonNullable<MarksClassQuery['enrolments']>['nodes'][number];
export type Marked = NonNullable<Enrolled['result']>;
export type Weights = NonNullable<NonNullable<MarksClassQuery['programme']>['gradingScale']>['weights'];
