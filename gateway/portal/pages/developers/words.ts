import type { StateWords } from '../../components/state.tsx';
import type {
  ClientIdFormat,
  ClientKeyState,
  ClientState,
  WebhookDeliveryState,
  WebhookPayloadStyle,
  WebhookState,
} from '../../graph/generated/graphql.ts';
import type { InLanguages, Language } from '../../texts/texts.ts';

export const clientStates: StateWords<ClientState> = {
  ACTIVE: { tone: 'good', word: { en: 'Active', sw: 'Hai' } },
  DISABLED: { tone: 'bad', word: { en: 'Disabled', sw: 'Imezimwa' } },
};

export const keyStates: StateWords<ClientKeyState> = {
  VALID: { tone: 'good', word: { en: 'Valid', sw: 'Halali' } },
  RUNNING_OUT: { tone: 'warning', word: { en: 'Running out', sw: 'Inakwisha' } },
  REPLACED: { tone: 'neutral', word: { en: 'Replaced', sw: 'Imebadilishwa' } },
  EXPIRED: { tone: 'neutral', word: { en: 'Expired', sw: 'Muda umekwisha' } },
  REVOKED: { tone: 'bad', word: { en: 'Revoked', sw: 'Imebatilishwa' } },
};

export const webhookStates: StateWords<WebhookState> = {
  ACTIVE: { tone: 'good', word: { en: 'Active', sw: 'Hai' } },
  DISABLED: { tone: 'bad', word: { en: 'Disabled', sw: 'Imezimwa' } },
  DELETED: { tone: 'neutral', word: { en: 'Deleted', sw: 'Imefutwa' } },
};

export const deliveryStates: StateWords<WebhookDeliveryState> = {
  PENDING: { tone: 'neutral', word: { en: 'Waiting', sw: 'Inasubiri' } },
  DELIVERING: { tone: 'info', word: { en: 'Under way', sw: 'Njiani' } },
  RETRYING: { tone: 'warning', word: { en: 'To be tried again', sw: 'Itajaribiwa tena' } },
  SUCCEEDED: { tone: 'good', word: { en: 'Delivered', sw: 'Imewasilishwa' } },
  EXHAUSTED: { tone: 'bad', word: { en: 'Failed', sw: 'Imeshindwa' } },
  HELD: { tone: 'neutral', word: { en: 'Held', sw: 'Imeshikiliwa' } },
  CANCELLED: { tone: 'neutral', word: { en: 'Cancelled', sw: 'Imeghairiwa' } },
};

export const idFormats: { readonly [Format in ClientIdFormat]: InLanguages } = {
  INTEGER: { en: 'Whole numbers', sw: 'Nambari kamili' },
  UUID: { en: 'UUIDs', sw: 'UUID' },
};

export const payloadStyles: { readonly [Style in WebhookPayloadStyle]: InLanguages } = {
  FULL: { en: 'The event with its data', sw: 'Tukio pamoja na data zake' },
  THIN: { en: 'The id alone', sw: 'Kitambulisho pekee' },
};

/** The surfaces and the graph, as rate limits name them. */
const BUCKETS: { readonly [bucket: string]: InLanguages } = {
  'A.read': { en: 'Lending, reads', sw: 'Mikopo, kusoma' },
  'A.write': { en: 'Lending, writes', sw: 'Mikopo, kuandika' },
  'B.read': { en: 'Payments, reads', sw: 'Malipo, kusoma' },
  'B.write': { en: 'Payments, writes', sw: 'Malipo, kuandika' },
  'B.money': { en: 'Payments, money out and in', sw: 'Malipo, pesa kutoka na kuingia' },
  'C.read': { en: 'School, reads', sw: 'Shule, kusoma' },
  'C.write': { en: 'School, writes', sw: 'Shule, kuandika' },
  graph: { en: 'Graph, points of cost', sw: 'Grafu, pointi za gharama' },
};

/** One that is not here is shown by its own name. */
export const bucketWord = (bucket: string, spoken: Language): string => BUCKETS[bucket]?.[spoken] ?? bucket;
