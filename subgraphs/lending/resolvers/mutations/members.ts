import type { Member } from '#core/membership/member/member.ts';
import type { Nominee } from '#core/membership/nominees.ts';
import { named } from '../../../change.ts';
import { check, documentNo, text } from '../../../check-input.ts';
import { FORMS, kycOf, type KycInput } from '../../../forms.ts';
import type { LendingContext } from '../../context.ts';
import { change } from './change.ts';

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
  readonly bankAccount?: string | null;
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
const show = async (uuid: string, { loaders }: LendingContext) => ({ member: await loaders.members.byUuid.load(uuid) });

const rules = {
  name: text(200),
  nationalId: documentNo(32),
  clientReference: text(128),
  bankAccount: text(100),
  ...Object.fromEntries(Object.entries(FORMS.kyc.rules).map(([place, rule]) => [`kyc.${place}`, rule])),
};

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
        ...(input.bankAccount === undefined ? {} : { bankAccount: input.bankAccount }),
        ...(branch === null ? {} : { branchId: branch.id }),
        ...(input.kyc == null ? {} : { kyc: kycOf(input.kyc) }),
        ...(input.nominees == null ? {} : { nominees: input.nominees.map(nomineeOf) }),
      },
    });
  },
});

export const memberMutations = {
  createMember,
  updateMember,
};
