import { Form } from '../../components/form.tsx';
import { useLanguage, useTexts } from '../../texts/texts.ts';
import { splitStep } from './split-steps.ts';
import { splitTexts } from './split-texts.ts';

type Props = { readonly of: Parameters<typeof splitStep>[0]; readonly onDone: (data: unknown) => void };

/** One payment for several records. */
export function Fill({ of, onDone }: Props) {
  const t = useTexts(splitTexts);
  const spoken = useLanguage();
  return <Form step={splitStep(of, t, spoken)} onDone={onDone} />;
}
