import { Ago } from '../../components/dates.tsx';
import { instantText } from '../../format/format.ts';
import { useLanguage, useTexts } from '../../texts/texts.ts';
import { amlTexts } from './texts.ts';

type Props = { readonly dueAt: string; readonly overdue: boolean };
const DAY_MS = 86_400_000;

/** Until when it has to be decided, or for how many days it should have been; the exact time where the pointer rests. */
export function Due({ dueAt, overdue }: Props) {
  const t = useTexts(amlTexts);
  const spoken = useLanguage();
  if (!overdue) return <Ago of={dueAt} />;
  const days = Math.floor((Date.now() - Date.parse(dueAt)) / DAY_MS);
  const words = days < 1 ? t('overdue') : days === 1 ? t('overdueDay') : t('overdueDays', { days });
  return (
    <b className="wrong">
      <time dateTime={dueAt} title={instantText(dueAt, spoken)}>
        {words}
      </time>
    </b>
  );
}
