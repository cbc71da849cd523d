import type { ReactNode } from 'react';
import { Action } from '../../components/action.tsx';
import { Ago } from '../../components/dates.tsx';
import { Money } from '../../components/money.tsx';
import { useNarrow } from '../../components/narrow.ts';
import { State } from '../../components/state.tsx';
import type { Step } from '../../components/step.ts';
import { useMay, useViewer } from '../../frame/session.ts';
import type { SettingsQuery } from '../../graph/generated/graphql.ts';
import { useLanguage, useTexts } from '../../texts/texts.ts';
import { policiesIn, policyFields, valueWords, type Policies, type PolicyName, type Section } from './policy-fields.ts';
import { bandsStep, chargesStep, limitStep, sectionStep, type Words } from './policy-steps.ts';
import { settingsTexts } from './texts.ts';
import { chargeWords, railWords } from './words.ts';
import { classWord } from '../arrears/texts.ts';
import { roleWords } from '../../texts/role-words.ts';
import './settings.css';

type Shown = { readonly policies: Policies; readonly words: Words; readonly again: () => void };

type PanelProps = {
  readonly title: string;
  readonly step?: Step | null;
  readonly again?: () => void;
  readonly children: ReactNode;
};

function Panel({ title, step = null, again = () => undefined, children }: PanelProps) {
  const may = useMay();
  return (
    <section className="panel">
      <header>
        <h2>{title}</h2>
        {step !== null && may('settings:write') ? <Action step={step} onDone={again} /> : null}
      </header>
      {children}
    </section>
  );
}

export function Institution({ policies }: Pick<Shown, 'policies'>) {
  const t = useTexts(settingsTexts);
  const rows = [
    [t('name'), policies.institution],
    [t('timeZone'), policies.timeZone],
    [t('currency'), policies.currency],
    [t('closedThrough'), policies.booksClosedThrough ?? t('none')],
  ] as const;
  return (
    <Panel title={t('institution')}>
      <dl className="lines">
        {rows.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </Panel>
  );
}

type ValueProps = {
  readonly name: PolicyName;
  readonly value: Parameters<typeof valueWords>[1];
  readonly words: Words;
};

/** A policy's value: an amount as amounts are shown, anything else in words. */
const PolicyValue = ({ name, value, words }: ValueProps) =>
  policyFields[name].kind === 'money' && typeof value === 'number' ? (
    <Money cents={value} />
  ) : (
    valueWords(name, value, words)
  );

type RowsProps = Shown & { readonly section: Exclude<Section, 'charges'>; readonly children?: ReactNode };

export function Rows({ section, policies, words, again, children }: RowsProps) {
  return (
    <Panel title={words.t(section)} step={sectionStep(section, policies, words)} again={again}>
      <dl className="lines">
        {policiesIn(section).map((name) => (
          <div
            key={name}
            data-policy={name}
            className={['text', 'pattern'].includes(policyFields[name].kind) ? 'long' : undefined}
          >
            <dt>{policyFields[name].label[words.spoken]}</dt>
            <dd>
              <PolicyValue name={name} value={policies[name]} words={words} />
            </dd>
          </div>
        ))}
        {children}
      </dl>
    </Panel>
  );
}

export function Roles({ roles, policies, words, again }: Shown & Pick<SettingsQuery, 'roles'>) {
  const may = useMay();
  const held = useViewer().person?.roles ?? [];
  const t = useTexts(settingsTexts);
  const spoken = useLanguage();
  const limit = (cents: number | null) =>
    cents === 0 ? t('nothing') : cents === null ? t('noLimit') : <Money cents={cents} />;
  const mayWrite = may('settings:write');
  const changeOf = (role: (typeof roles)[number]['role']) =>
    mayWrite && !held.includes(role) ? (
      <div className="change">
        <Action step={limitStep(role, policies, words)} onDone={again} />
      </div>
    ) : null;
  // On a telephone a role is a line with its button, and its limits, where it has any, stand below its name.
  if (useNarrow()) {
    return (
      <Panel title={t('roles')}>
        <dl className="lines roles">
          {roles.map(({ role, limits: { approve, disburse } }) => (
            <div key={role}>
              <dt>
                <span className="role">{roleWords[role][spoken]}</span>
                {approve === 0 ? null : (
                  <span>
                    {t('approves')} <strong>{limit(approve)}</strong>
                  </span>
                )}
                {disburse === 0 ? null : (
                  <span>
                    {t('pays')} <strong>{limit(disburse)}</strong>
                  </span>
                )}
              </dt>
              <dd>{changeOf(role) ?? (approve === 0 && disburse === 0 ? t('nothing') : null)}</dd>
            </div>
          ))}
        </dl>
      </Panel>
    );
  }
  return (
    <Panel title={t('roles')}>
      <table className="plain-table" aria-label={t('roles')}>
        <thead>
          <tr>
            <th scope="col">{t('role')}</th>
            <th scope="col">{t('approves')}</th>
            <th scope="col">{t('pays')}</th>
            {mayWrite ? <th scope="col">{t('change')}</th> : null}
          </tr>
        </thead>
        <tbody>
          {roles.map(({ role, limits }) => (
            <tr key={role}>
              <td>{roleWords[role][spoken]}</td>
              <td className="number">{limit(limits.approve)}</td>
              <td className="number">{limit(limits.disburse)}</td>
              {mayWrite ? <td className="number">{changeOf(role)}</td> : null}
            </tr>
          ))}
        </tbody>
      </table>
    </Panel>
  );
}

export function Rails({ rails }: { readonly rails: NonNullable<SettingsQuery['rails']> }) {
  const t = useTexts(settingsTexts);
  return (
    <Panel title={t('rails')}>
      {rails.length === 0 ? <p className="body faint">{t('simulated')}</p> : null}
      <dl className="lines">
        {rails.map(({ id, kind, balance, balanceAt, isOpen }) => (
          <div key={id}>
            <dt>
              <State
                word={`${railWords[kind] ?? kind}: ${t(isOpen ? 'open' : 'closed')}`}
                tone={isOpen ? 'good' : 'bad'}
              />
            </dt>
            <dd>
              <Money cents={balance} /> {balanceAt === null ? null : <Ago of={balanceAt} />}
            </dd>
          </div>
        ))}
      </dl>
    </Panel>
  );
}

export function Bands({ policies, words, again }: Shown) {
  const { t, spoken } = words;
  return (
    <Panel title={t('bands')} step={bandsStep(policies, words)} again={again}>
      <dl className="lines">
        {policies.arrearsBands.map(({ name, fromDays, provisionRate }) => (
          <div key={name}>
            <dt>
              {classWord(name, spoken)}
              {' · '}
              <span className="faint">{fromDays === 0 ? t('onTime') : t('from', { days: fromDays })}</span>
            </dt>
            <dd>{t('setAside', { rate: provisionRate })}</dd>
          </div>
        ))}
      </dl>
    </Panel>
  );
}

export function Charges({ policies, words, again }: Shown) {
  const { t, spoken } = words;
  const { appTariff, appFeeLimit } = policies;
  return (
    <Panel title={t('charges')} step={chargesStep(policies, words)} again={again}>
      {appTariff.length === 0 ? <p className="body faint">{t('free')}</p> : null}
      <dl className="lines">
        {appTariff.map(({ direction, upTo, fee }) => (
          <div key={`${direction} ${upTo}`}>
            <dt>
              {chargeWords[direction][spoken]}{' '}
              <span className="faint">
                {upTo === null ? (
                  t('above')
                ) : (
                  <>
                    {t('upTo')} <Money cents={upTo} />
                  </>
                )}
              </span>
            </dt>
            <dd>
              <Money cents={fee} />
            </dd>
          </div>
        ))}
        <div data-policy="appFeeLimit">
          <dt>{policyFields.appFeeLimit.label[spoken]}</dt>
          <dd>
            <PolicyValue name="appFeeLimit" value={appFeeLimit} words={words} />
          </dd>
        </div>
      </dl>
    </Panel>
  );
}
