import { PageHead } from '../../components/page-head.tsx';
import { useMay } from '../../frame/session.ts';
import { useTexts } from '../../texts/texts.ts';
import { todayTexts } from './texts.ts';
import { Page as Today } from './today-page.tsx';
import { Work } from './work.tsx';
import './today.css';

/** Where the day begins: how the institution stands, for those who may read it, and what waits, for everyone. */
export function Page() {
  const t = useTexts(todayTexts);
  const may = useMay();
  if (may('loans:read') || may('disbursements:read')) return <Today />;
  return (
    <>
      <PageHead title={t('today')} />
      <Work />
    </>
  );
}
