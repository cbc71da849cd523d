import { isSameAccount } from '../../kernel/text.ts';
import type { Member } from './member.ts';
import type { MemberChanges } from './member-record.ts';

type Payees = Pick<
  Member,
  'phone' | 'phoneChangedBy' | 'phoneChangedAt' | 'bankAccount' | 'bankAccountChangedBy' | 'bankAccountChangedAt'
>;

/** Where a member is paid before anything of it was changed. */
export const UNCHANGED_PAYEES = {
  phoneChangedBy: null,
  phoneChangedAt: null,
  bankAccount: null,
  bankAccountChangedBy: null,
  bankAccountChangedAt: null,
};

/** What changes of where a member is paid. The same number or account again, however it is written, was chosen by who sent it first. */
export function changedPayees(
  before: Pick<Member, 'phone' | 'bankAccount'>,
  { phone, bankAccount }: MemberChanges,
  { actor: by, now: at }: { readonly actor: string; readonly now: Temporal.Instant },
): Partial<Payees> {
  const isOtherPhone = phone !== undefined && phone !== before.phone;
  const isOtherAccount = bankAccount !== undefined && !isSameAccount(bankAccount, before.bankAccount);
  return {
    ...(isOtherPhone ? { phone, phoneChangedBy: by, phoneChangedAt: at } : {}),
    ...(isOtherAccount ? { bankAccount, bankAccountChangedBy: by, bankAccountChangedAt: at } : {}),
  };
}
