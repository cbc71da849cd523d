import { Choice } from '../../../components/list-tools.tsx';
import { useTexts } from '../../../texts/texts.ts';
import { catalogueTexts } from './texts.ts';

type Props = { readonly programmes: readonly { readonly id: string; readonly code: string }[] };

/** Narrows a list of the catalogue to one programme. */
export function ProgrammeChoice({ programmes }: Props) {
  const t = useTexts(catalogueTexts);
  const choices = programmes.map(({ id, code }) => [id, code] as const);
  return <Choice name="programme" label={t('programme')} all={t('everyProgramme')} choices={choices} />;
}
