import { linesOf, textOfLines } from '../../components/lines.ts';
import { stepOf, type Field, type Step, type Values } from '../../components/step.ts';
import type { NomineeInput } from '../../graph/generated/graphql.ts';
import { text } from './kyc-fields.ts';
import type { Member } from './member-page.tsx';
import { UPDATE } from './particulars.ts';
import type { T } from './step-texts.ts';

/** All of what a member leaves, in hundredths of a per cent. */
const WHOLE = 10_000;

/** `33.34` as 3334; what is no percentage is zero, which no nominee may have. */
function basisPoints(share: string | null): number {
  const [, whole, fraction = ''] = /^(\d{1,3})(?:[.,](\d{1,2}))?\s*%?$/.exec(share ?? '') ?? [];
  return whole === undefined ? 0 : Number(whole + fraction.padEnd(2, '0'));
}

/** 3334 as `33.34`, 5000 as `50`. */
const percent = (points: number): string => String(points / 100);

const lineFields = (t: T): readonly Field[] => [
  { name: 'name', kind: 'text', label: t('name'), isRequired: true },
  { name: 'relationship', kind: 'text', label: t('relationship'), hint: t('relationshipHint'), isRequired: true },
  { name: 'share', kind: 'text', label: t('share'), isRequired: true },
  { name: 'dateOfBirth', kind: 'date', label: t('born') },
  { name: 'idNumber', kind: 'text', label: t('idNumber') },
  { name: 'phone', kind: 'phone', label: t('phone') },
  { name: 'guardianName', kind: 'text', label: t('guardian'), hint: t('guardianHint') },
  { name: 'guardianPhone', kind: 'phone', label: t('guardianPhone') },
];

function nomineeOf(line: Values): NomineeInput {
  const guardian = text(line['guardianName']);
  return {
    name: text(line['name']) ?? '',
    relationship: text(line['relationship']) ?? '',
    shareBasisPoints: basisPoints(text(line['share'])),
    dateOfBirth: text(line['dateOfBirth']),
    idNumber: text(line['idNumber']),
    phone: text(line['phone']),
    guardian: guardian === null ? null : { name: guardian, phone: text(line['guardianPhone']) },
  };
}

const typed = ({ nominees }: Member): string =>
  textOfLines(
    nominees.map(({ name, relationship, shareBasisPoints, dateOfBirth, idNumber, phone, guardian }) => ({
      name,
      relationship,
      share: percent(shareBasisPoints),
      dateOfBirth: dateOfBirth ?? '',
      idNumber: idNumber ?? '',
      phone: phone ?? '',
      guardianName: guardian?.name ?? '',
      guardianPhone: guardian?.phone ?? '',
    })),
  );

/** Who receives what the member leaves: all of them at once, so that their shares are the whole. */
export const nomineesStep = (member: Member, t: T): Step =>
  stepOf({
    name: 'updateMemberNominees',
    recordId: member.id,
    version: member.version,
    title: t('nomineesTitle', { name: member.name }),
    word: t('nominees'),
    fields: [
      {
        name: 'nominees',
        kind: 'lines',
        label: t('nomineesLabel'),
        hint: t('nomineesHint'),
        initial: typed(member),
        line: { fields: lineFields(t), add: t('addNominee') },
      },
    ],
    document: UPDATE,
    variables: ({ nominees }, sent) => ({
      input: { memberId: member.id, nominees: linesOf(nominees).map(nomineeOf) },
      ...sent,
    }),
    consequence: ({ nominees }) => {
      const shares = linesOf(nominees).map(({ share }) => basisPoints(text(share)));
      const sum = shares.reduce((total, share) => total + share, 0);
      if (shares.length === 0) return t('noNominees');
      return sum === WHOLE ? t('sharesFit') : t('sharesDiffer', { percent: percent(sum) });
    },
  });
