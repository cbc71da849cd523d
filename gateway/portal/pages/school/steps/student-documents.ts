import { graphql } from '../../../graph/generated/gql.ts';

/** What is done with a student, one mutation each. */

export const ADMIT_STUDENT = graphql(`
  mutation AdmitStudent($input: AdmitStudentInput!, $idempotencyKey: String, $version: Int) {
    admitStudent(input: $input, idempotencyKey: $idempotencyKey, version: $version) {
      student {
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

export const DEFER_STUDENT = graphql(`
  mutation DeferStudent($input: DeferStudentInput!, $idempotencyKey: String, $version: Int) {
    deferStudent(input: $input, idempotencyKey: $idempotencyKey, version: $version) {
      student {
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

export const RESUME_STUDENT = graphql(`
  mutation ResumeStudent($input: ResumeStudentInput!, $idempotencyKey: String, $version: Int) {
    resumeStudent(input: $input, idempotencyKey: $idempotencyKey, version: $version) {
      student {
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

export const SUSPEND_STUDENT = graphql(`
  mutation SuspendStudent($input: SuspendStudentInput!, $idempotencyKey: String, $version: Int) {
    suspendStudent(input: $input, idempotencyKey: $idempotencyKey, version: $version) {
      student {
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

export const REINSTATE_STUDENT = graphql(`
  mutation ReinstateStudent($input: ReinstateStudentInput!, $idempotencyKey: String, $version: Int) {
    reinstateStudent(input: $input, idempotencyKey: $idempotencyKey, version: $version) {
      student {
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

export const WITHDRAW_STUDENT = graphql(`
  mutation WithdrawStudent($input: WithdrawStudentInput!, $idempotencyKey: String, $version: Int) {
    withdrawStudent(input: $input, idempotencyKey: $idempotencyKey, version: $version) {
      student {
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

export const READMIT_STUDENT = graphql(`
  mutation ReadmitStudent($input: ReadmitStudentInput!, $idempotencyKey: String, $version: Int) {
    readmitStudent(input: $input, idempotencyKey: $idempotencyKey, version: $version) {
      student {
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

export const COMPLETE_STUDENT = graphql(`
  mutation CompleteStudent($input: CompleteStudentInput!, $idempotencyKey: String, $version: Int) {
    completeStudent(input: $input, idempotencyKey: $idempotencyKey, version: $version) {
      student {
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

export const GRADUATE_STUDENT = graphql(`
  mutation GraduateStudent($input: GraduateStudentInput!, $idempotencyKey: String, $version: Int) {
    graduateStudent(input: $input, idempotencyKey: $idempotencyKey, version: $version) {
      student {
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

export const DISCONTINUE_STUDENT = graphql(`
  mutation DiscontinueStudent($input: DiscontinueStudentInput!, $idempotencyKey: String, $version: Int) {
    discontinueStudent(input: $input, idempotencyKey: $idempotencyKey, version: $version) {
      student {
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

export const RECORD_STUDENT_DEATH = graphql(`
  mutation RecordStudentDeath($input: RecordStudentDeathInput!, $idempotencyKey: String, $version: Int) {
    recordStudentDeath(input: $input, idempotencyKey: $idempotencyKey, version: $version) {
      student {
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

export const ERASE_STUDENT = graphql(`
  mutation EraseStudent($input: EraseStudentInput!, $idempotencyKey: String, $version: Int) {
    eraseStudent(input: $input, idempotencyKey: $idempotencyKey, version: $version) {
      student {
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
