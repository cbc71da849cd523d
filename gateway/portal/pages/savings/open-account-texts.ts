import { texts, type Translate } from '../../texts/texts.ts';

export const openAccountTexts = texts({
  en: {
    open: 'Open savings account',
    openTitle: 'Open a savings account',
    openTitleFor: 'A savings account for {name}',
    memberNo: 'Number of the member',
    memberNoHint: 'Such as M-000012; it stands on the member’s page.',
    noMember: 'There is no member {no} that you may see.',
    whose: 'The account is opened for {name}.',
    product: 'Product',
    termMonths: '{name}, {count} months',
    atMaturity: 'At maturity',
    atMaturityHint: 'Of a fixed deposit only. Left open: as the product has it.',
    payoutAccount: 'Paid out to',
    payoutAccountHint: 'Of a fixed deposit that is paid out: an ordinary account of the member.',
    ownReference: 'Your own reference',
    ownReferenceHint: 'Such as the number of the paper form; unique for ever.',
    boundUntil: 'What is paid in is bound for {count} months.',
  },
  sw: {
    open: 'Fungua akaunti ya akiba',
    openTitle: 'Fungua akaunti ya akiba',
    openTitleFor: 'Akaunti ya akiba ya {name}',
    memberNo: 'Nambari ya mwanachama',
    memberNoHint: 'Kama M-000012; iko kwenye ukurasa wa mwanachama.',
    noMember: 'Hakuna mwanachama {no} unayeweza kumwona.',
    whose: 'Akaunti inafunguliwa kwa ajili ya {name}.',
    product: 'Bidhaa',
    termMonths: '{name}, miezi {count}',
    atMaturity: 'Ikikomaa',
    atMaturityHint: 'Kwa amana ya muda tu. Ikiachwa wazi: kama bidhaa ilivyo.',
    payoutAccount: 'Inalipwa kwenye',
    payoutAccountHint: 'Kwa amana ya muda inayolipwa: akaunti ya kawaida ya mwanachama.',
    ownReference: 'Kumbukumbu yenu',
    ownReferenceHint: 'Kama nambari ya fomu ya karatasi; ya kipekee daima.',
    boundUntil: 'Kinachowekwa kinafungwa kwa miezi {count}.',
  },
});

export type OpenT = Translate<(typeof openAccountTexts)['en']>;
