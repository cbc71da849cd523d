import { present, type IdentifyingTexts } from '../../kernel/personal-data.ts';
import type { Member } from './member.ts';

/** Whole names and numbers that point to a member, or to a nominee, wherever they stand. */
export function textsOfMember(
  member: Pick<
    Member,
    'name' | 'nationalId' | 'phone' | 'bankAccount' | 'kyc' | 'nominees' | 'clientReference' | 'deathDocument'
  >,
): IdentifyingTexts {
  const { nominees } = member;
  return {
    names: present([member.name, ...nominees.flatMap(({ name, guardian }) => [name, guardian?.name])]),
    numbers: present([member.nationalId, member.kyc?.id_number, ...nominees.map(({ id_number: number }) => number)]),
    references: present([member.clientReference, member.deathDocument, member.bankAccount]),
    phones: present([member.phone, ...nominees.flatMap(({ phone, guardian }) => [phone, guardian?.phone])]),
    emails: [],
  };
}
