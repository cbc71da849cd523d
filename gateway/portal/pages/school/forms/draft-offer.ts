import { offerLater } from '../../../components/offer.tsx';
import type { Offered } from '../../../components/step.ts';
import { useMay } from '../../../frame/session.ts';
import { useTexts } from '../../../texts/texts.ts';
import { invoiceFormTexts } from './invoice-texts.ts';

type Of = { readonly studentId: string; readonly programmeId: string | null; readonly enrolmentId: string | null };

/** An invoice for a student, as one of what may be done; none for who draws up no invoices. */
export function useDraftOffer(of: Of): readonly Offered[] {
  const t = useTexts(invoiceFormTexts);
  if (!useMay()('invoices:write')) return [];
  return [
    offerLater({
      name: 'draftInvoice',
      word: t('draft'),
      title: t('draftTitle'),
      of,
      load: () => import('./draft-invoice.tsx'),
    }),
  ];
}
