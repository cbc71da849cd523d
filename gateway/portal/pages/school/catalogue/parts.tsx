import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useQuery, type TypedDocumentNode } from 'urql';
import { Action } from '../../../components/action.tsx';
import { DataTable, type Column, type Listed } from '../../../components/data-table.tsx';
import { useFilters } from '../../../components/filters.ts';
import { useColumns } from '../../../components/list-menus.tsx';
import { ListTools } from '../../../components/list-tools.tsx';
import { PageHead } from '../../../components/page-head.tsx';
import { ShowQuery } from '../../../components/show-query.tsx';
import type { Step } from '../../../components/step.ts';
import { useMay } from '../../../frame/session.ts';
import { useTexts } from '../../../texts/texts.ts';
import { catalogueTexts } from './texts.ts';
import './catalogue.css';

/** The lists of the catalogue, in the order in which a school sets them up. */
const PARTS = ['programmes', 'units', 'years', 'intakes', 'fees', 'scales'] as const;
export type Part = (typeof PARTS)[number];

/** Which list the address names; the first where it names none. */
export function usePart(): Part {
  const { filters } = useFilters();
  return PARTS.find((part) => part === filters['part']) ?? 'programmes';
}

type Props<Data, Variables extends object, Row> = {
  readonly document: TypedDocumentNode<Data, Variables>;
  readonly variables: Variables;
  readonly listOf: (data: Data) => Listed<Row> | null | undefined;
  readonly columns: readonly Column<Row>[];
  /** What may be done with a row, by who keeps the catalogue. */
  readonly stepsOf?: (row: Row, data: Data) => readonly Step[];
  /** What adds one. */
  readonly add: (data: Data) => readonly Step[];
  /** What narrows the list. */
  readonly children?: (data: Data | undefined) => ReactNode;
};

/** One list of the catalogue, with the way to the others. */
export function PartPage<Data, Variables extends object, Row extends { readonly id: string }>(
  props: Props<Data, Variables, Row>,
) {
  const { document, variables, listOf, stepsOf, add, children } = props;
  const t = useTexts(catalogueTexts);
  const part = usePart();
  const mayWrite = useMay()('programmes:write');
  const [{ data, error, fetching }, reload] = useQuery({ query: document, variables });
  const again = () => reload({ requestPolicy: 'network-only' });
  const steps: Column<Row> = {
    name: 'steps',
    title: { en: 'Actions', sw: 'Vitendo' },
    isOnScreenOnly: true,
    narrow: 'next',
    cell: (row) => (
      <span className="row-steps">
        {data && stepsOf
          ? stepsOf(row, data).map((step) => (
              <Action key={`${step.name} ${step.recordId}`} step={step} onDone={again} />
            ))
          : null}
      </span>
    ),
  };
  const columns = mayWrite && stepsOf !== undefined ? [...props.columns, steps] : props.columns;
  const { shown, menu } = useColumns(`catalogue-${part}`, columns);
  const [primary] = data ? add(data) : [];
  return (
    <>
      <PageHead title={t('catalogue')}>
        {mayWrite && data
          ? add(data).map((step) => (
              <Action key={step.name} step={step} isPrimary={step.name === primary?.name} onDone={again} />
            ))
          : null}
        <ShowQuery document={document} variables={variables} />
      </PageHead>
      <nav className="parts no-print" aria-label={t('parts')}>
        {PARTS.map((each) => (
          <Link key={each} to="/catalogue" search={{ part: each }} aria-current={each === part ? 'true' : undefined}>
            {t(each)}
          </Link>
        ))}
      </nav>
      <ListTools>
        {children?.(data)}
        <span className="space" />
        <span className="menus">{menu}</span>
      </ListTools>
      <DataTable
        label={t(part)}
        columns={shown}
        list={data && listOf(data)}
        isLoading={fetching}
        error={error}
        onRetry={reload}
        keyOf={({ id }) => id}
        empty={{ title: t('none'), hint: t('noneHint') }}
      />
    </>
  );
}
