import { graphql } from '../../graph/generated/gql.ts';

export const EDIT = graphql(`
  mutation EditLoan($input: EditLoanInput!, $idempotencyKey: String, $version: Int) {
    editLoan(input: $input, idempotencyKey: $idempotencyKey, version: $version) {
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
export const CHARGE = graphql(`
  mutation ChargeLoan($input: ChargeLoanInput!, $idempotencyKey: String, $version: Int) {
    chargeLoan(input: $input, idempotencyKey: $idempotencyKey, version: $version) {
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
export const WAIVE = graphql(`
  mutation WaiveLoanCharge($input: WaiveLoanChargeInput!, $idempotencyKey: String, $version: Int) {
    waiveLoanCharge(input: $input, idempotencyKey: $idempotencyKey, version: $version) {
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
export const RESCHEDULE = graphql(`
  mutation RescheduleLoan($input: RescheduleLoanInput!, $idempotencyKey: String, $version: Int) {
    rescheduleLoan(input: $input, idempotencyKey: $idempotencyKey, version: $version) {
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
export const CHARGE_OFF = graphql(`
  mutation ChargeOffLoan($input: ChargeOffLoanInput!, $idempotencyKey: String, $version: Int) {
    chargeOffLoan(input: $input, idempotencyKey: $idempotencyKey, version: $version) {
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
export const WRITE_OFF = graphql(`
  mutation WriteOffLoan($input: WriteOffLoanInput!, $idempotencyKey: String, $version: Int) {
    writeOffLoan(input: $input, idempotencyKey: $idempotencyKey, version: $version) {
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
export const UNDO_WRITE_OFF = graphql(`
  mutation UndoLoanWriteOff($input: UndoLoanWriteOffInput!, $idempotencyKey: String, $version: Int) {
    undoLoanWriteOff(input: $input, idempotencyKey: $idempotencyKey, version: $version) {
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
export const UNDO_DISBURSEMENT = graphql(`
  mutation UndoLoanDisbursement($input: UndoLoanDisbursementInput!, $idempotencyKey: String, $version: Int) {
    undoLoanDisbursement(input: $input, idempotencyKey: $idempotencyKey, version: $version) {
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
