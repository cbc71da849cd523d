/** What of mt940js is used here; the package has no types of its own. Amounts are rounded to two decimals. */
declare module 'mt940js' {
  export type Transaction = {
    readonly date: Date;
    readonly entryDate: Date | '';
    readonly amount: number;
    /** The mark is `RD` or `RC`: a movement of before is undone. */
    readonly isReversal: boolean;
    readonly transactionType: string;
    readonly reference: string;
    readonly bankReference: string;
    readonly extraDetails: string;
    readonly details: string;
  };
  export type Statement = {
    readonly accountIdentification: string;
    readonly openingBalanceDate: Date;
    readonly closingBalanceDate: Date;
    readonly currency: string;
    readonly openingBalance: number;
    readonly closingBalance: number;
    readonly transactions: readonly Transaction[];
  };
  export class Parser {
    constructor(options?: { readonly no86Structure?: boolean });
    /** @throws Error where a mandatory tag is missing, or where the balances do not foot */
    parse(text: string): readonly Statement[];
  }
}
