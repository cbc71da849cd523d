import { fault, type Fault } from './fault.ts';

/** Mistakes about who may do what, what is promised, and what is compared with statements. */
export const faultsOfPeople: readonly Fault[] = [
  fault(
    'suspend a person and leave the sessions',
    'core/people/use-cases/manage-people.ts',
    '  return outcome(person, suspended, ...(await endSessionsOf(person, ports)));',
    '  return outcome(person, suspended);',
  ),
  fault(
    'let who has left keep the key',
    'core/people/use-cases/manage-people.ts',
    '  for (const each of await ports.passkeys.lockValid(person.id)) each.void(ports.now);',
    '',
  ),
  fault(
    'leave the lost key beside the new one',
    'core/people/use-cases/sign-in.ts',
    '  for (const each of await ports.passkeys.lockValid(person.id)) each.void(ports.now);',
    '',
  ),
  fault('let a link be used again', 'core/people/use-cases/sign-in.ts', '  invitation.use(ports.now);', ''),
  fault(
    'confirm one’s own recovery of a key',
    'core/people/use-cases/manage-people.ts',
    "  await requireSecondPerson(waiting.invitedBy, ports, { person_id: person.uuid, action: 'confirm_invitation' });",
    '',
  ),
  fault(
    'decide about oneself',
    'core/people/use-cases/decide-about.ts',
    '  if (await isSamePerson(personRef(person), ports)) {',
    '  if (person.id < 0) {',
  ),
  fault(
    'take two clients of one person for two people',
    'core/kernel/two-people.ts',
    '  return meet(await peopleBehind(first), await peopleBehind(actor));',
    '  return false;',
    'twoClients',
  ),
  fault(
    'take who has changed an application for no maker of it',
    'core/lending/use-cases/decide-loan.ts',
    '  const makers = ports.fourEyes ? [loan.createdBy, ...loan.editedBy] : [];',
    '  const makers = ports.fourEyes ? [loan.createdBy] : [];',
    'twoClients',
  ),
  fault('revoke a key and keep its tokens', 'core/partners/api-client/api-secret.ts', '    this.revokedAt = now;', ''),
  fault(
    'keep tokens of a secret that was replaced',
    'core/partners/api-client/api-client.ts',
    "    this.credentialEpoch += 1;\n    return event('client.secret_rotated'",
    "    return event('client.secret_rotated'",
  ),
  fault(
    'bar a client and keep its tokens',
    'core/partners/api-client/api-client.ts',
    "    this.credentialEpoch += 1;\n    return event('client.disabled'",
    "    return event('client.disabled'",
  ),
  fault(
    'promise savings that are promised',
    'core/savings/account/savings-account.ts',
    '    requireAvailable(this, amount);\n    this.held += amount;',
    '    this.held += amount;',
  ),
  fault('skip a hold of savings', 'core/savings/account/savings-account.ts', '    this.held += amount;', ''),
  fault(
    'pay a promise past its end',
    'core/savings/use-cases/hold-savings.ts',
    '  requireStands(hold, ports.now);',
    '',
  ),
  fault(
    'pay a promise under a receipt of nobody',
    'core/savings/use-cases/hold-savings.ts',
    '  return outcome(hold, hold.capture(paid, account), ...receipt.book());',
    '  return outcome(hold, hold.capture(paid, account));',
  ),
  fault(
    'let sponsors carry more than all',
    'core/education/use-cases/sponsorship/sponsor-student.ts',
    'taken + shareBp <= WHOLE_BP',
    'shareBp <= WHOLE_BP',
  ),
  fault(
    'clear what still differs',
    'core/reconciliation/use-cases/reconcile.ts',
    'before.filter(isWaiting).filter(({ breakKey }) => !disagreeing.has(breakKey));\n  const known',
    'before.filter(isWaiting);\n  const known',
  ),
];
