/** What a line of a student's statement of account records. */
export const STATEMENT_LINES = ['invoice', 'credit_note', 'payment', 'reversal', 'void', 'write_off'] as const;
