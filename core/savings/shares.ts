/** Who buys the shares of a member who leaves: the society redeems them, or another member takes them over. */
export const SHARE_BUYERS = ['society', 'member'] as const;

/** What the by-laws say of share capital. It is equity: never paid out but on leaving. */
export type ShareBylaws = {
  readonly buyer: (typeof SHARE_BUYERS)[number];
  /** How long before its redemption notice is given. */
  readonly noticeDays: number;
};

/** The account that a movement is on, as far as events say it. */
export type Owner = { readonly memberId: number; readonly kind: string };

/** Share capital is equity; everything else that members hold is owed to them. The accounts of the ledger of that name. */
export function savedIn({ kind }: Owner): 'share_capital' | 'savings_control' {
  return kind === 'shares' ? 'share_capital' : 'savings_control';
}
