import type { PaymentMethod } from '../../graph/generated/graphql.ts';
import type { InLanguages, Language } from '../../texts/texts.ts';

export const methods: { readonly [Method in PaymentMethod]: InLanguages } = {
  MPESA_PAYBILL: { en: 'M‑Pesa paybill', sw: 'Paybill ya M‑Pesa' },
  MPESA_STK: { en: 'M‑Pesa prompt', sw: 'Ombi la M‑Pesa' },
  AIRTEL: { en: 'Airtel Money', sw: 'Airtel Money' },
  BANK: { en: 'Bank', sw: 'Benki' },
  HELB: { en: 'HELB', sw: 'HELB' },
  BURSARY: { en: 'Bursary', sw: 'Basari' },
  LOAN: { en: 'School-fee loan', sw: 'Mkopo wa karo' },
  CHEQUE: { en: 'Cheque', sw: 'Hundi' },
  ADJUSTMENT: { en: 'Adjustment', sw: 'Marekebisho' },
};

/** Ways on which money comes by hand; a loan's money comes by its disbursement. */
const BY_HAND = ['BANK', 'MPESA_PAYBILL', 'HELB', 'BURSARY', 'CHEQUE'] as const satisfies readonly PaymentMethod[];

/** They, to choose from. */
export const methodsByHand = (spoken: Language) => BY_HAND.map((method) => [method, methods[method][spoken]] as const);
