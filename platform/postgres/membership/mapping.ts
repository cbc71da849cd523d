import { Member } from '#core/membership/member/member.ts';
import { json, plainDate, ref, text } from '../mapping/types.ts';
import { mapRecord } from '../mapping/mapping.ts';

export const membershipMappings = [
  mapRecord(Member, 'member', {
    memberNo: text(),
    name: text(),
    nationalId: text(),
    phone: text(),
    branchId: ref(),
    kyc: json({ nullable: true }),
    state: text(),
    stateReason: text({ nullable: true }),
    clientReference: text({ nullable: true }),
    kycConfirmedOn: plainDate({ nullable: true }),
    nominees: json(),
    nomineesSetBy: text({ nullable: true }),
    diedOn: plainDate({ nullable: true }),
    deathDocument: text({ nullable: true }),
    stateBeforeDeath: text({ nullable: true }),
    deathRecordedBy: text({ nullable: true }),
    deathsCorrectedBy: json(),
  }),
];
