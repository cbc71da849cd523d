import { daysIn } from '../format/days.ts';
import { texts, useTexts } from '../texts/texts.ts';
import { ExactFilter } from './exact-filter.tsx';
import { useFilters } from './filters.ts';

const own = texts({
  en: { from: 'From', to: 'Until', turned: 'Until is before from: no day is both.' },
  sw: { from: 'Kuanzia', to: 'Hadi', turned: 'Hadi ni kabla ya kuanzia: hakuna siku iliyo kati yake.' },
});

type Props = {
  /** Which of its days, where a record has several: `Due`. */
  readonly of?: string;
};

/** Narrows a list to days, both included; they stand in the address as `from` and `to`. */
export function Days({ of }: Props) {
  const t = useTexts(own);
  const { from, to } = daysIn(useFilters().filters);
  const first = t('from');
  return (
    <div className="days">
      <ExactFilter name="from" label={of === undefined ? first : `${of}: ${first.toLowerCase()}`} type="date" />
      <ExactFilter name="to" label={t('to')} type="date" />
      {from !== null && to !== null && to < from ? (
        <span className="wrong" role="status">
          {t('turned')}
        </span>
      ) : null}
    </div>
  );
}
