import type { Business, Called, PersonalCopies, Retention } from '../kernel/personal-data.ts';
import type { Acting, Agreeing } from '../kernel/two-people.ts';
import type { ClaimPart } from './death-claim/claim-part.ts';
import type { DeathClaim } from './death-claim/death-claim.ts';
import type { Member } from './member/member.ts';

/** What the use cases of membership need from outside. */
export type MembershipPorts = Acting &
  Agreeing & {
    /** Who proposed what another person agreed to and is carried out now; null where one person acts. */
    readonly proposedBy: string | null;
    readonly now: Temporal.Instant;
    /** The business date in the tenant's zone. */
    readonly today: Temporal.PlainDate;
    readonly newUuid: () => string;
    readonly members: {
      get(id: number): Promise<Member | null>;
      /** The same, locked: nothing that depends on the member’s state is decided meanwhile. */
      lock(id: number): Promise<Member | null>;
      byUuid(uuid: string): Promise<Member | null>;
      findByNationalId(nationalId: string): Promise<Member | null>;
      findByClientReference(reference: string): Promise<Member | null>;
      /** The next member number of this tenant: `M-` and at least six digits. */
      nextNumber(): Promise<string>;
      add(member: Member): void;
    };
    readonly deathClaims: {
      /** Those of the ids that there are, in no order. */
      byIds(ids: readonly number[]): Promise<readonly DeathClaim[]>;
      lock(id: number): Promise<DeathClaim | null>;
      /** The claim after a member's death, which was not cancelled; locked. */
      lockOf(memberId: number): Promise<DeathClaim | null>;
      /** All parts of a claim, by number. */
      partsOf(claimId: number): Promise<readonly ClaimPart[]>;
      /** The next claim number of this tenant. */
      nextNumber(): Promise<string>;
      add(claim: DeathClaim): void;
      addPart(part: ClaimPart): void;
    };
    readonly branches: { exists(id: number): Promise<boolean> };
    readonly obligations: {
      /**
       * What keeps a member from leaving: open loans, live guarantees, savings and what they have earned; empty when free to
       * go. The accounts are locked: no money comes in meanwhile.
       */
      of(memberId: number, today: Temporal.PlainDate): Promise<readonly string[]>;
    };
    readonly business: {
      of(memberId: number): Promise<Business>;
    };
    readonly personalCopies: PersonalCopies;
    readonly calledBy: Called['calledBy'];
    readonly retentionYears: Retention['retentionYears'];
    /** Erasing a person takes two people. */
    readonly fourEyes: boolean;
    readonly complianceHolds: {
      /** The alert that stops a member, by its id; null where there is none. */
      on(memberId: number): Promise<number | null>;
    };
    readonly identityProvider: {
      /** The verdict of the tenant's KYC provider; null where people verify by hand. */
      verdict(member: Member): { clear: boolean; reason: string | null } | null;
    };
  };
