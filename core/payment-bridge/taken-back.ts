/** What shows that a provider or a bank has taken money back: its receipt of that, and where it is seen. */
export type TakenBack = { readonly receiptNo: string; readonly evidence: string };
