import { nomineeSubject } from '#core/aml/alert/aml-alert.ts';
import type { AmlPorts } from '#core/aml/ports.ts';
import { screenNames } from '#core/aml/use-cases/screen-names.ts';
import { nameKey } from '#core/aml/watchlist/names.ts';
import { deathClaimSteps } from '#core/membership/use-cases/death-claim/steps.ts';
import type { DeathClaimPorts, Screening } from '#core/membership/use-cases/death-claim/find-claim.ts';
import { lookAtEstates, type EstateNow } from '#core/membership/use-cases/death-claim/look-at-estate.ts';
import type { Caller } from '../../auth/caller.ts';
import { heldSubject } from '../../postgres/aml/payees.ts';
import type { TenantTransaction } from '../../postgres/database.ts';
import type { Internals } from '../internals.ts';
import { estatePort } from '../processes/estates.ts';
import type { Transact } from '../transact.ts';
import { bindings, runIn, type PortsOf } from './bindings.ts';

type Ports = Internals['ports'];

/** The ports of claims. Two people agree on the claim, and so on what it books in other contexts. */
export const claimPorts =
  ({ membership, lending, savings, mobileMoney, aml }: Ports): PortsOf<DeathClaimPorts> =>
  (tx, context) => {
    const agreed = { ...context, agreement: 'reached' } as const;
    const contexts = {
      lending: lending(tx, agreed),
      savings: savings(tx, agreed),
      mobileMoney: mobileMoney(tx, agreed),
    };
    const { receipts, workList } = contexts.lending;
    const { proposedKey } = context;
    return {
      ...membership(tx, context),
      receipts,
      workList,
      proposedKey,
      estate: estatePort(tx, contexts),
      screening: screeningOf(tx, aml(tx, context)),
    };
  };

/** Membership and compliance don't know each other: here those whom claims pay are looked for on the lists. */
function screeningOf(tx: TenantTransaction, aml: AmlPorts): Screening {
  return {
    screen: async (memberId, people) => {
      const named = people.map((person) => ({ subject: nomineeSubject(memberId, nameKey(person.name)), person }));
      return (await screenNames(named, aml)).events;
    },
    holdOn: (memberId, names) =>
      heldSubject(
        tx,
        names.map((name) => nomineeSubject(memberId, nameKey(name)).key),
      ),
  };
}

/** The use cases of claims that one person carries out, bound; for the others see approvables. */
export function bindDeathClaims(transact: Transact, ports: Ports) {
  const portsOf = claimPorts(ports);
  return {
    ...bindings(transact, portsOf).handling(runIn(deathClaimSteps)),
    /** What members left, as it stands now, by the ids of their claims; null where there is no such claim. */
    lookAtEstates: (caller: Caller, claimIds: readonly number[]): Promise<readonly (EstateNow | null)[]> =>
      transact.look(caller, (tx, context) => lookAtEstates(claimIds, portsOf(tx, context))),
  };
}
