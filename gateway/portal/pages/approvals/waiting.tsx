import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { Action } from '../../components/action.tsx';
import { Actor } from '../../components/actor.tsx';
import { Ago } from '../../components/dates.tsx';
import { Sheet } from '../../components/sheet.tsx';
import { useMay } from '../../frame/session.ts';
import { instantText } from '../../format/format.ts';
import { graphql } from '../../graph/generated/gql.ts';
import type { WaitingClassFragment, WaitingFragment, WaitingPaymentFragment } from '../../graph/generated/graphql.ts';
import { useLanguage, useTexts } from '../../texts/texts.ts';
import { placeOf } from '../money/places.ts';
import { evidenceSteps, ownSteps } from './proposal-steps.ts';
import { ruleText } from './rule-text.ts';
import { agreeStep, consequenceOf, refuseStep } from './steps.tsx';
import { approvalsTexts } from './texts.ts';
import { commandWords, kindWords, obstacleWords } from './words.ts';
import { WholeInput } from './whole-input.tsx';

// What every page selects of what waits: the inbox, and the record on which it waits. None of it needs a scope of its own.
graphql(`
  fragment Waiting on PendingApproval {
    id
    kind
    command
    rule
    amount
    moves
    evidence
    proposedBy
    proposer
    proposedAt
    expiresAt
    version
    obstacle
    subjectType
    subjectId
    subjectName
    resultCount
  }
`);

// Beside it, for who reads payments: whose float it moves, and where the money goes.
graphql(`
  fragment WaitingPayment on PendingApproval {
    agent {
      agentNo
      available
    }
    disbursement {
      msisdnMasked
      bankAccount
    }
  }
`);

// Beside it, for who reads results: the class whose marks were handed in.
graphql(`
  fragment WaitingClass on PendingApproval {
    result {
      attempt
      unit {
        id
        code
        title
      }
      academicYear {
        name
      }
      term {
        id
        name
      }
      enrolment {
        programme {
          id
        }
      }
    }
  }
`);

/** What waits, with what the page selects beside it. */
export type Waiting = WaitingFragment & Partial<WaitingPaymentFragment> & Partial<WaitingClassFragment>;

type Props = { readonly row: Waiting };
type Deciding = Props & { readonly onDone: () => void };

/** What waits, and why it takes two people. */
export function What({ row }: Props) {
  const t = useTexts(approvalsTexts);
  const spoken = useLanguage();
  return (
    <span className="two-lines" data-waiting={row.id}>
      <strong>{row.command === null ? kindWords[row.kind][spoken] : commandWords[row.command][spoken]}</strong>
      {row.rule === null ? (
        <span className="faint">{row.evidence ?? consequenceOf(row, t)}</span>
      ) : (
        <Why row={row} rule={row.rule} />
      )}
      {row.expiresAt === null ? null : (
        <span className="faint">
          {t('lapses')} <time dateTime={row.expiresAt}>{instantText(row.expiresAt, spoken)}</time>
        </span>
      )}
      {row.kind === 'PROPOSAL' ? <Whole proposalId={row.id} /> : null}
    </span>
  );
}

/** Why it takes two people; the rule of policies names each change, which is read in words of its own. */
function Why({ row, rule }: Props & { readonly rule: string }) {
  const t = useTexts(approvalsTexts);
  const isOfPolicies = row.command === 'CHANGE_POLICIES' || row.command === 'CHANGE_ROLE_LIMIT';
  return isOfPolicies ? <span className="faint">{t('policies')}</span> : <Rule rule={rule} />;
}

/** What is proposed, for everyone who sees it, also where they do not decide. */
export function Whole({ proposalId }: { readonly proposalId: string }) {
  const t = useTexts(approvalsTexts);
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button className="button plain link-like" data-whole={proposalId} onClick={() => setOpen(true)}>
        {t('whole')}
      </button>
      <Sheet title={t('whole')} isOpen={isOpen} onClose={() => setOpen(false)}>
        <WholeInput proposalId={proposalId} />
      </Sheet>
    </>
  );
}

/**
 * What is changed and has no name of its own here: the invoice or student of a school, which lending knows by its id alone, and money
 * that is not placed yet. Nothing of others.
 */
export function OfRecord({ type, id }: { readonly type: string; readonly id: string }) {
  const t = useTexts(approvalsTexts);
  const place = placeOf({ type, id });
  if (place === null || (type !== 'invoice' && type !== 'student' && type !== 'mobile_money_transaction')) return null;
  return <Link to={place}>{t(type)}</Link>;
}

/** Who works here, or the alert that was escalated. Nothing of others. */
export function OfInstitution({ row: { subjectType, subjectId, subjectName } }: Props) {
  const t = useTexts(approvalsTexts);
  const place = placeOf({ type: subjectType, id: subjectId });
  if (place === null || (subjectType !== 'person' && subjectType !== 'aml_alert')) return null;
  return <Link to={place}>{subjectName ?? t('alert')}</Link>;
}

/** The class whose marks were handed in. Nothing of others. */
export function OfClass({ row: { result } }: Props) {
  const t = useTexts(approvalsTexts);
  if (result == null) return null;
  const { unit, academicYear, term, attempt } = result;
  return (
    <>
      <Link {...sheetOf(result)}>{`${unit.code} · ${unit.title}`}</Link>
      <span className="faint">
        {[academicYear.name, term?.name, attempt === 1 ? null : t('attempt', { attempt: String(attempt) })]
          .filter((each) => each != null)
          .join(' · ')}
      </span>
    </>
  );
}

/** Where the marks of a class are published: on its sheet; where they are of no term, among the results. */
function sheetOf({ unit, term, attempt, enrolment }: NonNullable<Waiting['result']>) {
  const programme = enrolment?.programme?.id;
  const of = { programme, unit: unit.id };
  if (programme === undefined || term === null) return { to: '/results', search: { ...of, state: 'SUBMITTED' } };
  return { to: '/marks', search: { ...of, term: term.id, attempt: attempt === 1 ? undefined : String(attempt) } };
}

/** Where the money of a payment went, or goes: who agrees compares it with what they have seen. */
export function Recipient({ row: { disbursement } }: Props) {
  const t = useTexts(approvalsTexts);
  const to = disbursement?.bankAccount ?? disbursement?.msisdnMasked ?? null;
  return to === null ? null : <span className="faint">{t('paidTo', { to })}</span>;
}

/** Why it takes two people. */
function Rule({ rule }: { readonly rule: string }) {
  const { text, language } = ruleText(rule, useLanguage());
  return (
    <span className="faint" lang={language}>
      {text}
    </span>
  );
}

type Proposed = { readonly of: Pick<Waiting, 'proposer' | 'proposedBy'> };

/** Who has proposed it: a person by name, an operator in red, a client as one. */
export function By({ of: { proposer, proposedBy } }: Proposed) {
  const t = useTexts(approvalsTexts);
  if (proposer === null && proposedBy.startsWith('pk_')) return <span title={proposedBy}>{t('client')}</span>;
  return <Actor actor={proposedBy} name={proposer} />;
}

export function Proposer({ row }: Props) {
  return (
    <span className="two-lines">
      <By of={row} />
      <span className="faint">
        <Ago of={row.proposedAt} />
      </span>
    </span>
  );
}

/** Its buttons, or why the one who looks has none. */
export function Decide({ row, onDone }: Deciding) {
  const t = useTexts(approvalsTexts);
  const spoken = useLanguage();
  const may = useMay();
  const others = [...ownSteps(row, t), ...(may('approvals:write') ? evidenceSteps(row, t) : [])];
  const aside = others.map((step) => <Action key={step.name} step={step} onDone={onDone} />);
  if (row.obstacle !== null) {
    return (
      <span className="decide">
        <span className="faint obstacle">{obstacleWords[row.obstacle][spoken]}</span>
        {aside}
      </span>
    );
  }
  if (row.result != null) {
    return (
      <Link className="button" {...sheetOf(row.result)}>
        {t('onRecord')}
      </Link>
    );
  }
  const [agree, refuse] = [agreeStep(row, t), refuseStep(row, t)];
  if (agree === null)
    return (
      <Link className="button" to={placeOf({ type: row.subjectType, id: row.subjectId }) ?? '/approvals'}>
        {t('onRecord')}
      </Link>
    );
  return (
    <span className="decide">
      <Action step={agree} isPrimary onDone={onDone} />
      {refuse === null ? null : <Action step={refuse} onDone={onDone} />}
      {aside}
    </span>
  );
}

type OnRecord = { readonly rows: readonly Waiting[] | null | undefined; readonly onDone: () => void };

/** What waits beside what the page of the record says of it anyway. */
export const proposalsIn = (rows: OnRecord['rows']): OnRecord['rows'] =>
  rows?.filter(({ kind }) => kind === 'PROPOSAL') ?? null;

/** On the page of a record: what waits for a second person there, with its evidence. Nothing where nothing does. */
export function WaitingHere({ rows, onDone }: OnRecord) {
  const t = useTexts(approvalsTexts);
  if (rows == null || rows.length === 0) return null;
  return (
    <section className="panel waiting" role="status">
      <header>
        <h2>{t('waitsHere')}</h2>
        <Link className="no-print" to="/approvals">
          {t('approvals')}
        </Link>
      </header>
      <ul className="waiting-here">
        {rows.map((row) => (
          <li key={row.id}>
            <What row={row} />
            <Recipient row={row} />
            {row.evidence === null || row.rule === null ? null : <q className="faint evidence">{row.evidence}</q>}
            <Proposer row={row} />
            {/* An application is decided by the steps of its record; who may not sees why. */}
            {row.kind === 'PROPOSAL' || row.obstacle !== null ? <Decide row={row} onDone={onDone} /> : null}
          </li>
        ))}
      </ul>
    </section>
  );
}
