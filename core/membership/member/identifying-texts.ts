import { present, withFormer, type IdentifyingTexts, type TextsOf } from '../../kernel/personal-data.ts';
import type { Member } from './member.ts';

type Particulars = Pick<
  Member,
  'name' | 'nationalId' | 'phone' | 'bankAccount' | 'kyc' | 'nominees' | 'clientReference' | 'deathDocument'
>;

/** Whole names and numbers that point to a member, or to a nominee, wherever they stand; those of before as well. */
export const textsOfMember = (member: Particulars & Pick<Member, 'formerTexts'>): IdentifyingTexts =>
  withFormer(presentTexts(member), member.formerTexts);

/** Those of the member as it stands. */
export const PRESENT_TEXTS: TextsOf<Particulars> = {
  all: (member) => presentTexts(member),
  own: (member) => presentTexts({ ...member, nominees: [] }),
};

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
