import { graphql } from '../../graph/generated/gql.ts';

// What may be done with a claim: one mutation each.
export const ADD_DOCUMENT = graphql(`
  mutation AddClaimDocument($input: AddClaimDocumentInput!, $idempotencyKey: String, $version: Int) {
    addClaimDocument(input: $input, idempotencyKey: $idempotencyKey, version: $version) {
      deathClaim {
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
export const APPOINT = graphql(`
  mutation AppointRepresentative($input: AppointRepresentativeInput!, $idempotencyKey: String, $version: Int) {
    appointRepresentative(input: $input, idempotencyKey: $idempotencyKey, version: $version) {
      deathClaim {
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
export const VERIFY = graphql(`
  mutation VerifyDeathClaim($input: VerifyDeathClaimInput!, $idempotencyKey: String, $version: Int) {
    verifyDeathClaim(input: $input, idempotencyKey: $idempotencyKey, version: $version) {
      deathClaim {
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
export const SETTLE = graphql(`
  mutation SettleClaimLoan($input: SettleClaimLoanInput!, $idempotencyKey: String, $version: Int) {
    settleClaimLoan(input: $input, idempotencyKey: $idempotencyKey, version: $version) {
      deathClaim {
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
export const DISTRIBUTE = graphql(`
  mutation DistributeEstate($input: DistributeEstateInput!, $idempotencyKey: String, $version: Int) {
    distributeEstate(input: $input, idempotencyKey: $idempotencyKey, version: $version) {
      deathClaim {
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
export const PAY = graphql(`
  mutation PayBeneficiary($input: PayBeneficiaryInput!, $idempotencyKey: String, $version: Int) {
    payBeneficiary(input: $input, idempotencyKey: $idempotencyKey, version: $version) {
      deathClaim {
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
export const REVERSE = graphql(`
  mutation ReverseClaimPart($input: ReverseClaimPartInput!, $idempotencyKey: String, $version: Int) {
    reverseClaimPart(input: $input, idempotencyKey: $idempotencyKey, version: $version) {
      deathClaim {
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
export const CLOSE = graphql(`
  mutation CloseDeathClaim($input: CloseDeathClaimInput!, $idempotencyKey: String, $version: Int) {
    closeDeathClaim(input: $input, idempotencyKey: $idempotencyKey, version: $version) {
      deathClaim {
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
