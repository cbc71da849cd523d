/** Operations that GraphiQL opens with; a test runs each against the demo. */
export const EXAMPLES: readonly { readonly query: string }[] = [
  {
    query: `# Members with their loans, and what each loan owes
query MembersAndLoans {
  members(first: 5) {
    edges {
      node {
        memberNo
        name
        state
        loans(first: 5) {
          edges {
            node {
              loanNo
              state
              principal
              outstanding { total }
            }
          }
        }
      }
    }
  }
}
`,
  },
];
