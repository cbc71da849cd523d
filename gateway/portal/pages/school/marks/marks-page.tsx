import { useQuery } from 'urql';
import { EmptyState } from '../../../components/empty-state.tsx';
import { ErrorBox } from '../../../components/error-box.tsx';
import { isPlaceRefused, ListError } from '../../../components/list-error.tsx';
import { useFilters, type Filters } from '../../../components/filters.ts';
import { ListTools } from '../../../components/list-tools.tsx';
import { PageHead } from '../../../components/page-head.tsx';
import { ShowQuery } from '../../../components/show-query.tsx';
import { Skeleton } from '../../../components/skeleton.tsx';
import { useMay } from '../../../frame/session.ts';
import type { MarksChoicesQuery, MarksClassQuery } from '../../../graph/generated/graphql.ts';
import { useTexts } from '../../../texts/texts.ts';
import { CHOICES, CLASS, type Enrolled } from './documents.ts';
import { MarksSheet } from './marks-sheet.tsx';
import { partsOf } from './sheet-rows.ts';
import { marksTexts } from './texts.ts';
import { useSheet } from './use-sheet.ts';
import { Steps, type StepsProps } from './marks-steps.tsx';
import './marks.css';

/** As many rows as a page loads within its points. */
const ROWS = 30;

type Chosen = {
  readonly programmeId: string;
  readonly termId: string;
  readonly unitId: string;
  readonly attempt: number;
};

/** The marks of a class, entered as a sheet, handed in and published. The class stands in the address. */
export function Page() {
  const t = useTexts(marksTexts);
  const { filters } = useFilters();
  const { programme: programmeId = '', term: termId = '', unit: unitId = '' } = filters;
  const choices = { programmeId: programmeId || null, hasProgramme: programmeId !== '' };
  const [{ data, error }, reload] = useQuery({ query: CHOICES, variables: choices });
  const attempt = Number(filters['attempt'] ?? 1);
  const isChosen = programmeId !== '' && termId !== '' && unitId !== '';
  if (error && !data) return <ErrorBox error={error} onRetry={reload} />;
  return (
    <>
      {isChosen ? null : <PageHead title={t('marks')} />}
      {isChosen ? (
        <Class
          key={`${unitId} ${termId} ${attempt}`}
          chosen={{ programmeId, termId, unitId, attempt }}
          choices={data}
        />
      ) : (
        <>
          <ClassChoice choices={data} />
          <EmptyState title={t('choose')} hint={t('chooseHint')} />
        </>
      )}
    </>
  );
}

function ClassChoice({ choices }: { readonly choices: MarksChoicesQuery | undefined }) {
  const t = useTexts(marksTexts);
  const terms = choices?.academicYears?.nodes.flatMap(({ name: year, terms: own }) =>
    own.map(({ id, name }) => [id, `${year} · ${name}`] as const),
  );
  return (
    <ListTools>
      <Pick
        name="programme"
        label={t('programme')}
        all={t('everyProgramme')}
        choices={choices?.programmes?.nodes.map(({ id, code, name }) => [id, `${code} · ${name}`]) ?? []}
        clears={['unit']}
      />
      <Pick name="term" label={t('term')} all={t('everyTerm')} choices={terms ?? []} />
      <Pick
        name="unit"
        label={t('unit')}
        all={t('everyUnit')}
        choices={choices?.units?.nodes.map(({ id, code, title }) => [id, `${code} · ${title}`]) ?? []}
      />
      <Pick
        name="attempt"
        label={t('attempt')}
        all={t('first')}
        choices={[
          ['2', t('second')],
          ['3', t('third')],
        ]}
      />
    </ListTools>
  );
}

type PickProps = {
  readonly name: string;
  readonly label: string;
  readonly all: string;
  readonly choices: readonly (readonly [value: string, word: string])[];
  /** What depends on it. */
  readonly clears?: readonly string[];
};

function Pick({ name, label, all, choices, clears = [] }: PickProps) {
  const { filters, setFilters } = useFilters();
  const none = Object.fromEntries([...clears, 'after', 'before'].map((each) => [each, null]));
  return (
    <select
      className="input pick"
      aria-label={label}
      data-pick={name}
      value={filters[name] ?? ''}
      onChange={({ currentTarget }) => setFilters({ ...none, [name]: currentTarget.value || null })}
    >
      <option value="">{all}</option>
      {choices.map(([value, word]) => (
        <option key={value} value={value}>
          {word}
        </option>
      ))}
    </select>
  );
}

function variablesOf({ programmeId, termId, unitId, attempt }: Chosen, { after, before }: Filters) {
  const page = before === undefined ? { first: ROWS, after: after ?? null } : { last: ROWS, before };
  return {
    programmeId,
    unitId,
    attempt,
    ofClass: { termId, unitId },
    // Of a period that was begun: others take no marks.
    filter: { termId, unitId, states: ['ENROLLED' as const, 'COMPLETED' as const, 'DEFERRED' as const] },
    ...page,
  };
}

function Class({ chosen, choices }: { readonly chosen: Chosen; readonly choices: MarksChoicesQuery | undefined }) {
  const t = useTexts(marksTexts);
  const { filters } = useFilters();
  const variables = variablesOf(chosen, filters);
  const [{ data, error }, reload] = useQuery({ query: CLASS, variables });
  const unit = choices?.units?.nodes.find(({ id }) => id === chosen.unitId);
  const title = unit ? `${unit.code} · ${unit.title}` : t('marks');
  if (error && (!data || isPlaceRefused(error))) return <ListError error={error} onRetry={reload} />;
  if (!data) {
    return (
      <>
        <PageHead title={title} />
        <ClassChoice choices={choices} />
        <Skeleton lines={10} />
      </>
    );
  }
  return (
    <ClassSheet
      title={title}
      chosen={chosen}
      choices={choices}
      data={data}
      variables={variables}
      reload={() => reload({ requestPolicy: 'network-only' })}
    />
  );
}

type SheetProps = {
  readonly title: string;
  readonly chosen: Chosen;
  readonly choices: MarksChoicesQuery | undefined;
  readonly data: MarksClassQuery;
  readonly variables: object;
  readonly reload: () => void;
};

function ClassSheet({ title, chosen, choices, data, variables, reload }: SheetProps) {
  const t = useTexts(marksTexts);
  const mayWrite = useMay()('results:write');
  const enrolled = (data.enrolments?.nodes ?? []).toSorted(byAdmissionNo);
  const parts = partsOf(enrolled, data.results?.nodes[0]?.components ?? [], data.programme?.gradingScale.weights ?? []);
  const sheet = useSheet(chosen, enrolled, parts, reload);
  return (
    <>
      <PageHead title={title}>
        {mayWrite ? <Steps enrolled={enrolled} sheet={sheet} onDone={reload} /> : null}
        <ShowQuery document={CLASS} variables={variables} />
      </PageHead>
      <ClassChoice choices={choices} />
      {enrolled.length === 0 ? (
        <EmptyState title={t('nobody')} hint={t('nobodyHint')} />
      ) : (
        <>
          <MarksSheet parts={parts} sheet={sheet} mayWrite={mayWrite} />
          {mayWrite ? <SaveBar sheet={sheet} /> : null}
          <Pages pageInfo={data.enrolments?.pageInfo} />
        </>
      )}
    </>
  );
}

const byAdmissionNo = (a: Enrolled, b: Enrolled): number =>
  (a.student?.admissionNo ?? '').localeCompare(b.student?.admissionNo ?? '', 'en', { numeric: true });

function SaveBar({
  sheet: { rows, elsewhere, ready, save, isSaving, hasNoReply, savedCount },
}: Pick<StepsProps, 'sheet'>) {
  const t = useTexts(marksTexts);
  const unsaved = rows.filter(({ isChanged }) => isChanged);
  const wrong = unsaved.filter((row) => row.refusal !== null || row.wrong.some((each) => each !== null));
  return (
    <div className="save-bar no-print">
      <span role="status">
        {hasNoReply ? t('noReply') : savedCount !== null ? t('saved', { count: savedCount }) : null}{' '}
        {wrong.length > 0 ? (
          <b className="wrong">{t('wrongRows', { count: wrong.length })}</b>
        ) : unsaved.length > 0 ? (
          t('unsaved', { count: unsaved.length })
        ) : null}
        {elsewhere > 0 ? (
          <>
            {' '}
            <b data-elsewhere>{t('unsavedElsewhere', { count: elsewhere })}</b>
          </>
        ) : null}
      </span>
      <button
        className="button primary"
        data-save
        disabled={isSaving || (!hasNoReply && ready.length === 0)}
        onClick={() => void save()}
      >
        {isSaving ? t('saving') : hasNoReply ? t('sendAgain') : t('save', { count: ready.length })}
      </button>
    </div>
  );
}

type PageInfo = NonNullable<MarksClassQuery['enrolments']>['pageInfo'];

function Pages({ pageInfo }: { readonly pageInfo: PageInfo | undefined }) {
  const t = useTexts(marksTexts);
  const { filters, setFilters } = useFilters();
  const isFirst = filters['after'] === undefined && filters['before'] === undefined;
  if (!pageInfo || (isFirst && !pageInfo.hasNextPage)) return null;
  return (
    <nav className="pager" aria-label={t('pages')}>
      <button
        className="button"
        disabled={!pageInfo.hasPreviousPage}
        onClick={() => setFilters({ before: pageInfo.startCursor, after: null })}
      >
        {t('previous')}
      </button>
      <button
        className="button"
        disabled={!pageInfo.hasNextPage}
        onClick={() => setFilters({ after: pageInfo.endCursor, before: null })}
      >
        {t('next')}
      </button>
    </nav>
  );
}
