import { useRouter } from '@tanstack/react-router';
import { RecordActions } from '../../components/more-actions.tsx';
import { offerLater } from '../../components/offer.tsx';
import type { Offered } from '../../components/step.ts';
import { useMay } from '../../frame/session.ts';
import { useLanguage, useTexts } from '../../texts/texts.ts';
import { invoiceFormTexts } from './forms/invoice-texts.ts';
import type { Invoice } from './invoice-page.tsx';
import { creditStep, payStep } from './steps/invoice-money.ts';
import { invoiceSteps } from './steps/invoice-steps.ts';
import { invoiceStepTexts } from './steps/texts.ts';

const OPEN = ['ISSUED', 'PARTIALLY_PAID'];
/** The steps that lead an invoice on its way, the first ones first. */
const USUAL = ['recordInvoicePayment', 'issueInvoice', 'changeInvoice', 'issueCreditNote'];

type Props = { readonly invoice: Invoice; readonly onDone: () => void };

/** What may be done with an invoice now, by the one who looks. */
export function InvoiceActions({ invoice, onDone }: Props) {
  const t = useTexts(invoiceStepTexts);
  const words = useTexts(invoiceFormTexts);
  const spoken = useLanguage();
  const router = useRouter();
  const may = useMay();
  const isOpen = OPEN.includes(invoice.state);
  const mayWrite = may('invoices:write');
  const offers: readonly Offered[] = [
    ...(isOpen && may('payments:write') && mayWrite ? [payStep(invoice, t, spoken)] : []),
    ...(mayWrite ? invoiceSteps(invoice, t) : []),
    ...(mayWrite && invoice.availableActions.includes('EDIT')
      ? [
          offerLater({
            name: 'changeInvoice',
            word: words('change'),
            title: words('changeTitle'),
            of: { id: invoice.id },
            load: () => import('./forms/change-invoice.tsx'),
          }),
        ]
      : []),
    ...(isOpen && mayWrite ? [creditStep(invoice, t)] : []),
  ];
  // A draft that was discarded has no page any more.
  const done = (_: unknown, name: string) =>
    name === 'discardInvoice' ? void router.navigate({ to: '/invoices' }) : onDone();
  return <RecordActions steps={offers} usual={USUAL} next={['recordInvoicePayment', 'issueInvoice']} onDone={done} />;
}
