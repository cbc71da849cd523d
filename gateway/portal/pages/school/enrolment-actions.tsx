import { useRouter } from '@tanstack/react-router';
import { RecordActions } from '../../components/more-actions.tsx';
import { createdIn, offerLater } from '../../components/offer.tsx';
import type { Offered } from '../../components/step.ts';
import { useMay } from '../../frame/session.ts';
import { useTexts } from '../../texts/texts.ts';
import { useDraftOffer } from './forms/draft-offer.ts';
import { enrolmentFormTexts } from './forms/enrolment-texts.ts';
import { enrolmentSteps, type EnrolmentInStep } from './steps/enrolment-steps.ts';
import { enrolmentStepTexts } from './steps/texts.ts';

type Props = {
  readonly enrolment: EnrolmentInStep;
  /** The programme that it is in, and who studies; null where they may not be seen. */
  readonly programme: { readonly id: string; readonly code: string } | null;
  readonly studentId: string | null;
  readonly onDone: () => void;
};

/** The steps that lead an enrolment on its way. */
const NEXT = ['confirmEnrolment'];

/** What may be done with an enrolment now, by the one who looks. */
export function EnrolmentActions({ enrolment, programme, studentId, onDone }: Props) {
  const t = useTexts(enrolmentStepTexts);
  const words = useTexts(enrolmentFormTexts);
  const router = useRouter();
  const may = useMay();
  const { id, version, availableActions } = enrolment;
  const mayChoose = may('programmes:read');
  const offers: readonly Offered[] = may('enrolments:write')
    ? [
        ...enrolmentSteps(enrolment, t),
        ...(mayChoose && availableActions.includes('EDIT')
          ? [
              offerLater({
                name: 'changeEnrolment',
                word: words('change'),
                title: words('changeTitle'),
                of: { id },
                load: () => import('./forms/change-enrolment.tsx'),
              }),
            ]
          : []),
        ...(mayChoose && availableActions.includes('TRANSFER')
          ? [
              offerLater({
                name: 'transferEnrolment',
                word: words('transfer'),
                title: words('transferTitle'),
                of: { id, version, programmeCode: programme?.code ?? null },
                load: () => import('./forms/transfer-enrolment.tsx'),
              }),
            ]
          : []),
      ]
    : [];
  const drafts = useDraftOffer({
    studentId: studentId ?? '',
    programmeId: programme?.id ?? null,
    enrolmentId: id,
  });
  const further = studentId === null ? [] : drafts;
  const done = (data: unknown, name: string) => {
    const created = createdIn(data);
    // A transfer answers with the enrolment that continues this one.
    const opens = name === 'transferEnrolment' ? '/enrolments/' : name === 'draftInvoice' ? '/invoices/' : null;
    if (opens !== null && created !== null) void router.navigate({ to: `${opens}${created}` });
    else onDone();
  };
  return (
    <RecordActions
      steps={[...further, ...offers]}
      usual={['confirmEnrolment', 'draftInvoice', 'changeEnrolment', 'completeEnrolment']}
      next={NEXT}
      onDone={done}
    />
  );
}
