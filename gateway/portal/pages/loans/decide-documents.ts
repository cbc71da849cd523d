import { graphql } from '../../graph/generated/gql.ts';

export const APPROVE = graphql(`
  mutation ApproveLoan($input: ApproveLoanInput!, $idempotencyKey: String, $version: Int) {
    approveLoan(input: $input, idempotencyKey: $idempotencyKey, version: $version) {
      loan {
        id
        version
      }
      userErrors {
        code
        message
        path
      }
    }
  }
`);
export const REJECT = graphql(`
  mutation RejectLoan($input: RejectLoanInput!, $idempotencyKey: String, $version: Int) {
    rejectLoan(input: $input, idempotencyKey: $idempotencyKey, version: $version) {
      loan {
        id
        version
      }
      userErrors {
        code
        message
        path
      }
    }
  }
`);
export const WITHDRAW = graphql(`
  mutation WithdrawLoan($input: WithdrawLoanInput!, $idempotencyKey: String, $version: Int) {
    withdrawLoan(input: $input, idempotencyKey: $idempotencyKey, version: $version) {
      loan {
        id
        version
      }
      userErrors {
        code
        message
        path
      }
    }
  }
`);
export const UNDO_APPROVAL = graphql(`
  mutation UndoLoanApproval($input: UndoLoanApprovalInput!, $idempotencyKey: String, $version: Int) {
    undoLoanApproval(input: $input, idempotencyKey: $idempotencyKey, version: $version) {
      loan {
        id
        version
      }
      userErrors {
        code
        message
        path
      }
    }
  }
`);
export const PAUSE_ARREARS = graphql(`
  mutation PauseLoanArrears($input: PauseLoanArrearsInput!, $idempotencyKey: String, $version: Int) {
    pauseLoanArrears(input: $input, idempotencyKey: $idempotencyKey, version: $version) {
      loan {
        id
        version
      }
      userErrors {
        code
        message
        path
      }
    }
  }
`);
export const RESUME_ARREARS = graphql(`
  mutation ResumeLoanArrears($input: ResumeLoanArrearsInput!, $idempotencyKey: String, $version: Int) {
    resumeLoanArrears(input: $input, idempotencyKey: $idempotencyKey, version: $version) {
      loan {
        id
        version
      }
      userErrors {
        code
        message
        path
      }
    }
  }
`);
