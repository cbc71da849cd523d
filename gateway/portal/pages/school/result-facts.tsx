import { Link } from '@tanstack/react-router';
import { Ago } from '../../components/dates.tsx';
import { useLanguage, useTexts } from '../../texts/texts.ts';
import { schoolTexts } from './texts.ts';
import { scoreStatuses } from './words.ts';
import type { Result } from './result-page.tsx';
import './school.css';

export function Versions({ result: { versions } }: { readonly result: Result }) {
  const t = useTexts(schoolTexts);
  if (versions.length === 0) return null;
  return (
    <section className="panel">
      <header>
        <h2>{t('versions')}</h2>
      </header>
      <ul className="records">
        {versions.toReversed().map(({ id, number, totalMark, grade, reason, publishedAt }) => (
          <li key={id}>
            <div>
              {t('version', { number })}
              {reason === null ? null : <div className="faint">{t('amended', { why: reason })}</div>}
            </div>
            <div className="faint">
              <Ago of={publishedAt} />
            </div>
            <div className="sums mark">
              <span className="number">{totalMark ?? '–'}</span> <b>{grade ?? ''}</b>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

export function Facts({ result }: { readonly result: Result }) {
  const t = useTexts(schoolTexts);
  const spoken = useLanguage();
  const { student, unit, academicYear, term, attempt, scoreStatus, publishedAt } = result;
  const why = result.voidReason ?? result.returnReason;
  return (
    <section className="panel">
      <header>
        <h2>{t('facts')}</h2>
      </header>
      <dl className="facts body">
        {student ? (
          <>
            <dt>{t('student')}</dt>
            <dd>
              <Link to={`/students/${student.id}`}>{`${student.firstName} ${student.lastName}`}</Link>
              <div className="faint record-no">{student.admissionNo}</div>
            </dd>
          </>
        ) : null}
        <dt>{t('unit')}</dt>
        <dd>
          {unit.code} · {unit.title}
        </dd>
        <dt>{t('term')}</dt>
        <dd>
          {academicYear.name} · {term?.name ?? t('wholeYear')}
        </dd>
        <dt>{t('attempt')}</dt>
        <dd>{attempt}</dd>
        {scoreStatus ? (
          <>
            <dt>{t('marksOf')}</dt>
            <dd>{scoreStatuses[scoreStatus][spoken]}</dd>
          </>
        ) : null}
        <dt>{t('publishedAt')}</dt>
        <dd>
          <Ago of={publishedAt} />
        </dd>
        {why ? (
          <>
            <dt>{t('reason')}</dt>
            <dd>{why}</dd>
          </>
        ) : null}
      </dl>
    </section>
  );
}
