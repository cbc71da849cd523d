import { formerTexts, present, withFormer, type IdentifyingTexts } from '../../kernel/personal-data.ts';
import type { Member } from './member.ts';

type Particulars = Pick<
  Member,
  'name' | 'nationalId' | 'phone' | 'bankAccount' | 'kyc' | 'nominees' | 'clientReference' | 'deathDocument'
>;

/** Whole names and numbers that point to a member, or to a nominee, wherever they stand; those of before as well. */
export const textsOfMember = (member: Particulars & Pick<Member, 'formerTexts'>): IdentifyingTexts =>
  withFormer(presentTexts(member), member.formerTexts);

/** Makes a change, and keeps what pointed to the member until then. */
export function keepingFormer<Result>(member: Member, change: () => Result): Result {
  const before = presentTexts(member);
  const result = change();
  member.formerTexts = formerTexts(member.formerTexts, before, presentTexts(member));
  return result;
}

function presentTexts(member: Particulars): IdentifyingTexts {
  const { nominees } = member;
  return {
    names: present([member.name, ...nominees.flatMap(({ name, guardian }) => [name, guardian?.name])]),
    numbers: present([member.nationalId, member.kyc?.id_number, ...nominees.map(({ id_number: number }) => number)]),
    references: present([member.clientReference, member.deathDocument, member.bankAccount]),
    phones: present([member.phone, ...nominees.flatMap(({ phone, guardian }) => [phone, guardian?.phone])]),
    emails: [],
  };
}
