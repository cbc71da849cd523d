import type { Language } from '../../texts/texts.ts';
import { accountWord } from './account-words.ts';

type Part = 'principal' | 'interest' | 'fees' | 'penalties';
const PARTS: { readonly [P in Part]: string } = {
  principal: 'mtaji',
  interest: 'riba',
  fees: 'ada',
  penalties: 'faini',
};

/** Checks of the books in Swahili, by the names that the server gives them: what each is called, and what it proves. */
const CHECKS: { readonly [name: string]: readonly [title: string, means: string] } = {
  'journals balance': ['Jarida zinalingana', 'Debiti na krediti ni sawa katika kila jarida.'],
  'journals are whole': [
    'Jarida ni kamili',
    'Kila jarida lina mistari ya pande zote mbili, na kila mstari una jarida lake.',
  ],
  'accounts of the chart': [
    'Akaunti za orodha',
    'Kila mstari unataja akaunti iliyo kwenye orodha, na akaunti ndogo pale zilipo.',
  ],
  'trial balance': ['Mizania ya majaribio', 'Debiti zote ni sawa na krediti zote, katika kila sarafu.'],
  corrections: [
    'Masahihisho',
    'Jarida linalotengua jingine linahusu rekodi ileile, si la zamani zaidi, ndilo pekee, na mistari yake ina pande zilizobadilishwa, akaunti kwa akaunti. Kilichorudi mapema cha utoaji wa mkopo, alichotoza mtoa huduma kwa ajili yake, na sehemu zilizogawanywa za pesa zisizopangiwa havihesabiwi; kilichodaiwa tena cha deni lililokuwa limefutwa hudaiwa pamoja nalo.',
  ],
  'value dates': [
    'Tarehe za thamani',
    'Jarida huhesabiwa siku lilipoandikwa au kabla yake, katika vitabu vilivyokuwa wazi lilipoandikwa.',
  ],
  'closed periods': ['Vipindi vilivyofungwa', 'Jarida za kipindi kilichofungwa ni zile ambazo kilifungwa nazo.'],
  'days of the ledger': ['Siku za leja', 'Kila siku iliyojumlishwa ina jumla ya jarida zake.'],
  'portfolios of closed days': [
    'Mikopo ya siku zilizofungwa',
    'Madaraja ya siku iliyofungwa yanafikia jumla ya mikopo yake, na kilichotengwa kwa ajili yao ndicho ambacho ufungaji wote umetenga.',
  ],
  'amounts are whole': [
    'Kiasi ni kamili',
    'Hakuna safu ya hifadhidata yenye namba za desimali zinazoelea, na hakuna kiasi cha leja kilicho sehemu ya senti.',
  ],
  'loans: next due date': [
    'Tarehe inayofuata ya kulipa',
    'Tarehe inayofuata ya mkopo ni ya awamu ya zamani zaidi ambayo haijalipwa yote.',
  ],
  'ledger account loan_portfolio': ['', 'Mikopo vitabuni ni mtaji ambao haujalipwa.'],
  'loans: loan_portfolio': [
    'Mikopo: mtaji wa kila mkopo',
    'Kilichoandikwa vitabuni kwa mkopo ndicho ambacho hakijalipwa cha mkopo huo.',
  ],
  'ledger account interest_receivable': ['', 'Riba iliyotambuliwa na ambayo haijalipwa inadaiwa.'],
  'ledger account fee_receivable': ['', 'Ada zilizotambuliwa na ambazo hazijalipwa zinadaiwa.'],
  'ledger account penalty_receivable': ['', 'Faini zilizotambuliwa na ambazo hazijalipwa zinadaiwa.'],
  'ledger account loan_overpayments': ['', 'Walicholipa zaidi wanachama ni deni kwao.'],
  'ledger account loan_loss_allowance': ['', 'Kilichotengwa ni jumla ya tengo la hasara la kila mkopo.'],
  'ledger account disbursements_in_transit': ['', 'Kilicho njiani ni kile kilichotumwa na ambacho hakijakamilika.'],
  'ledger account duplicate_payments': [
    '',
    'Walicholipwa wapokeaji mara mbili na wanachopaswa kurudisha ndicho kinachofuatiliwa.',
  ],
  income: [
    'Mapato',
    'Haitambuliwi zaidi ya kile ambacho mkopo unadai, na ambacho mtaji uliochelewa huenda umezaa tangu hapo; wala pungufu ya kilicholipwa.',
  ],
  schedules: ['Ratiba', 'Mtaji wa ratiba ni kiasi kilichotolewa.'],
  'schedules: paid': [
    'Ratiba: yaliyolipwa',
    'Kilicholipwa kwenye mistari ya ratiba ndicho kilicholetwa na marejesho, na na mkopo uliolipa huu.',
  ],
  'rows of schedules': [
    'Mistari ya ratiba',
    'Hakuna mstari wa ratiba uliolipwa zaidi ya unachodai, na uliolipwa una siku yake.',
  ],
  allocations: ['Migao', 'Sehemu za marejesho zinajumlika kuwa marejesho yote.'],
  'money that moved is booked': [
    'Pesa zilizohama zimeandikwa',
    'Kila marejesho na kila utoaji wa mkopo uliothibitishwa una jarida moja.',
  ],
  'refinanced loans': [
    'Mikopo iliyofadhiliwa upya',
    'Mkopo uliolipwa na mwingine unautaja na kutajwa nao, umefungwa na haudaiwi kitu.',
  ],
  'days of payments': ['Siku za malipo', 'Hakuna malipo yanayohesabiwa kabla ya siku pesa zilipokopeshwa.'],
  'closes of business': [
    'Ufungaji wa siku',
    'Kila siku tangu ya kwanza iliyofungwa imefungwa mara moja, kwa mpangilio, na ilichoandika kiko kwenye leja.',
  ],
  float: [
    'Floti',
    'Floti ya wakala ni kile leja inachosema, inatosha kilichozuiwa, na kilichozuiwa ndicho kinachotumwa.',
  ],
  'float top-ups': [
    'Nyongeza za floti',
    'Kilichohamishwa kutoka paybill kwenda floti ya wakala kimeandikwa mara moja, na kutolewa mara moja kiliporudi.',
  ],
  'ledger account savings_control': ['', 'Walichoweka wanachama ni deni kwao.'],
  'ledger account share_capital': [
    '',
    'Mtaji wa hisa ni hisa ambazo wanachama wanazo: ni mtaji, wala si sehemu ya akiba zao.',
  ],
  'ledger account savings_transfers': ['', 'Akiba zilizotoka akaunti moja kwenda nyingine zimefika huko.'],
  'ledger account share_transfers': ['', 'Hisa ambazo mwanachama mmoja aliziacha anazo mwingine.'],
  'members who left': [
    'Wanachama walioondoka',
    'Mwanachama aliyeondoka hadaiwi kitu, hadhamini mkopo, wala hana akiba au hisa.',
  ],
  'ledger account interest_payable': ['', 'Riba ambayo akiba zimepata na ambayo haijawekwa ni deni.'],
  'savings interest': [
    'Riba ya akiba',
    'Kile ambacho ufungaji wa siku ulipata, uliweka na kuzuia kodi kwa akiba kiko kwenye leja.',
  ],
  savings: ['Akiba', 'Salio la akaunti ya akiba ni kilichoandikwa kwake, na linatosha kilichozuiwa.'],
  'savings transactions': [
    'Miamala ya akiba',
    'Salio la akaunti ya akiba ni jumla ya miamala yake, kasoro riba iliyotenguliwa.',
  ],
  'ledger account due_from_schools': [
    '',
    'Ambacho shule zinamshikia mkopeshaji ni kilicholipwa mapema kwa mikopo yake na ambacho hakijakabidhiwa.',
  ],
  'school fees': [
    'Karo',
    'Kila utoaji wa mkopo wa karo uliothibitishwa ni malipo mamoja katika vitabu vya shule, hadi senti; hakuna mengine.',
  ],
  'designated money': [
    'Pesa zenye kusudi',
    'Pesa za mkopo wa karo hulipa ankara ambayo mkopo ni wake, na si nyingine.',
  ],
  'ledger account school_fees_collected': [
    '',
    'Karo zilizoletwa kwa simu, na zile ambazo mikopo ililipa katika vitabu vyetu, ni deni kwa shule.',
  ],
  'ledger account charges_payable': [
    '',
    'Deni kwa watoa huduma ni walichotoza kwa malipo, ya wakopaji na ya programu, na ambacho hakijalipwa.',
  ],
  'ledger account bank_charges': [
    '',
    'Ambacho benki imetoza ni kile ambacho taarifa zake zinaonyesha kama ada, na ambacho hakikurudishwa.',
  ],
  'charges of the bank': [
    'Ada za benki',
    'Kila mstari wa benki uliokamilishwa kama ada, au kama ada iliyorudishwa, umeandikwa hadi senti, mara moja.',
  ],
  'ledger account unallocated_receipts': [
    '',
    'Kilichomo kwenye yasiyopangiwa ni pesa za simu ambazo bado hazijapangiwa.',
  ],
  'ledger account estates_payable': [
    '',
    'Walichoacha wanachama waliofariki na kilichogawiwa ni deni kwa warithi hadi walipwe.',
  ],
  'deaths have claims': [
    'Vifo vina madai',
    'Kila mwanachama aliyefariki ana dai moja, na hakuna mwingine mwenye dai linalosimama.',
  ],
  'parts of death claims': [
    'Sehemu za madai ya vifo',
    'Kilichotolewa kwenye akaunti ndicho kilichogawiwa, awamu kwa awamu, na hakuna mrithi aliyelipwa zaidi ya mgao wake.',
  ],
  'bookings of death claims': [
    'Maandiko ya madai ya vifo',
    'Kila sehemu ya dai inayosimama imeandikwa kwenye mkopo na akaunti inayotaja, na si nyingine.',
  ],
  'accounts of apps': [
    'Akaunti za programu',
    'Inachomiliki programu ndicho ambacho leja inadaiwa nayo, na jumla ya mistari yake; mstari wa mwisho unasema hivyo.',
  ],
  'money of apps on its way': [
    'Pesa za programu zilizo njiani',
    'Pesa za programu zilizozuiwa ni za malipo ambayo hayajatoka; zilizo njiani ni za yaliyotoka.',
  ],
  'ledger account app_payouts_in_transit': [
    '',
    'Pesa za programu zilizo njiani ni zilizotumwa na ambazo hazijakamilika.',
  ],
  'lines of apps': ['Mistari ya programu', 'Kila mstari wa akaunti ya programu unaendelea kutoka uliotangulia.'],
  'receipts of what is booked': [
    'Risiti za yaliyoandikwa',
    'Kila rekodi iliyoandika malipo kwa risiti inaishikilia kwenye rejista.',
  ],
  'receipts of what was undone': [
    'Risiti za yaliyotenguliwa',
    'Hakuna risiti inayosimama kwenye rekodi iliyotenguliwa, au ambayo pesa zake zimehamia kwingine.',
  ],
  'credits of the bank': [
    'Pesa zilizoingia benki',
    'Kila kiasi kilichoingia kwenye taarifa za benki kimepokelewa, hata benki inapotumia kumbukumbu moja mara kadhaa.',
  ],
  receipts: ['Risiti', 'Pesa za risiti zinasimama kwenye rekodi hadi kiasi kilichoingia au kutoka, si zaidi.'],
  'students’ balances': [
    'Salio za wanafunzi',
    'Anachodaiwa mwanafunzi ni kilicho wazi kwenye ankara zake, na krediti ni ya malipo ambayo hakuna ankara iliyo nayo.',
  ],
  'open breaks': ['Tofauti zilizo wazi', 'Ulinganishi unaonyesha tofauti nyingi kama zile ambazo hazijatatuliwa.'],
};

const ACCOUNT = /^ledger account (\w+)$/;
const SCHEDULE = /^schedules: (principal|interest|fees|penalties) (open|paid)$/;

/** A check of the books: what it is called, and what it proves; null where this language has no words of its own for it. */
export function proofWords(name: string, spoken: Language): { readonly title: string; readonly means: string } | null {
  if (spoken === 'en') return null;
  const [, part, side] = SCHEDULE.exec(name) ?? [];
  if (part !== undefined) return scheduleWords(PARTS[part as Part], side);
  const words = CHECKS[name];
  if (words === undefined) return null;
  const [, account] = ACCOUNT.exec(name) ?? [];
  return { title: account === undefined ? words[0] : `Leja: ${accountWord(account, spoken)}`, means: words[1] };
}

const scheduleWords = (part: string, side: string | undefined) =>
  side === 'paid'
    ? {
        title: `Ratiba: ${part} iliyolipwa`,
        means: `Sehemu ya ${part} iliyolipwa kwenye mistari ya ratiba ni ile iliyoletwa na marejesho, na ambayo mkopo unahesabu kuwa imelipwa.`,
      }
    : {
        title: `Ratiba: ${part} isiyolipwa`,
        means: `Sehemu ya ${part} ambayo mistari ya ratiba bado inadai ndiyo inayodaiwa kwa mkopo.`,
      };
