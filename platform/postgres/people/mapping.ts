import { Invitation } from '#core/people/invitation/invitation.ts';
import { Passkey } from '#core/people/passkey/passkey.ts';
import { Person } from '#core/people/person/person.ts';
import { Session } from '#core/people/session/session.ts';
import { alikeText, flag, instant, ref, text, texts } from '../mapping/types.ts';
import { mapRecord, mapRow } from '../mapping/mapping.ts';

export const peopleMappings = [
  mapRecord(Person, 'person', {
    name: text(),
    email: alikeText(),
    emailKey: alikeText(),
    roles: texts(),
    state: text(),
    stateReason: text({ nullable: true }),
    joinedAt: instant({ nullable: true }),
    openid: text({ nullable: true }),
    introducedBy: text({ nullable: true }),
    branchIds: texts({ nullable: true }),
    clientIds: texts({ nullable: true }),
    unitIds: texts({ nullable: true }),
  }),
  mapRow(Invitation, 'person_invitation', {
    personId: ref(),
    tokenHash: text(),
    invitedBy: text(),
    awaitsSecond: flag(),
    confirmedBy: text({ nullable: true }),
    expiresAt: instant(),
    usedAt: instant({ nullable: true }),
    voidedAt: instant({ nullable: true }),
  }),
  mapRow(Passkey, 'passkey', {
    personId: ref(),
    credentialId: text(),
    publicKey: text(),
    counter: ref(),
    transports: texts(),
    voidedAt: instant({ nullable: true }),
  }),
  mapRecord(Session, 'person_session', {
    personId: ref(),
    tokenHash: text(),
    method: text(),
    proof: text(),
    agent: text(),
    state: text(),
    openedAt: instant(),
    expiresAt: instant(),
    lastUsedAt: instant({ unversioned: true }),
    steppedUpAt: instant({ unversioned: true }),
    endedAt: instant({ nullable: true }),
    endedBy: text({ nullable: true }),
    confirmedIn: ref({ nullable: true }),
  }),
];
