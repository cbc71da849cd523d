import { graphql } from '../../graph/generated/gql.ts';

export const DISBURSE = graphql(`
  mutation DisburseLoan($input: DisburseLoanInput!, $idempotencyKey: String) {
    disburseLoan(input: $input, idempotencyKey: $idempotencyKey) {
      disbursement {
        id
        state
      }
      userErrors {
        code
        message
        path
      }
    }
  }
`);
export const REPAY = graphql(`
  mutation RecordRepayment($input: RecordRepaymentInput!, $idempotencyKey: String) {
    recordRepayment(input: $input, idempotencyKey: $idempotencyKey) {
      repayment {
        id
        receiptNo
      }
      userErrors {
        code
        message
        path
      }
    }
  }
`);
