import { useQuery } from 'urql';
import { Actor } from '../../components/actor.tsx';
import { Ago } from '../../components/dates.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { ErrorBox } from '../../components/error-box.tsx';
import { useFilters } from '../../components/filters.ts';
import { PageHead } from '../../components/page-head.tsx';
import { PrintButton, PrintHead } from '../../components/print.tsx';
import { ShowQuery } from '../../components/show-query.tsx';
import { Skeleton } from '../../components/skeleton.tsx';
import { State } from '../../components/state.tsx';
import { numberText } from '../../format/format.ts';
import { graphql } from '../../graph/generated/gql.ts';
import type { LedgerProofsQuery } from '../../graph/generated/graphql.ts';
import { useLanguage, useTexts } from '../../texts/texts.ts';
import { accountWord } from './account-words.ts';
import { proofWords } from './proof-words.ts';
import { booksTexts } from './texts.ts';
import './books.css';

const PROOFS = graphql(`
  query LedgerProofs($behind: ID) {
    ledgerProofs(last: 7, behind: $behind) {
      id
      provenAt
      provenBy
      provenByPerson
      isSound
      checkCount
      brokenCount
      checks {
        name
        means
        violations
      }
    }
  }
`);
const SHOWN = 7;

type Proof = NonNullable<LedgerProofsQuery['ledgerProofs']>[number];

/** The proofs of the books, the newest first, with what each check said. */
export function Page() {
  const t = useTexts(booksTexts);
  const { filters, setFilters } = useFilters();
  const behind = filters['behind'] ?? null;
  const variables = { behind };
  const [{ data, error }, reload] = useQuery({ query: PROOFS, variables });
  const proofs = data?.ledgerProofs;
  const last = proofs?.at(-1);
  return (
    <>
      <PrintHead />
      <PageHead title={t('proofs')}>
        <PrintButton />
        <ShowQuery document={PROOFS} variables={variables} />
      </PageHead>
      <p className="summary">{t('proofsMean')}</p>
      {error && !proofs ? <ErrorBox error={error} onRetry={reload} /> : null}
      {proofs?.length === 0 ? <EmptyState title={t('noProof')} hint={t('noProofHint')} /> : null}
      {proofs?.map((proof, place) => (
        <Proven key={proof.id} proof={proof} isOpen={place === 0} />
      ))}
      {proofs || error ? null : <Skeleton lines={12} />}
      <div className="pager no-print">
        {behind === null ? null : (
          <button className="button" onClick={() => setFilters({ behind: null })}>
            {t('newestProofs')}
          </button>
        )}
        {last && proofs?.length === SHOWN ? (
          <button className="button" onClick={() => setFilters({ behind: last.id })}>
            {t('earlierProofs')}
          </button>
        ) : null}
      </div>
    </>
  );
}

/** A sentence of the server with its accounts in words: it names them as the chart does. */
const withAccounts = (sentence: string): string =>
  sentence.replaceAll(/[a-z]+(?:_[a-z]+)+/g, (name) => accountWord(name, 'en'));

function Proven({ proof, isOpen }: { readonly proof: Proof; readonly isOpen: boolean }) {
  const t = useTexts(booksTexts);
  const { isSound, provenAt, provenBy, provenByPerson, checkCount, brokenCount, checks } = proof;
  // What is wrong comes first: it is what one has come for.
  const inOrder = [...checks].sort((a, b) => Number(b.violations > 0) - Number(a.violations > 0));
  return (
    <details className="panel proof" data-proof={proof.id} open={isOpen}>
      <summary className="body">
        <State
          word={
            isSound
              ? t('allHold', { checks: numberText(checkCount) })
              : t('someBroken', { broken: numberText(brokenCount), checks: numberText(checkCount) })
          }
          tone={isSound ? 'good' : 'bad'}
        />{' '}
        <Ago of={provenAt} />{' '}
        <span className="faint">
          <Actor actor={provenBy} name={provenByPerson} />
        </span>
      </summary>
      <div className="table" tabIndex={0}>
        <table aria-label={t('checks')}>
          <thead>
            <tr>
              <th scope="col">{t('check')}</th>
              <th scope="col">{t('checkMeans')}</th>
              <th scope="col" className="number">
                {t('violations')}
              </th>
            </tr>
          </thead>
          <tbody>
            {inOrder.map((check) => (
              <Checked key={check.name} check={check} />
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}

function Checked({ check: { name, means, violations } }: { readonly check: Proof['checks'][number] }) {
  const spoken = useLanguage();
  const own = proofWords(name, spoken);
  return (
    <tr title={name}>
      <td>
        <State word={own?.title ?? withAccounts(capital(name))} tone={violations === 0 ? 'good' : 'bad'} />
      </td>
      <td lang={own === null ? 'en' : spoken} className="means">
        {own?.means ?? withAccounts(means)}
      </td>
      <td className="number">{numberText(violations)}</td>
    </tr>
  );
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
