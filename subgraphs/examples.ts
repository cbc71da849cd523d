/** Operations that GraphiQL opens with; a test runs each of them behind the gateway. */
export const EXAMPLES: readonly { readonly query: string }[] = [
  {
    query: `# One member, from end to end: what is borrowed and repaid, and the students whom it is for.
# Lending and the schools answer together; nothing is fetched twice.
query MembersAndTheirStudents {
  members(first: 5) {
    nodes {
      memberNo
      name
      state
      loans(first: 5) {
        nodes {
          loanNo
          state
          principal
          outstanding { total }
          schedule { number dueDate total state }
          disbursements(first: 5) {
            nodes { amount state receiptNo settledInvoicePayments { amount invoice { number } } }
          }
        }
      }
      sponsorships(first: 5) {
        nodes {
          relationship
          consent
          student {
            admissionNo
            firstName
            lastName
            balanceDue
            programme { code name }
            invoices(first: 5) { nodes { number total balance dueDate overdue state } }
            results(first: 5) { nodes { unit { code title } totalMark grade remark } }
          }
        }
      }
    }
  }
}
`,
  },
  {
    query: `# Who is late: loans in arrears, the oldest due date first
query LoansInArrears {
  loans(first: 10, filter: { daysPastDue: { gte: 1 } }, orderBy: [{ by: NEXT_DUE_DATE }]) {
    totalCount
    nodes {
      loanNo
      state
      product { code name interestRate }
      member { name phone }
      outstanding { principal interest total }
      arrears { daysPastDue amount classification }
      nextInstalment { dueDate amount }
      availableActions
    }
  }
}
`,
  },
  {
    query: `# The way of the money: a loan, what was paid out, which invoices it settled, and what the student made of it
query WhereTheMoneyWent {
  loans(first: 5) {
    nodes {
      loanNo
      disbursements(first: 5) {
        nodes {
          receiptNo
          amount
          settledInvoicePayments {
            amount
            allocations {
              amount
              invoice {
                number
                balance
                student {
                  admissionNo
                  results(first: 5) { nodes { unit { code } grade } }
                }
              }
            }
          }
        }
      }
    }
  }
}
`,
  },
  {
    query: `# Open invoices with their lines and payments, and the loans behind them
query OpenInvoices {
  invoices(first: 10, filter: { states: [ISSUED, PARTIALLY_PAID] }) {
    totalCount
    nodes {
      number
      payCode
      dueDate
      overdue
      total
      paid
      balance
      lines { description feeCategory amount discount paid }
      payments(first: 5) { nodes { method reference amount paidAt payer { name } } }
      fundedBy { loanNo state member { name } }
      student { admissionNo lastName sponsors(first: 3) { nodes { shareBp consent member { name phone } } } }
    }
    pageInfo { hasNextPage endCursor }
  }
}
`,
  },
  {
    query: `# Students as a school knows them: enrolments, marks by component, and every published version
query StudentRecords {
  students(first: 5, filter: { states: [ACTIVE] }) {
    nodes {
      admissionNo
      firstName
      lastName
      masked
      availableActions
      programme { code level gradingScale { code bands { grade minMark points } } }
      enrolments(first: 3) {
        nodes { state academicYear { name } term { name } units { status unit { code title creditHours } } }
      }
      results(first: 10) {
        nodes {
          state
          unit { code title }
          components { label score maxScore weightBp }
          totalMark
          grade
          amended
          versions { number grade publishedAt reason }
        }
      }
    }
  }
}
`,
  },
  {
    query: `# A change, and what a refusal looks like: run it again, and the same key gives the same answer.
# With another key it is refused, because money with this reference was booked before.
mutation TopUpFloat {
  topUpFloat(
    input: { agentNo: "AG-000001", amount: 500000, reference: "BANK-0001" }
    idempotencyKey: "graphiql-example-1"
  ) {
    agent { agentNo float available }
    userErrors { code message path }
  }
}
`,
  },
];
