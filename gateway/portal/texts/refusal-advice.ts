import type { RefusalCode } from '../graph/generated/refusals.ts';
import type { Language } from './texts.ts';

/**
 * What a person does about a refusal that has no amounts, in Swahili: those that people of the portal meet most. The sentence of the
 * server, with its names and days, stands below it.
 */
const ADVICE: { readonly [Code in RefusalCode]?: string } = {
  account_frozen: 'Akaunti imezuiwa. Iondolee zuio kwanza, au tumia akaunti nyingine.',
  already_proposed: 'Jambo hili tayari linasubiri mtu wa pili. Mwombe mwenzako aliidhinishe, au liondoe.',
  aml_hold: 'Udhibiti wa utakatishaji fedha umezuia muamala huu. Subiri uamuzi wa afisa uzingatiaji.',
  approval_needs_client: 'Mstari wa amri hupendekeza tu. Mtu mwingine aidhinishe kwenye tovuti.',
  arrears_below_floor: 'Mkopo haujachelewa vya kutosha kwa hatua hii.',
  beyond_branches: 'Unafanya kazi kwa matawi fulani tu. Mtu wa tawi husika afanye hili.',
  business_day_open: 'Siku iliyopita bado haijafungwa. Subiri ifungwe, kisha jaribu tena.',
  claim_debts_open: 'Maliza kwanza mikopo iliyotajwa, kisha gawa kilichobaki.',
  claim_incomplete: 'Ongeza hati inayokosekana, kisha endelea.',
  claim_not_settled: 'Kuna jambo ambalo bado halijamalizika. Limalize, kisha funga dai.',
  disbursement_in_flight: 'Malipo ya mkopo huu yako njiani. Subiri matokeo yake.',
  duplicate_admission_no: 'Nambari hii ya usajili tayari ni ya mwanafunzi mwingine. Andika nyingine.',
  duplicate_code: 'Msimbo huu tayari unatumika. Chagua mwingine.',
  duplicate_enrolment: 'Mwanafunzi tayari amesajiliwa kwa kipindi hiki.',
  duplicate_member: 'Kuna mwanachama mwenye kitambulisho hiki. Mtafute kwenye orodha.',
  duplicate_payment_reference: 'Risiti hii tayari imeandikwa. Angalia malipo yaliyopo.',
  duplicate_reference: 'Kumbukumbu hii tayari imetumika. Andika nyingine.',
  duplicate_sponsorship: 'Mwanachama huyu tayari anamfadhili mwanafunzi.',
  duplicate_student: 'Kuna mwanafunzi mwenye hati hii. Mtafute kwenye orodha.',
  enrolment_closed: 'Muda wa kujisajili umepita. Chagua kipindi kingine.',
  four_eyes_required: 'Hatua hii inahitaji watu wawili. Mtu mwingine aifanye.',
  guarantee_refused: 'Dhamana hii haiwezi kupokelewa. Chagua mdhamini mwingine, au kiasi kidogo.',
  guarantors_missing: 'Mkopo unahitaji wadhamini zaidi. Waongeze kwanza.',
  idempotency_request_in_progress: 'Ombi lilelile bado linafanyiwa kazi. Subiri kidogo, kisha jaribu tena.',
  insufficient_scope: 'Majukumu yako hayajumuishi hili. Mwombe msimamizi, au mtu mwenye jukumu hilo.',
  invalid_state_transition: 'Rekodi haiko katika hali inayoruhusu hatua hii. Pakia ukurasa upya uone ilipo.',
  invoice_already_settled: 'Ankara tayari imelipwa yote.',
  invoice_not_payable: 'Ankara hii haipokei malipo sasa.',
  invoice_reserved_by_loan: 'Mkopo umeshikilia ankara hii. Subiri mkopo utolewe au uondolewe.',
  kyc_incomplete: 'Taarifa za utambulisho hazijakamilika, au haziendani. Zijaze, kisha tuma tena.',
  last_administrator: 'Lazima abaki msimamizi mmoja. Mpe mtu mwingine jukumu hilo kwanza.',
  loan_not_disbursable: 'Mkopo huu hauwezi kutolewa sasa. Angalia hali yake.',
  loan_not_repayable: 'Mkopo huu haupokei marejesho sasa. Angalia hali yake.',
  member_has_obligations: 'Mwanachama bado anadaiwa au anadai. Maliza hayo kwanza.',
  member_not_active: 'Mwanachama hayuko hai katika chama. Angalia hali yake kwanza.',
  member_owes: 'Mwanachama anadaiwa. Deni lilipwe kwanza.',
  not_found: 'Rekodi hii haipo, au si yako kuiona.',
  payment_time_out_of_range: 'Siku ya malipo iko nje ya mipaka. Andika siku iliyo ndani yake.',
  payouts_stopped: 'Malipo ya kutoka yamesimamishwa kwa sasa.',
  period_closed: 'Kipindi cha hesabu kimefungwa. Tumia siku iliyo wazi.',
  personal_data_kept: 'Sheria inataka data hizi zihifadhiwe kwa sasa. Jaribu tena baada ya siku iliyotajwa.',
  precondition_failed: 'Rekodi imebadilika tangu ulipoiona. Iangalie, kisha tuma tena.',
  proposal_expired: 'Muda wa pendekezo umeisha. Lipendekeze upya.',
  rate_limited: 'Maombi ni mengi mno kwa sasa. Subiri kidogo, kisha jaribu tena.',
  recipient_held: 'Nambari hii imebadilishwa karibuni. Subiri muda wake, au lipa kwa njia nyingine.',
  recipient_not_verified: 'Nambari ya mpokeaji haijathibitishwa. Ithibitishe kwanza.',
  result_incomplete: 'Alama hazijakamilika. Jaza sehemu zinazokosekana.',
  result_locked: 'Matokeo haya hayabadilishwi tena. Tumia marekebisho.',
  savings_account_not_active: 'Akaunti ya akiba haiko wazi kwa hatua hii.',
  self_approval: 'Huwezi kuidhinisha ulichopendekeza mwenyewe. Mtu mwingine aidhinishe.',
  service_unavailable: 'Sehemu ya mfumo haipatikani kwa sasa. Jaribu tena baada ya muda mfupi.',
  sponsorship_ended: 'Ufadhili huu umeisha. Anzisha mpya.',
  student_erased: 'Data za mwanafunzi huyu zimefutwa; hakuna kinachoongezwa.',
  student_not_enrollable: 'Mwanafunzi hawezi kusajiliwa katika hali aliyo nayo.',
  top_up_under_way: 'Nyongeza nyingine ya floti hii bado iko njiani. Subiri matokeo yake.',
  unknown_reference: 'Kilichotajwa hakipo, au si chako kukitumia. Angalia ulichoandika.',
  validation_failed: 'Kuna kilichojazwa vibaya. Kirekebishe, kisha tuma tena.',
  withdrawal_not_allowed: 'Bidhaa hii hairuhusu kutoa pesa hivi.',
};

/** What to do about it; null where the sentence of the server has to do. */
export const adviceFor = (code: string, language: Language): string | null =>
  language === 'sw' && isAdvised(code) ? (ADVICE[code] ?? null) : null;

const isAdvised = (code: string): code is keyof typeof ADVICE => Object.hasOwn(ADVICE, code);
