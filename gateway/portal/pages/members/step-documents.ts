import { graphql } from '../../graph/generated/gql.ts';

// What may be done with a member: one mutation each.
export const VERIFY = graphql(`
  mutation VerifyMemberKyc($input: VerifyMemberKycInput!, $idempotencyKey: String, $version: Int) {
    verifyMemberKyc(input: $input, idempotencyKey: $idempotencyKey, version: $version) {
      member {
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
  mutation RejectMemberKyc($input: RejectMemberKycInput!, $idempotencyKey: String, $version: Int) {
    rejectMemberKyc(input: $input, idempotencyKey: $idempotencyKey, version: $version) {
      member {
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
export const RESUBMIT = graphql(`
  mutation ResubmitMemberKyc($input: ResubmitMemberKycInput!, $idempotencyKey: String, $version: Int) {
    resubmitMemberKyc(input: $input, idempotencyKey: $idempotencyKey, version: $version) {
      member {
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
export const RENEW = graphql(`
  mutation RenewMemberKyc($input: RenewMemberKycInput!, $idempotencyKey: String, $version: Int) {
    renewMemberKyc(input: $input, idempotencyKey: $idempotencyKey, version: $version) {
      member {
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
export const SUSPEND = graphql(`
  mutation SuspendMember($input: SuspendMemberInput!, $idempotencyKey: String, $version: Int) {
    suspendMember(input: $input, idempotencyKey: $idempotencyKey, version: $version) {
      member {
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
export const REINSTATE = graphql(`
  mutation ReinstateMember($input: ReinstateMemberInput!, $idempotencyKey: String, $version: Int) {
    reinstateMember(input: $input, idempotencyKey: $idempotencyKey, version: $version) {
      member {
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
export const REACTIVATE = graphql(`
  mutation ReactivateMember($input: ReactivateMemberInput!, $idempotencyKey: String, $version: Int) {
    reactivateMember(input: $input, idempotencyKey: $idempotencyKey, version: $version) {
      member {
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
export const BLACKLIST = graphql(`
  mutation BlacklistMember($input: BlacklistMemberInput!, $idempotencyKey: String, $version: Int) {
    blacklistMember(input: $input, idempotencyKey: $idempotencyKey, version: $version) {
      member {
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
export const EXIT = graphql(`
  mutation ExitMember($input: ExitMemberInput!, $idempotencyKey: String, $version: Int) {
    exitMember(input: $input, idempotencyKey: $idempotencyKey, version: $version) {
      member {
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
export const RECORD_DEATH = graphql(`
  mutation RecordMemberDeath($input: RecordMemberDeathInput!, $idempotencyKey: String, $version: Int) {
    recordMemberDeath(input: $input, idempotencyKey: $idempotencyKey, version: $version) {
      member {
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
export const CORRECT_DEATH = graphql(`
  mutation CorrectMemberDeath($input: CorrectMemberDeathInput!, $idempotencyKey: String, $version: Int) {
    correctMemberDeath(input: $input, idempotencyKey: $idempotencyKey, version: $version) {
      member {
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
export const ERASE = graphql(`
  mutation EraseMember($input: EraseMemberInput!, $idempotencyKey: String, $version: Int) {
    eraseMember(input: $input, idempotencyKey: $idempotencyKey, version: $version) {
      member {
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
