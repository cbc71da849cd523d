import type { Language } from '../../texts/texts.ts';

/** Why a payment was not paid or waits for people, by the code of its record. */
export const FAILED = {
  insufficient_funds: 'Salio la mlipaji halitoshi.',
  wrong_pin: 'Mlipaji aliandika PIN isiyo sahihi.',
  pin_locked: 'PIN ya mlipaji imefungwa.',
  expired: 'Muda wa ombi umeisha.',
  cancelled_by_payer: 'Mlipaji alikataa.',
  payer_unreachable: 'Simu ya mlipaji haikupatikana.',
  payer_busy: 'Simu ya mlipaji inashughulika na ombi jingine.',
  payer_invalid: 'Nambari ya mlipaji si sahihi.',
  provider_float_insufficient: 'Akaunti yetu kwa mtoa huduma haitoshi.',
  recipient_limit: 'Pochi ya mpokeaji ingezidi kikomo chake.',
  recipient_invalid: 'Nambari ya mpokeaji si sahihi.',
  recipient_unregistered: 'Mpokeaji hajasajiliwa kwa mtoa huduma.',
  recipient_held: 'Mpokeaji hawezi kulipwa kwa sasa.',
  recipient_mismatch: 'Mtoa huduma anasema kuwa alimlipa mtu mwingine.',
  amount_mismatch: 'Mtoa huduma alilipa kiasi tofauti na kilichoombwa.',
  implausible_time:
    'Tarehe ya malipo kwa mtoa huduma ni kabla ya kuombwa, au bado haijafika: yatafute kwenye taarifa yake.',
  receipt_used_twice:
    'Mtoa huduma anaripoti malipo kwa risiti ambayo imeandikwa kwa malipo mengine. Hayakuandikwa tena.',
  receipt_uncertain: 'Yamelipwa, na malipo mawili yanayosubiri kupangiwa yanaweza kuwa haya. Tafuta kwa risiti.',
  no_answer: 'Mtoa huduma hajasema yaliyotokea kwa malipo.',
  amount_invalid: 'Mtoa huduma hulipa shilingi kamili tu.',
  account_invalid: 'Akaunti ya benki si sahihi.',
  request_invalid: 'Mtoa huduma hakubali ombi hili.',
  provider_config: 'Mipangilio yetu kwa mtoa huduma si sahihi.',
  provider_declined: 'Mtoa huduma alikataa malipo.',
  provider_rejected: 'Mtoa huduma alikataa malipo.',
  provider_unavailable: 'Mtoa huduma hapatikani.',
  provider_busy: 'Mtoa huduma ana shughuli nyingi.',
  unreachable: 'Mtoa huduma hapatikani.',
  timed_out: 'Muda wa kungoja mtoa huduma umeisha.',
  duplicate_reference: 'Mtoa huduma tayari ana malipo yenye rejeleo hili.',
  not_paid: 'Watu wawili wamesema kuwa haikulipwa.',
  returned_by_bank: 'Benki ilirudisha pesa.',
  withdrawn: 'Iliondolewa kabla ya kuwekwa kwenye faili.',
} as const;

const isKnown = (code: string): code is keyof typeof FAILED => Object.hasOwn(FAILED, code);

/** Why a payment failed, by its code: for a line, without the figures that its own page has. Null where the server says nothing. */
export const failedFor = (
  code: string | null | undefined,
  message: string | null | undefined,
  spoken: Language,
): string | null =>
  spoken === 'sw' && message != null && code != null && isKnown(code) ? FAILED[code] : (message ?? null);
