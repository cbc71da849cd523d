import { graphql } from './generated/gql.ts';

/** Ends one session, one's own or that of another person. One that has ended stays ended, so it may be sent again. */
export const END_SESSION = graphql(`
  mutation EndSession($input: EndSessionInput!, $idempotencyKey: String) {
    endSession(input: $input, idempotencyKey: $idempotencyKey) {
      sessionId
      userErrors {
        code
        message
        path
      }
    }
  }
`);
