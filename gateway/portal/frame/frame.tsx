import { Link, useLocation } from '@tanstack/react-router';
import { useEffect, useRef, useState, type ComponentType } from 'react';
import { AREAS, type Area } from '../pages/page-row.ts';
import { mayOpen, PAGES } from '../pages/pages.ts';
import { chooseLanguage, LANGUAGES, useLanguage, useTexts, type Language } from '../texts/texts.ts';
import { roleWords } from '../texts/role-words.ts';
import { Announced } from '../components/announced.tsx';
import { Ago } from '../components/dates.tsx';
import { Sheet } from '../components/sheet.tsx';
import { Skeleton } from '../components/skeleton.tsx';
import { UndoOffer } from '../components/undo.tsx';
import { shownFrom } from '../graph/last-answers.ts';
import { Icon } from './icons.tsx';
import { Palette } from './palette.tsx';
import { Pages } from './record-beside.tsx';
import { StepUpDialog } from './step-up.tsx';
import { signOut } from './leave.ts';
import { useMay, useViewer } from './session.ts';
import { useOnline } from './online.ts';
import { chooseTheme, theme, THEMES, type Theme } from './theme.ts';
import { useStore } from './store.ts';
import { frameTexts } from './texts.ts';
import './frame.css';

/** What is around every page: the navigation by work, who is signed in, and the notice that there is no connection. */
export function Frame() {
  const t = useTexts(frameTexts);
  const isOnline = useOnline();
  const loadedAt = useStore(shownFrom);
  const { pathname } = useLocation();
  const menu = useRef<HTMLElement>(null);
  // On a small screen the navigation lies over the page that was chosen.
  useEffect(() => {
    if (menu.current?.matches(':popover-open')) menu.current.hidePopover();
    // The navigation is longer than a screen: where one is stays in sight, by a link of a page or a reload, too.
    menu.current?.querySelector('[aria-current=page]')?.scrollIntoView({ block: 'nearest' });
  }, [pathname]);
  return (
    <div className="frame">
      <a className="skip" href="#content">
        {t('skip')}
      </a>
      <div className="bar no-print">
        <button className="button plain icon" popoverTarget="navigation" aria-label={t('menu')}>
          <Icon name="menu" />
        </button>
        <span className="brand">Umoja</span>
        <Mode />
      </div>
      <nav id="navigation" ref={menu} popover="auto" className="side no-print" aria-label={t('navigation')}>
        <Side />
      </nav>
      <main id="content" tabIndex={-1}>
        {isOnline && loadedAt === null ? null : (
          <p className="notice" role="status">
            {t(isOnline ? 'away' : 'offline')}{' '}
            {loadedAt === null ? null : (
              <>
                {t('loadedAt')} <Ago of={loadedAt} />
              </>
            )}
          </p>
        )}
        <Pages />
      </main>
      <StepUpDialog />
      <UndoOffer />
      <Announced />
    </div>
  );
}

function Side() {
  const may = useMay();
  const visible = PAGES.filter((page) => page.area !== null && mayOpen(page, may));
  return (
    <>
      <div className="brand">
        <Icon name="mark" /> Umoja <Mode />
      </div>
      <Palette />
      <div className="pages">
        {AREAS.map((area) => (
          <AreaPages key={area} area={area} pages={visible.filter((page) => page.area === area)} />
        ))}
      </div>
      <Account />
    </>
  );
}

/** That nothing here is real money. */
function Mode() {
  const t = useTexts(frameTexts);
  return useViewer().mode === 'SANDBOX' ? <span className="mode">{t('sandboxMode')}</span> : null;
}

function AreaPages({ area, pages }: { readonly area: Area; readonly pages: typeof PAGES }) {
  const t = useTexts(frameTexts);
  const spoken = useLanguage();
  const { pathname } = useLocation();
  const current = entryOf(pathname);
  if (pages.length === 0) return null;
  return (
    <section>
      {area === 'home' ? null : <h2>{t(area)}</h2>}
      <ul>
        {pages.map(({ path, title }) => (
          <li key={path}>
            <Link
              to={path}
              aria-current={path === current ? 'page' : undefined}
              activeProps={{ 'aria-current': 'page' }}
              activeOptions={{ includeSearch: false, exact: path !== current }}
            >
              {title[spoken]}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The entry under which an address lies: the longest, as /settings/people is no page of /settings. */
const entryOf = (pathname: string): string | undefined =>
  PAGES.find(({ entry, path }) => entry !== undefined && pathname.startsWith(path.slice(0, path.indexOf('$'))))
    ?.entry ??
  PAGES.filter(({ area, path }) => area !== null && path !== '/' && `${pathname}/`.startsWith(`${path}/`))
    .map(({ path }) => path)
    .toSorted((a, b) => b.length - a.length)[0];

function Account() {
  const t = useTexts(frameTexts);
  const { person } = useViewer();
  const spoken = useLanguage();
  const chosen = useStore(theme);
  const [hasFailed, setFailed] = useState(false);
  const menu = useRef<HTMLDivElement>(null);
  const [areSessionsShown, setSessionsShown] = useState(false);
  const showSessions = () => {
    menu.current?.hidePopover();
    setSessionsShown(true);
  };
  const leave = () => {
    setFailed(false);
    signOut().catch(() => setFailed(true));
  };
  return (
    <div className="account">
      <button className="who" popoverTarget="account" title={t('account')}>
        <strong>{person?.name}</strong>
        <span className="faint">{person?.roles.map((role) => roleWords[role][spoken]).join(', ')}</span>
      </button>
      <div id="account" ref={menu} popover="auto" className="account-menu">
        <label className="field">
          <span className="label">{t('language')}</span>
          <select value={spoken} onChange={(event) => chooseLanguage(event.currentTarget.value as Language)}>
            {Object.entries(LANGUAGES).map(([code, name]) => (
              <option key={code} value={code} lang={code}>
                {name}
              </option>
            ))}
          </select>
        </label>
        <label className="field">
          <span className="label">{t('theme')}</span>
          <select value={chosen} onChange={(event) => chooseTheme(event.currentTarget.value as Theme)}>
            {THEMES.map((name) => (
              <option key={name} value={name}>
                {t(name)}
              </option>
            ))}
          </select>
        </label>
        <button className="button" data-menu="sessions" onClick={showSessions}>
          {t('sessions')}
        </button>
        <button className="button" data-menu="sign-out" onClick={leave}>
          {t('signOut')}
        </button>
        {hasFailed ? (
          <p className="wrong" role="alert">
            {t('stillSignedIn')}
          </p>
        ) : null}
      </div>
      <Sheet title={t('sessions')} isOpen={areSessionsShown} onClose={() => setSessionsShown(false)}>
        <OwnSessionsLater />
      </Sheet>
    </div>
  );
}

/** Its code comes when the sheet is opened: few open it. */
function OwnSessionsLater() {
  const t = useTexts(frameTexts);
  const [loaded, setLoaded] = useState<{ readonly OwnSessions: ComponentType } | 'failed' | null>(null);
  useEffect(() => {
    import('./own-sessions.tsx').then(setLoaded, () => setLoaded('failed'));
  }, []);
  if (loaded === 'failed') return <p role="alert">{t('unreachable')}</p>;
  return loaded === null ? <Skeleton lines={4} /> : <loaded.OwnSessions />;
}
