import { texts } from '../../texts/texts.ts';

export const auditTexts = texts({
  en: {
    audit: 'Audit',
    actor: 'Who',
    actorHint: 'Person or key',
    command: 'Command',
    commandHint: 'Command, such as approveLoan',
    subject: 'Record',
    subjectHint: 'Record id',
    since: 'Since',
    none: 'Nothing was done that fits',
    noneHint: 'Take a filter away, or look further back.',
    clear: 'Take the filters away',
  },
  sw: {
    audit: 'Ukaguzi',
    actor: 'Nani',
    actorHint: 'Mtu au ufunguo',
    command: 'Amri',
    commandHint: 'Amri, kama approveLoan',
    subject: 'Rekodi',
    subjectHint: 'Kitambulisho',
    since: 'Tangu',
    none: 'Hakuna kilichofanyika kinacholingana',
    noneHint: 'Ondoa kichujio, au tazama nyuma zaidi.',
    clear: 'Ondoa vichujio',
  },
});
