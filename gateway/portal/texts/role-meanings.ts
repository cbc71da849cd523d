import type { PersonRole } from '../graph/generated/graphql.ts';
import type { InLanguages } from './texts.ts';

/** What roles are for. The English is that of the graph (a test compares them). */
export const roleMeanings: { readonly [Role in PersonRole]: InLanguages } = {
  OFFICER: {
    en: 'Takes applications of members and follows their loans and savings. Approves nothing.',
    sw: 'Hupokea maombi ya wanachama na kufuatilia mikopo na akiba zao. Haidhinishi chochote.',
  },
  TELLER: {
    en: 'Takes money in and pays out what others have approved, up to a limit.',
    sw: 'Hupokea pesa na kulipa yaliyoidhinishwa na wengine, hadi kikomo.',
  },
  APPROVER: {
    en: 'Approves what others have made or proposed, up to a limit.',
    sw: 'Huidhinisha yaliyofanywa au kupendekezwa na wengine, hadi kikomo.',
  },
  BURSAR: {
    en: 'Keeps a school: students, enrolments, invoices and the fees that come in. Approves what another bursar proposes of these, up to a limit.',
    sw: 'Hutunza shule: wanafunzi, usajili, ankara na karo zinazoingia. Huidhinisha yanayopendekezwa na mhasibu mwingine wa shule, hadi kikomo.',
  },
  LECTURER: {
    en: 'Enters the marks of the units that were assigned to them, and sees who takes these, and nothing else.',
    sw: 'Huingiza alama za masomo aliyopangiwa, na huona wanaoyasoma, na hakuna kingine.',
  },
  REGISTRAR: {
    en: 'Keeps students and their enrolments, and publishes the marks that lecturers hand in.',
    sw: 'Hutunza wanafunzi na usajili wao, na huchapisha alama zinazowasilishwa na wahadhiri.',
  },
  COMPLIANCE: {
    en: 'Decides about alerts of money laundering, about who is a member, and about personal data.',
    sw: 'Huamua kuhusu tahadhari za utakatishaji wa pesa, nani ni mwanachama, na data binafsi.',
  },
  AUDITOR: { en: 'Reads everything, and changes nothing.', sw: 'Husoma kila kitu, na habadilishi chochote.' },
  ADMINISTRATOR: {
    en: 'Invites people and gives them their roles, keeps clients, loan products and settings, approves what other administrators change. Moves no money.',
    sw: 'Hualika watu na kuwapa majukumu, hutunza programu, bidhaa za mikopo na mipangilio, huidhinisha mabadiliko ya wasimamizi wengine. Hahamishi pesa.',
  },
  DEVELOPER: {
    en: 'Maintains one client or a few: keeps their webhooks, and sees their keys, events and requests, and nothing else. Administrators rotate the keys.',
    sw: 'Hutunza programu moja au chache: huweka webhook zake na huona funguo, matukio na maombi yake, na hakuna kingine. Wasimamizi hubadilisha funguo.',
  },
};
