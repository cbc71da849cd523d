import { graphql } from '../../graph/generated/gql.ts';

export const SETTLE = graphql(`
  mutation SettleLoan($input: SettleLoanInput!, $idempotencyKey: String, $version: Int) {
    settleLoan(input: $input, idempotencyKey: $idempotencyKey, version: $version) {
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
export const REFINANCE = graphql(`
  mutation RefinanceLoan($input: RefinanceLoanInput!, $idempotencyKey: String, $version: Int) {
    refinanceLoan(input: $input, idempotencyKey: $idempotencyKey, version: $version) {
      loan {
        id
        loanNo
      }
      userErrors {
        code
        message
        path
      }
    }
  }
`);
export const REFUND = graphql(`
  mutation RefundLoanOverpayment($input: RefundLoanOverpaymentInput!, $idempotencyKey: String, $version: Int) {
    refundLoanOverpayment(input: $input, idempotencyKey: $idempotencyKey, version: $version) {
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
export const TRANSFER = graphql(`
  mutation TransferLoanOverpayment($input: TransferLoanOverpaymentInput!, $idempotencyKey: String, $version: Int) {
    transferLoanOverpayment(input: $input, idempotencyKey: $idempotencyKey, version: $version) {
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
export const SETTLEMENT = graphql(`
  query LoanSettlement($id: ID!) {
    loan(id: $id) {
      id
      settlementQuote {
        principal
        interest
        fees
        penalties
        total
      }
    }
  }
`);
export const REFINANCING = graphql(`
  query LoanRefinancing($id: ID!) {
    loan(id: $id) {
      id
      settlementQuote {
        total
      }
    }
    loanProducts(first: 100, filter: { states: [ACTIVE] }) {
      nodes {
        id
        name
      }
    }
  }
`);
export const ACCOUNTS = graphql(`
  query AccountsForOverpayment($id: ID!) {
    member(id: $id) {
      id
      savingsAccounts(first: 50) {
        nodes {
          id
          accountNo
          state
          balance
          product {
            name
          }
        }
      }
    }
  }
`);
