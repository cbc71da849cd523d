import { useQuery } from 'urql';
import { ErrorBox } from '../../components/error-box.tsx';
import { Skeleton } from '../../components/skeleton.tsx';
import { dateText, instantText, moneyText, numberText } from '../../format/format.ts';
import { graphql } from '../../graph/generated/gql.ts';
import type { ProposalDetailsQuery, ProposedCommand, ProposedValueKind } from '../../graph/generated/graphql.ts';
import { useLanguage, useTexts, type Language } from '../../texts/texts.ts';
import { settingsTexts } from '../settings/texts.ts';
import { detailName, detailText } from './detail-words.ts';
import { limitChange, policyChanges } from './policy-changes.ts';
import { approvalsTexts } from './texts.ts';

/** All that a proposal takes, and what others have seen of it. */
export const DETAILS = graphql(`
  query ProposalDetails($id: ID!) {
    proposal(id: $id) {
      id
      command
      details {
        path
        kind
        cents
        text
      }
      evidence {
        text
        at
      }
    }
  }
`);

/** One value of what is proposed. */
export type Detail = NonNullable<ProposalDetailsQuery['proposal']>['details'][number];

/** One line of what is read: what a value is called, and the value; of a change also what it was. */
export type Line = { readonly name: string; readonly before?: string; readonly after: string };

type Props = { readonly proposalId: string };

/** What a proposal takes, where it is looked at before it is decided. */
export function WholeInput({ proposalId }: Props) {
  const [{ data, error }, reload] = useQuery({ query: DETAILS, variables: { id: proposalId } });
  const proposal = data?.proposal;
  if (error && !proposal) return <ErrorBox error={error} onRetry={reload} />;
  return proposal ? <InputLines proposal={proposal} /> : <Skeleton lines={4} />;
}

type Shown = { readonly proposal: NonNullable<ProposalDetailsQuery['proposal']> };

/** All that a proposal takes, in words, names, dates and money: what a second person agrees to. */
export function InputLines({ proposal }: Shown) {
  const t = useTexts(approvalsTexts);
  const settings = useTexts(settingsTexts);
  const spoken = useLanguage();
  const lines = linesOf(proposal.command, proposal.details, { t: settings, spoken });
  return (
    <dl className="whole-input" aria-label={t('whole')} data-details={proposal.id}>
      {lines.map(({ name, before, after }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{before === undefined ? after : `${before} → ${after}`}</dd>
        </div>
      ))}
      {proposal.evidence.map(({ text, at }) => (
        <div key={at} data-evidence>
          <dt>{t('seen')}</dt>
          <dd>
            {text} <span className="faint">{instantText(at, spoken)}</span>
          </dd>
        </div>
      ))}
    </dl>
  );
}

type Words = Parameters<typeof policyChanges>[1];

/** The lines of a proposal: of policies what changes first, then what else was said. */
function linesOf(command: ProposedCommand, details: readonly Detail[], words: Words): readonly Line[] {
  const { spoken } = words;
  const plain = (each: Detail): Line => ({ name: detailName(each.path, spoken), after: shown(each, spoken) });
  if (command === 'CHANGE_POLICIES') {
    const others = details.filter(({ path: [outer = ''] }) => !['changes', 'before'].includes(outer));
    return [...policyChanges(details, words), ...others.map(plain)];
  }
  if (command === 'CHANGE_ROLE_LIMIT') {
    const others = details.filter(({ path: [outer = ''] }) => !['role', 'step', 'limit', 'before'].includes(outer));
    return [...limitChange(details, words), ...others.map(plain)];
  }
  return inOrder(details).map(plain);
}

/** Stored members have no order of their own: why it is wanted closes the list. */
const inOrder = (details: readonly Detail[]): readonly Detail[] =>
  details.toSorted((a, b) => Number(a.path[0] === 'reason') - Number(b.path[0] === 'reason'));

/** How each kind of value is read. */
const READ: {
  readonly [Kind in ProposedValueKind]: (text: string, spoken: Language, path: readonly string[]) => string;
} = {
  MONEY: (text) => text,
  DAY: dateText,
  TIME: instantText,
  YES_NO: (text, spoken) => settingsTexts[spoken][text === 'true' ? 'yes' : 'no'],
  NUMBER: (text) => numberText(Number(text)),
  RECORD: (text) => text,
  TEXT: (text, spoken, path) => detailText(path, text, spoken),
  NONE: () => '–',
};

function shown({ path, kind, cents, text }: Detail, spoken: Language): string {
  if (cents !== null) return moneyText(cents);
  return text === null ? '–' : READ[kind](text, spoken, path);
}
