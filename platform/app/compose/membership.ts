import type { MembershipPorts } from '#core/membership/ports.ts';
import { changeMember } from '#core/membership/use-cases/change-member.ts';
import { memberSteps } from '#core/membership/use-cases/move-member.ts';
import { eraseMemberAgain } from '#core/membership/use-cases/erase-member.ts';
import { createMember } from '#core/membership/use-cases/create-member.ts';
import { screenMember } from '#core/membership/use-cases/verify-kyc.ts';
import { runIn, type Handling, type Running } from './bindings.ts';

/** The use cases of membership, bound. */
export function bindMembership(handling: Handling<MembershipPorts>, running: Running<MembershipPorts>) {
  return {
    ...handling({ createMember, changeMember, ...runIn(memberSteps) }),
    ...running({ screenMember, eraseMemberAgain }),
  };
}
