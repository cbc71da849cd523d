import type { ApprovalObstacle, ProposedCommand, WaitingKind } from '../../graph/generated/graphql.ts';
import type { InLanguages } from '../../texts/texts.ts';

export const kindWords: { readonly [Kind in WaitingKind]: InLanguages } = {
  PROPOSAL: { en: 'Proposal', sw: 'Pendekezo' },
  LOAN_APPLICATION: { en: 'Loan application', sw: 'Ombi la mkopo' },
  SAVINGS_ACCOUNT_OPENING: { en: 'Savings account', sw: 'Akaunti ya akiba' },
  DISBURSEMENT_OUTCOME: { en: 'Outcome of a disbursement', sw: 'Matokeo ya malipo' },
  PAYOUT_FINDING: { en: 'Finding on a payout', sw: 'Uchunguzi wa malipo ya programu' },
  COLLECTION_FINDING: { en: 'Finding on a collection', sw: 'Uchunguzi wa makusanyo' },
  MOBILE_MONEY_RETURN: { en: 'Return to a payer', sw: 'Rejesho kwa mlipaji' },
};

export const commandWords: { readonly [Command in ProposedCommand]: InLanguages } = {
  CORRECT_DEATH: { en: 'Correct a death', sw: 'Sahihisha kifo' },
  ERASE_MEMBER: { en: 'Erase a member', sw: 'Futa mwanachama' },
  ERASE_STUDENT: { en: 'Erase a student', sw: 'Futa mwanafunzi' },
  SETTLE_CLAIM_LOAN: { en: 'Settle a loan after a death', sw: 'Lipa mkopo baada ya kifo' },
  DISTRIBUTE_ESTATE: { en: 'Distribute an estate', sw: 'Gawa mirathi' },
  PAY_BENEFICIARY: { en: 'Pay a beneficiary', sw: 'Lipa mrithi' },
  REVERSE_CLAIM_PART: { en: 'Undo part of a death claim', sw: 'Tengua sehemu ya dai la kifo' },
  SUBSTITUTE_GUARANTOR: { en: 'Substitute a guarantor', sw: 'Badilisha mdhamini' },
  DISCHARGE_GUARANTOR: { en: 'Discharge a guarantor', sw: 'Achilia mdhamini' },
  REVERSE_REPAYMENT: { en: 'Reverse a repayment', sw: 'Tengua marejesho' },
  REALLOCATE_REPAYMENT: { en: 'Move a repayment to another loan', sw: 'Hamisha marejesho kwa mkopo mwingine' },
  RECORD_REPAYMENT: { en: 'Book a late repayment', sw: 'Andika marejesho ya zamani' },
  SETTLE_LOAN: { en: 'Settle a loan', sw: 'Maliza mkopo' },
  REVERSE_SPLIT: { en: 'Reverse a split receipt', sw: 'Tengua risiti iliyogawanywa' },
  CHARGE_LOAN: { en: 'Charge a loan', sw: 'Toza mkopo' },
  WAIVE_CHARGE: { en: 'Waive a charge', sw: 'Samehe tozo' },
  RESCHEDULE_LOAN: { en: 'Reschedule a loan', sw: 'Panga upya mkopo' },
  REFINANCE_LOAN: { en: 'Refinance a loan', sw: 'Fadhili upya mkopo' },
  CHARGE_OFF_LOAN: { en: 'Charge off a loan', sw: 'Ondoa mkopo vitabuni' },
  WRITE_OFF_LOAN: { en: 'Write off a loan', sw: 'Futa mkopo' },
  UNDO_WRITE_OFF: { en: 'Undo the write-off of a loan', sw: 'Tengua ufutaji wa mkopo' },
  UNDO_DISBURSEMENT: { en: 'Undo the disbursement of a loan', sw: 'Tengua utoaji wa mkopo' },
  REVERSE_DISBURSEMENT: { en: 'Book that a disbursement came back', sw: 'Andika kuwa malipo ya mkopo yamerudi' },
  RETURN_PART_OF_DISBURSEMENT: {
    en: 'Book that part of a disbursement came back',
    sw: 'Andika kuwa sehemu ya malipo ya mkopo imerudi',
  },
  DEPOSIT_SAVINGS: { en: 'Book a late deposit', sw: 'Andika amana ya zamani' },
  WITHDRAW_SAVINGS: { en: 'Book a late withdrawal', sw: 'Andika utoaji wa zamani' },
  REVERSE_SAVINGS_TRANSACTION: { en: 'Reverse a savings movement', sw: 'Tengua muamala wa akiba' },
  RECORD_PAYMENT: { en: 'Book a late fee payment', sw: 'Andika malipo ya karo ya zamani' },
  REVERSE_PAYMENT: { en: 'Reverse a fee payment', sw: 'Tengua malipo ya karo' },
  TOP_UP_FLOAT: { en: 'Top up float', sw: 'Ongeza floti' },
  TOP_UP_FROM_PAYBILL: { en: 'Top up float from the paybill', sw: 'Ongeza floti kutoka paybill' },
  SETTLE_FLOAT_TOP_UP: { en: 'Settle a top-up', sw: 'Kamilisha nyongeza ya floti' },
  REVERSE_FLOAT_TOP_UP: { en: 'Reverse a top-up', sw: 'Tengua nyongeza ya floti' },
  PAY_PROVIDER_CHARGES: { en: 'Pay provider charges', sw: 'Lipa ada za mtoa huduma' },
  BOOK_BANK_CHARGE: { en: 'Book a bank charge', sw: 'Andika ada ya benki' },
  CONFIRM_WALLET: { en: 'Confirm a wallet', sw: 'Thibitisha pochi' },
  CONFIRM_TOPUP: { en: 'Confirm an app’s top-up', sw: 'Thibitisha nyongeza ya programu' },
  TOP_UP_APP_FLOAT: { en: 'Top up float of apps', sw: 'Ongeza floti ya programu' },
  CHANGE_POLICIES: { en: 'Change policies', sw: 'Badilisha sera' },
  CHANGE_ROLE_LIMIT: { en: 'Change the limit of a role', sw: 'Badilisha kikomo cha jukumu' },
  REVERSE_PAYOUT: { en: 'Reverse a payout', sw: 'Tengua malipo ya programu' },
};

/** Why who looks can't agree. */
export const obstacleWords: { readonly [Obstacle in ApprovalObstacle]: InLanguages } = {
  OWN: { en: 'Yours: another person decides', sw: 'Yako: mtu mwingine anaamua' },
  SCOPE: { en: 'Your role does not decide this', sw: 'Jukumu lako haliamui hili' },
  LIMIT: { en: 'Above the limit of your role', sw: 'Zaidi ya kikomo cha jukumu lako' },
  NO_PERSON: { en: 'No person is named for its client', sw: 'Hakuna mtu aliyetajwa kwa mteja wake' },
};
