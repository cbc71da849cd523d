type Held = {
  readonly subAccount: string | null;
  readonly subAccountName: string | null;
};

/** An agent has a number that people know it by; an app has its name alone, as the ledger's number of it means nothing to a person. */
export function holderOf({ subAccount, subAccountName }: Held): string | null {
  if (subAccount === null || subAccountName === null) return subAccount;
  return /^\d+$/.test(subAccount) ? subAccountName : `${subAccount} · ${subAccountName}`;
}

/** Whose the account is, beside its name: on a telephone below it, as accounts of one name differ in it alone. */
export function SubAccount(held: Held) {
  const holder = holderOf(held);
  return holder === null ? null : <span className="sub-account faint">{holder}</span>;
}
