import type { StateWords } from '../../components/state.tsx';
import type {
  ChargeDirection,
  LimitedStep,
  PersonState,
  RoleLimitKind,
  SignInMethod,
} from '../../graph/generated/graphql.ts';
import type { InLanguages } from '../../texts/texts.ts';

export const personStates: StateWords<PersonState> = {
  INVITED: { tone: 'info', word: { en: 'Invited', sw: 'Amealikwa' } },
  ACTIVE: { tone: 'good', word: { en: 'Active', sw: 'Hai' } },
  SUSPENDED: { tone: 'warning', word: { en: 'Suspended', sw: 'Amesimamishwa' } },
  LEFT: { tone: 'neutral', word: { en: 'Left', sw: 'Ameondoka' } },
};

export const chargeWords: { readonly [Direction in ChargeDirection]: InLanguages } = {
  PAYOUT: { en: 'Payout', sw: 'Malipo' },
  COLLECTION: { en: 'Collection', sw: 'Makusanyo' },
};

export const stepWords: { readonly [Step in LimitedStep]: InLanguages } = {
  APPROVE: { en: 'Approves up to', sw: 'Huidhinisha hadi' },
  DISBURSE: { en: 'Pays out up to', sw: 'Hulipa hadi' },
};

export const limitWords: { readonly [Kind in RoleLimitKind]: InLanguages } = {
  AMOUNT: { en: 'Up to an amount', sw: 'Hadi kiasi fulani' },
  NO_LIMIT: { en: 'No limit', sw: 'Bila kikomo' },
  USUAL: { en: 'The default of the role', sw: 'Chaguo-msingi la jukumu' },
};

/** Providers by what people call them; one that is not here is shown by its own name. */
export const railWords: { readonly [kind: string]: string } = {
  daraja: 'M‑Pesa (Daraja)',
  airtel: 'Airtel Money',
  bank_file: 'Bank (files)',
};

export const signInMethods: { readonly [Method in SignInMethod]: InLanguages } = {
  PASSKEY: { en: 'Passkey', sw: 'Ufunguo wa siri' },
  OPENID: { en: 'Account of the institution', sw: 'Akaunti ya taasisi' },
  SANDBOX: { en: 'Sandbox', sw: 'Majaribio' },
  COMMAND_LINE: { en: 'Command line', sw: 'Mstari wa amri' },
};
