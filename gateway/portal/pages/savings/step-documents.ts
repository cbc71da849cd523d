import { graphql } from '../../graph/generated/gql.ts';

// What may be done with a savings account and its movements: one mutation each.
export const APPROVE = graphql(`
  mutation ApproveSavingsAccount($input: ApproveSavingsAccountInput!, $idempotencyKey: String, $version: Int) {
    approveSavingsAccount(input: $input, idempotencyKey: $idempotencyKey, version: $version) {
      savingsAccount {
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
  mutation RejectSavingsAccount($input: RejectSavingsAccountInput!, $idempotencyKey: String, $version: Int) {
    rejectSavingsAccount(input: $input, idempotencyKey: $idempotencyKey, version: $version) {
      savingsAccount {
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
export const FREEZE = graphql(`
  mutation FreezeSavingsAccount($input: FreezeSavingsAccountInput!, $idempotencyKey: String, $version: Int) {
    freezeSavingsAccount(input: $input, idempotencyKey: $idempotencyKey, version: $version) {
      savingsAccount {
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
export const UNFREEZE = graphql(`
  mutation UnfreezeSavingsAccount($input: UnfreezeSavingsAccountInput!, $idempotencyKey: String, $version: Int) {
    unfreezeSavingsAccount(input: $input, idempotencyKey: $idempotencyKey, version: $version) {
      savingsAccount {
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
export const BREAK = graphql(`
  mutation BreakFixedDeposit($input: BreakFixedDepositInput!, $idempotencyKey: String, $version: Int) {
    breakFixedDeposit(input: $input, idempotencyKey: $idempotencyKey, version: $version) {
      savingsAccount {
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
export const GIVE_NOTICE = graphql(`
  mutation GiveNoticeOnShares($input: GiveNoticeOnSharesInput!, $idempotencyKey: String, $version: Int) {
    giveNoticeOnShares(input: $input, idempotencyKey: $idempotencyKey, version: $version) {
      savingsAccount {
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
  mutation ReactivateSavingsAccount($input: ReactivateSavingsAccountInput!, $idempotencyKey: String, $version: Int) {
    reactivateSavingsAccount(input: $input, idempotencyKey: $idempotencyKey, version: $version) {
      savingsAccount {
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
  mutation CloseSavingsAccount($input: CloseSavingsAccountInput!, $idempotencyKey: String, $version: Int) {
    closeSavingsAccount(input: $input, idempotencyKey: $idempotencyKey, version: $version) {
      savingsAccount {
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
export const DEPOSIT = graphql(`
  mutation DepositSavings($input: DepositSavingsInput!, $idempotencyKey: String, $version: Int) {
    depositSavings(input: $input, idempotencyKey: $idempotencyKey, version: $version) {
      savingsTransaction {
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
  mutation WithdrawSavings($input: WithdrawSavingsInput!, $idempotencyKey: String, $version: Int) {
    withdrawSavings(input: $input, idempotencyKey: $idempotencyKey, version: $version) {
      savingsTransaction {
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
export const PLACE_HOLD = graphql(`
  mutation PlaceSavingsHold($input: PlaceSavingsHoldInput!, $idempotencyKey: String, $version: Int) {
    placeSavingsHold(input: $input, idempotencyKey: $idempotencyKey, version: $version) {
      savingsTransaction {
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
export const RELEASE_HOLD = graphql(`
  mutation ReleaseSavingsHold($input: ReleaseSavingsHoldInput!, $idempotencyKey: String, $version: Int) {
    releaseSavingsHold(input: $input, idempotencyKey: $idempotencyKey, version: $version) {
      savingsTransaction {
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
  mutation ReverseSavingsTransaction($input: ReverseSavingsTransactionInput!, $idempotencyKey: String, $version: Int) {
    reverseSavingsTransaction(input: $input, idempotencyKey: $idempotencyKey, version: $version) {
      savingsTransaction {
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
export const POST_INTEREST = graphql(`
  mutation PostInterestEarly($input: PostInterestEarlyInput!, $idempotencyKey: String, $version: Int) {
    postInterestEarly(input: $input, idempotencyKey: $idempotencyKey, version: $version) {
      savingsAccount {
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
export const CAPTURE_HOLD = graphql(`
  mutation CaptureSavingsHold($input: CaptureSavingsHoldInput!, $idempotencyKey: String, $version: Int) {
    captureSavingsHold(input: $input, idempotencyKey: $idempotencyKey, version: $version) {
      savingsTransaction {
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
