import { Link } from '@tanstack/react-router';
import { Action } from '../../components/action.tsx';
import { DateOf } from '../../components/dates.tsx';
import { Newest } from '../../components/newest.tsx';
import { StateOf } from '../../components/state.tsx';
import { phoneText } from '../../format/format.ts';
import { useMay } from '../../frame/session.ts';
import { useTexts } from '../../texts/texts.ts';
import { schoolTexts } from './texts.ts';
import { consents } from './words.ts';
import { yearStudied } from './year-studied.ts';
import { sponsorshipSteps, sponsorStep } from './steps/sponsor-steps.ts';
import { sponsorStepTexts } from './steps/sponsor-texts.ts';
import type { Of, Reloaded } from './student-page.tsx';
import './school.css';

export function Particulars({ student }: Of) {
  const t = useTexts(schoolTexts);
  const { programme, guardians, stateReason } = student;
  const rows: readonly (readonly [label: string, value: string | null])[] = [
    [t('number'), student.admissionNo],
    [t('payCode'), student.payCode],
    [t('programme'), programme ? `${programme.code} · ${programme.name}` : null],
    [t('year'), String(yearStudied(student))],
    [t('phone'), student.phone && phoneText(student.phone)],
    [t('email'), student.email],
    [t('county'), student.county],
    [t('reason'), stateReason],
  ];
  return (
    <section className="panel">
      <header>
        <h2>{t('particulars')}</h2>
      </header>
      <dl className="facts body">
        {rows.map(([label, value]) =>
          value === null ? null : (
            <div key={label} className="pair">
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ),
        )}
        <dt>{t('born')}</dt>
        <dd>
          <DateOf of={student.dateOfBirth} />
        </dd>
        <dt>{t('admitted')}</dt>
        <dd>
          <DateOf of={student.admittedOn} />
        </dd>
        {guardians.length > 0 ? (
          <>
            <dt>{t('guardians')}</dt>
            <dd>
              {guardians.map(({ name, relationship, phone }) => (
                <div key={name}>
                  {name}{' '}
                  <span className="faint">{[relationship, phone && phoneText(phone)].filter(Boolean).join(' · ')}</span>
                </div>
              ))}
            </dd>
          </>
        ) : null}
      </dl>
    </section>
  );
}

export function Sponsors({ student: { id: studentId, sponsors, feeLoans }, reload }: Reloaded) {
  const t = useTexts(schoolTexts);
  const steps = useTexts(sponsorStepTexts);
  const may = useMay();
  const mayWrite = may('students:write');
  return (
    <section className="panel">
      <header>
        <h2>{t('sponsors')}</h2>
        {mayWrite ? <Action step={sponsorStep(studentId, steps)} onDone={reload} /> : null}
      </header>
      {(sponsors?.nodes ?? []).length === 0 ? <p className="body faint">{t('noSponsor')}</p> : null}
      <ul className="records two">
        {sponsors?.nodes.map((sponsorship) => {
          const { id, member, relationship, shareBp, consent, endedOn } = sponsorship;
          return (
            <li key={id}>
              <div>
                {member ? <Link to={`/members/${member.memberNo}`}>{member.name}</Link> : (relationship ?? '–')}
                <div className="faint">
                  {[member ? relationship : null, shareBp === null ? null : `${shareBp / 100} %`]
                    .filter((text) => text !== null)
                    .join(' · ')}
                </div>
                {mayWrite ? (
                  <div className="steps">
                    {sponsorshipSteps(sponsorship, steps).map((step) => (
                      <Action key={step.name} step={step} onDone={reload} />
                    ))}
                  </div>
                ) : null}
              </div>
              <div className="sums">
                {endedOn === null ? <StateOf words={consents} state={consent} /> : <DateOf of={endedOn} />}
              </div>
            </li>
          );
        })}
      </ul>
      <Newest list={sponsors} />
      {feeLoans && feeLoans.length > 0 ? (
        <>
          <h3 className="group">{t('feeLoans')}</h3>
          <ul className="records two">
            {feeLoans.map(({ id, loanNo }) => (
              <li key={id}>
                <Link className="record-no" to={`/loans/${loanNo}`}>
                  {loanNo}
                </Link>
              </li>
            ))}
          </ul>
        </>
      ) : null}
    </section>
  );
}
