import type { SettingsQuery } from '../../graph/generated/graphql.ts';
import { roleMeanings } from '../../texts/role-meanings.ts';
import { roleWords } from '../../texts/role-words.ts';
import { texts, useLanguage, useTexts } from '../../texts/texts.ts';

const own = texts({
  en: {
    title: 'What roles may do',
    scopes: 'Reads and does',
    grants: 'Gives and takes',
    grantsNone: 'No role',
    pii: 'Personal data of minors are shown unmasked.',
  },
  sw: {
    title: 'Majukumu yanaruhusu nini',
    scopes: 'Husoma na hufanya',
    grants: 'Hutoa na huondoa',
    grantsNone: 'Hakuna jukumu',
    pii: 'Data binafsi za watoto huonyeshwa zote.',
  },
});

/** What each role is for, its scopes, and which roles its holder may give: what who gives roles has to know. */
export function RoleMeanings({ roles }: Pick<SettingsQuery, 'roles'>) {
  const t = useTexts(own);
  const spoken = useLanguage();
  return (
    <section className="panel">
      <header>
        <h2>{t('title')}</h2>
      </header>
      <div className="role-meanings">
        {roles.map(({ role, scopes, grants, pii }) => (
          <details key={role} data-role-meaning={role}>
            <summary>
              <strong>{roleWords[role][spoken]}</strong>
              <span className="faint">{roleMeanings[role][spoken]}</span>
            </summary>
            <dl>
              <dt>{t('scopes')}</dt>
              <dd>
                <code>{scopes.toSorted().join(' ')}</code>
              </dd>
              <dt>{t('grants')}</dt>
              <dd>{grants.map((each) => roleWords[each][spoken]).join(', ') || t('grantsNone')}</dd>
            </dl>
            {pii ? <p className="faint">{t('pii')}</p> : null}
          </details>
        ))}
      </div>
    </section>
  );
}
