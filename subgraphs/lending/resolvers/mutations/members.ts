import type { Member } from '#core/membership/member/member.ts';
import type { Kyc } from '#core/membership/member/member-record.ts';
import type { Nominee } from '#core/membership/nominees.ts';
import { memberSteps } from '#core/membership/use-cases/move-member.ts';
import type { StepOf } from '#core/kernel/steps.ts';
import { mutationsOf, named } from '../../../change.ts';
import { check, countryCode, documentNo, text } from '../../../check-input.ts';
import type { LendingContext } from '../../context.ts';
import { change } from './change.ts';

type KycInput = {
  readonly idType: string;
  readonly idNumber: string;
  readonly dateOfBirth: Temporal.PlainDate;
  readonly address?: { readonly city: string; readonly county: string; readonly country: string } | null;
};
type CreateMember = {
  readonly name: string;
  readonly nationalId: string;
  readonly phone: string;
  readonly branchId: string;
  readonly kyc?: KycInput | null;
  readonly clientReference?: string | null;
};
type UpdateMember = {
  readonly memberId: string;
  readonly name?: string | null;
  readonly phone?: string | null;
  readonly branchId?: string | null;
  readonly kyc?: KycInput | null;
  readonly nominees?: readonly NomineeInput[] | null;
};
type NomineeInput = {
  readonly name: string;
  readonly relationship: string;
  readonly shareBasisPoints: number;
  readonly dateOfBirth?: Temporal.PlainDate | null;
  readonly idNumber?: string | null;
  readonly phone?: string | null;
  readonly guardian?: { readonly name: string; readonly phone?: string | null } | null;
};
type OnMember = {
  readonly memberId: string;
  readonly reason?: string | null;
  readonly kyc?: KycInput | null;
  readonly diedOn?: Temporal.PlainDate | null;
  readonly documentReference?: string | null;
};

const show = async (uuid: string, { loaders }: LendingContext) => ({ member: await loaders.members.byUuid.load(uuid) });

const rules = {
  name: text(200),
  nationalId: documentNo(32),
  clientReference: text(128),
  reason: text(500),
  documentReference: text(128),
  'kyc.idNumber': documentNo(32),
  'kyc.address.city': text(100),
  'kyc.address.county': text(100),
  'kyc.address.country': countryCode,
};

function kycOf(kyc: KycInput): Kyc {
  const { city, county, country } = kyc.address ?? {};
  return {
    id_type: kyc.idType,
    id_number: kyc.idNumber,
    date_of_birth: kyc.dateOfBirth.toString(),
    address: city === undefined || county === undefined || country === undefined ? null : { city, county, country },
  };
}

const nomineeRules = {
  name: text(200),
  relationship: text(50),
  idNumber: documentNo(32),
  'guardian.name': text(200),
};

function nomineeOf(nominee: NomineeInput): Nominee {
  const { name, relationship, shareBasisPoints, dateOfBirth, idNumber, phone, guardian } = nominee;
  check(nominee, nomineeRules);
  return {
    name,
    relationship,
    share_basis_points: shareBasisPoints,
    date_of_birth: dateOfBirth?.toString() ?? null,
    id_number: idNumber ?? null,
    phone: phone ?? null,
    guardian: guardian ? { name: guardian.name, phone: guardian.phone ?? null } : null,
  };
}

const createMember = change<CreateMember, Member>({
  show,
  run: async ({ input, context: { app, loaders } }, request) => {
    check(input, rules);
    const branch = await named('branchId', input.branchId, 'branch', loaders.branches.byUuid);
    return app.membership.createMember(request(), {
      name: input.name,
      nationalId: input.nationalId,
      phone: input.phone,
      branchId: branch.id,
      kyc: input.kyc ? kycOf(input.kyc) : null,
      clientReference: input.clientReference ?? null,
    });
  },
});

const updateMember = change<UpdateMember, Member>({
  show,
  run: async ({ input, version, context: { app, loaders } }, request) => {
    check(input, rules);
    const member = await named('memberId', input.memberId, 'member', loaders.members.byUuid);
    const branch =
      input.branchId == null ? null : await named('branchId', input.branchId, 'branch', loaders.branches.byUuid);
    return app.membership.changeMember(request(), {
      memberId: member.id,
      version,
      changes: {
        ...(input.name == null ? {} : { name: input.name }),
        ...(input.phone == null ? {} : { phone: input.phone }),
        ...(branch === null ? {} : { branchId: branch.id }),
        ...(input.kyc == null ? {} : { kyc: kycOf(input.kyc) }),
        ...(input.nominees == null ? {} : { nominees: input.nominees.map(nomineeOf) }),
      },
    });
  },
});

/** One step of a member's life. */
const step = (name: StepOf<typeof memberSteps>) =>
  change<OnMember, Member>({
    show,
    run: async ({ input, version, context: { app, loaders } }, request) => {
      check(input, rules);
      const member = await named('memberId', input.memberId, 'member', loaders.members.byUuid);
      return app.membership[name](request(), {
        memberId: member.id,
        version,
        reason: input.reason ?? null,
        kyc: input.kyc ? kycOf(input.kyc) : null,
        diedOn: input.diedOn ?? null,
        document: input.documentReference ?? null,
      });
    },
  });

export const memberMutations = {
  createMember,
  updateMember,
  ...mutationsOf(memberSteps, step),
};
