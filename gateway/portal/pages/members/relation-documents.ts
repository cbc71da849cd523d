import { graphql } from '../../graph/generated/gql.ts';

// What a member's page loads where it is opened: one query each, of at most 300 points.
export const REPAYMENTS = graphql(`
  query MemberRepayments($memberNo: String!) {
    repayments(first: 20, filter: { search: $memberNo }) {
      nodes {
        id
        receiptNo
        amount
        channel
        state
        paidAt
        loan {
          loanNo
        }
      }
      pageInfo {
        hasNextPage
      }
    }
  }
`);
export const GUARANTEES = graphql(`
  query MemberGuarantees($memberNo: String!) {
    memberByNumber(memberNo: $memberNo) {
      id
      guarantees {
        id
        amount
        liable
        loan {
          loanNo
          member {
            memberNo
            name
          }
        }
      }
      loans(first: 20) {
        nodes {
          id
          loanNo
          guarantees {
            id
            amount
            liable
            state
            guarantor {
              memberNo
              name
            }
          }
        }
        pageInfo {
          hasNextPage
        }
      }
    }
  }
`);
export const SCHOOL = graphql(`
  query MemberSchool($memberId: ID!, $memberNo: String!, $withInvoices: Boolean!) {
    memberByNumber(memberNo: $memberNo) {
      id
      sponsorships(first: 20) {
        nodes {
          id
          relationship
          consent
          startedOn
          endedOn
          student {
            id
            admissionNo
            firstName
            lastName
          }
        }
        pageInfo {
          hasNextPage
        }
      }
    }
    invoices(first: 20, filter: { sponsorMemberId: $memberId }) @include(if: $withInvoices) {
      nodes {
        id
        number
        state
        overdue
        dueDate
        balance
        total
      }
      pageInfo {
        hasNextPage
      }
    }
  }
`);
export const ALERTS = graphql(`
  query MemberAlerts($memberId: ID!) {
    amlAlerts(first: 20, filter: { memberId: $memberId }) {
      nodes {
        id
        ruleId
        state
        amount
        createdAt
      }
      pageInfo {
        hasNextPage
      }
    }
  }
`);
