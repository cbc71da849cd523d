import type { PeoplePorts } from '#core/people/ports.ts';
import {
  assignBranches,
  assignClients,
  assignRoles,
  assignUnits,
  confirmInvitation,
  confirmPerson,
  dismissPerson,
  endSessions,
  invitePerson,
  invitePersonAgain,
  resumePerson,
  suspendPerson,
} from '#core/people/use-cases/manage-people.ts';
import { changePolicies, changeRoleLimit } from '#core/people/use-cases/change-policies.ts';
import { confirmLogin, denyLogin } from '#core/people/use-cases/command-line.ts';
import { endSession } from '#core/people/use-cases/sign-in.ts';
import type { Handling, Running } from './bindings.ts';

/** What administrators do with people, bound; an operator on the machine invites the first. */
export function bindPeople(handling: Handling<PeoplePorts>, running: Running<PeoplePorts>) {
  return {
    ...handling({
      invitePerson,
      invitePersonAgain,
      confirmInvitation,
      confirmPerson,
      assignBranches,
      assignClients,
      assignRoles,
      assignUnits,
      suspendPerson,
      resumePerson,
      dismissPerson,
      endSessions,
      endSession,
    }),
    /** What a person decides about a command line that waits, and what ends its session. */
    commandLines: running({ confirmLogin, denyLogin, endSession }),
    operators: running({
      invitePerson,
      invitePersonAgain,
      confirmPerson,
      assignBranches,
      assignClients,
      assignUnits,
      changePolicies,
      changeRoleLimit,
    }),
  };
}
