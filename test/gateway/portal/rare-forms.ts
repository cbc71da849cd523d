/// <reference lib="dom" />
import { describe, expect, it } from 'vitest';
import type { Tab } from '#test/support/chromium.ts';
import { eventually } from '#test/support/eventually.ts';
import { layoutFaults } from '#test/support/layout-faults.ts';
import type { Portal } from '#test/support/portal.ts';
import { pressed, reads, send, settled, typedIn } from '#test/support/tabs.ts';
import { answerTo } from './books.ts';

/** What is done once in the life of a record, sent by the form that a person has for it. */
export function rareForms(portal: () => Portal): void {
  const goTo = async (tab: Tab, path: string) => {
    await tab.page.goto(`${portal().origin}${path}`);
    await tab.page.waitForSelector('#content h1');
    await settled(tab);
  };
  const stateIs = (tab: Tab, word: string) => reads(tab, '.page-head .state', word);
  /** As every page of the navigation is looked at: wide and light by all rules, narrow and dark by those of looks. */
  const looked = async (tab: Tab, name: string) => {
    for (const { of, ...size } of LOOKS) {
      await tab.resize(size);
      expect(await tab.page.evaluate(layoutFaults)).toEqual([]);
      await tab.picture(`${name}-${size.width}-${size.theme}`);
      expect(await tab.violations(of)).toEqual([]);
    }
  };
  const ended = async (...tabs: readonly Tab[]) => {
    for (const tab of tabs) {
      expect(tab.complaints).toEqual([]);
      await tab.close();
    }
  };
  /** What waits on the record that is open is approved by another person. */
  const agreed = async (tab: Tab) => {
    await tab.page.reload();
    await pressed(tab, 'approveProposal');
    await sent(tab);
    await tab.page.waitForSelector('.waiting-here', { hidden: true });
  };

  describe('with the rare forms of a school', () => {
    it('sponsors a student, moves an enrolment to another programme, records a death, and erases who is gone', async () => {
      // Long before it counts: processes keep policies for seconds.
      await portal().decide('student_retention_years = 0');
      const bursar = await portal().enter('bursar', '/students');
      const student = await aStudent(bursar);
      await goTo(bursar, `/students/${student.id}`);
      await opened(bursar, 'sponsorStudent');
      await fill(bursar, 'memberNo', 'M-999999');
      await fill(bursar, 'shareBp', '40');
      await send(bursar);
      await reads(bursar, 'dialog[open] .field:has([name=memberNo]) .wrong', 'No member has this number');
      // Who keeps students knows a member by the number that stands in the letter.
      await fill(bursar, 'memberNo', 'm-000001');
      await looked(bursar, 'sponsor-student');
      await sent(bursar);
      await reads(bursar, '.records.two', '40 %');
      await opened(bursar, 'endSponsorship');
      await sent(bursar);
      await bursar.page.waitForSelector('[data-step=endSponsorship]', { hidden: true });

      await goTo(bursar, `/enrolments/${student.enrolmentId}`);
      await opened(bursar, 'transferEnrolment');
      await bursar.page.waitForSelector(`${place('programmeId')} option:nth-child(2)`);
      await choose(bursar, 'programmeId', student.otherCode);
      await fill(bursar, 'reason', 'Wants to build houses.');
      await reads(bursar, 'dialog[open] .consequence', 'a new one continues it');
      await looked(bursar, 'transfer-enrolment');
      await sent(bursar);
      await bursar.page.waitForFunction((old) => !location.pathname.endsWith(old), {}, student.enrolmentId);
      await reads(bursar, '#content', student.otherCode);

      await goTo(bursar, `/students/${student.id}`);
      await opened(bursar, 'recordStudentDeath');
      await looked(bursar, 'student-death');
      await sent(bursar);
      await stateIs(bursar, 'Deceased');
      expect(await bursar.page.$('[data-step=eraseStudent]')).toBeNull();

      const compliance = await portal().enter('compliance', `/students/${student.id}`);
      await stateIs(compliance, 'Deceased');
      await compliance.page.waitForSelector('[data-step=eraseStudent]');
      expect(await compliance.page.$('[data-step=sponsorStudent]')).toBeNull();
      await opened(compliance, 'eraseStudent');
      await fill(compliance, 'reason', 'The family asked for it.');
      await sent(compliance);
      await eventually(async () => {
        const { rows } = await portal().owner(`select erased, first_name from student where uuid = '${student.id}'`);
        return rows[0]?.erased === true && rows[0]?.first_name !== 'Rare';
      });
      await compliance.page.waitForFunction(() => !document.querySelector('h1')?.textContent?.includes('Rare'));
      await looked(compliance, 'erased-student');
      await ended(bursar, compliance);
    }, 180_000);

    it('changes the parts of a result, and takes over and redefines a scale of grades', async () => {
      const registrar = await portal().enter('registrar', '/results');
      const student = await aStudent(registrar);
      const recordResult = await done<{ readonly result: { readonly id: string } }>(
        registrar,
        'recordResult',
        {
          enrolmentId: student.enrolmentId,
          unitId: student.unitId,
          components: [{ kind: 'EXAM', label: 'Exam', maxScore: '70', score: '41', weightBp: 10_000 }],
        },
        'result { id }',
      );
      await goTo(registrar, `/results/${recordResult.result.id}`);
      await opened(registrar, 'changeResult');
      await registrar.page.waitForSelector('dialog[open] [data-line="0"]');
      expect(await typedIn(registrar, line(0, 'score'))).toBe('41');
      await registrar.page.locator(line(0, 'score')).fill('90');
      await send(registrar);
      await registrar.page.waitForSelector('dialog[open] [data-line="0"] .wrong');
      await registrar.page.locator(line(0, 'score')).fill('42');
      await registrar.page.locator(line(0, 'percent')).fill('70');
      await registrar.page.locator('dialog[open] .lines .add').click();
      for (const [name, text] of [
        ['label', 'Essay'],
        ['score', '21'],
        ['maxScore', '30'],
        ['kind', 'ASSIGNMENT'],
        ['percent', '30'],
      ] as const)
        await registrar.page.locator(line(1, name)).fill(text);
      await looked(registrar, 'change-result');
      await sent(registrar);
      await reads(registrar, '#content table', 'Essay');
      await ended(registrar);

      const bursar = await portal().enter('bursar', '/catalogue?part=scales');
      await opened(bursar, 'adoptGradingScale');
      await bursar.page.waitForSelector(`${place('preset')} option:nth-child(2)`);
      await fill(bursar, 'preset', 'KE_UNI5');
      await sent(bursar);
      await reads(bursar, 'tbody', 'KE_UNI5');
      const row = 'xpath///tr[contains(., "KE_UNI5")]//button[@data-step="redefineGradingScale"]';
      await bursar.page.locator(row).click();
      await bursar.page.waitForSelector('dialog[open] [data-line="0"]');
      await fill(bursar, 'passMark', '45');
      await looked(bursar, 'redefine-scale');
      await sent(bursar);
      const { rows } = await portal().owner(`select definition from grading_scale where code = 'KE_UNI5'`);
      expect(JSON.stringify(rows[0])).toContain('45');
      await ended(bursar);
    }, 180_000);
  });

  describe('with the rare forms of a member', () => {
    it('takes back who was away, lets go who leaves, shuts out, and erases', async () => {
      // Long before it counts: processes keep policies for seconds.
      await portal().decide('retention_years = 0');
      const officer = await portal().enter('officer', '/members');
      const [back, leaving, shut] = [
        await aMember(portal(), officer, 'Rare Back'),
        await aMember(portal(), officer, 'Rare Leaving'),
        await aMember(portal(), officer, 'Rare Shut'),
      ];
      await portal().owner(`update member set state = 'dormant' where uuid = '${back.id}'`);
      await goTo(officer, `/members/${back.memberNo}`);
      await stateIs(officer, 'Dormant');
      await opened(officer, 'reactivateMember');
      expect(await typedIn(officer, place('idNumber'))).toBe(back.nationalId);
      await looked(officer, 'reactivate-member');
      await sent(officer);
      await stateIs(officer, 'Active');

      await goTo(officer, `/members/${leaving.memberNo}`);
      await opened(officer, 'exitMember');
      await fill(officer, 'reason', 'Moves to Uganda.');
      await looked(officer, 'exit-member');
      await sent(officer);
      await stateIs(officer, 'Left');

      await goTo(officer, `/members/${shut.memberNo}`);
      await opened(officer, 'blacklistMember');
      await send(officer);
      await officer.page.waitForSelector('dialog[open] .wrong');
      await fill(officer, 'reason', 'Forged papers.');
      await looked(officer, 'blacklist-member');
      await sent(officer);
      await stateIs(officer, 'Blacklisted');

      const compliance = await portal().enter('compliance', `/members/${leaving.memberNo}`);
      await stateIs(compliance, 'Left');
      await opened(compliance, 'eraseMember');
      await sent(compliance);
      await compliance.page.waitForFunction(() => !document.querySelector('h1')?.textContent?.includes('Rare'));
      await looked(compliance, 'erased-member');
      await ended(officer, compliance);
    }, 180_000);

    it('settles what a member left after a death, from the documents to the last payment, by two people', async () => {
      const officer = await portal().enter('officer', '/claims');
      const approver = await portal().enter('approver', '/approvals');
      const teller = await portal().enter('teller', '/');
      const { memberNo, id } = await aMember(portal(), officer, 'Rare Late');
      await done(officer, 'updateMember', {
        memberId: id,
        nominees: [{ name: 'Zuri Late', relationship: 'daughter', shareBasisPoints: 10_000 }],
      });
      const { loanNo } = await anActiveLoan({ officer, approver, teller }, id, 1_000_000);
      const account = await savings(teller, id, 3_000_000);
      await done(officer, 'recordMemberDeath', {
        memberId: id,
        diedOn: new Date(Date.now() - 3 * 86_400_000).toISOString().slice(0, 10),
        documentReference: 'BP-RARE-1',
      });
      const { rows } = await portal().owner(
        `select c.claim_no from death_claim c join member m on m.id = c.member_id where m.member_no = '${memberNo}'`,
      );
      const claim = `/claims/${rows[0]?.claim_no}`;
      await goTo(officer, claim);
      await opened(officer, 'addClaimDocument');
      await fill(officer, 'documentKind', 'DEATH_CERTIFICATE');
      await fill(officer, 'documentReference', 'DC-RARE-1');
      await sent(officer);
      await reads(officer, '.payment', 'DC-RARE-1');
      await opened(officer, 'verifyDeathClaim');
      await sent(officer);
      await stateIs(officer, 'Documents complete');
      await looked(officer, 'claim-documented');

      await opened(officer, 'settleClaimLoan');
      await choose(officer, 'loanId', loanNo);
      await fill(officer, 'method', 'INSURANCE');
      await fill(officer, 'amount', '4,000');
      await fill(officer, 'reference', `FT${memberNo.replace('-', '')}A`);
      await reads(officer, 'dialog[open] .consequence', 'are booked on');
      await looked(officer, 'settle-claim-loan');
      await sent(officer);
      await officer.page.waitForSelector('.waiting-here');
      await reads(officer, '[role=status][data-announced]', 'It waits for another person: ');
      await goTo(approver, claim);
      await agreed(approver);
      await reads(officer, '#content', 'Paid by the insurer');
      await opened(officer, 'settleClaimLoan');
      await choose(officer, 'loanId', loanNo);
      await fill(officer, 'method', 'SET_OFF');
      await choose(officer, 'savingsAccountId', account);
      await sent(officer);
      await officer.page.waitForSelector('.waiting-here');
      await agreed(approver);

      // A booking that was wrong is undone, and made again.
      await goTo(officer, claim);
      await opened(officer, 'reverseClaimPart');
      await choose(officer, 'part', '1');
      await fill(officer, 'cause', 'CORRECTED');
      await fill(officer, 'reason', 'Booked at the wrong loan.');
      await looked(officer, 'reverse-claim-part');
      await sent(officer);
      await officer.page.waitForSelector('.waiting-here');
      await agreed(approver);
      await goTo(officer, claim);
      await opened(officer, 'settleClaimLoan');
      await choose(officer, 'loanId', loanNo);
      await fill(officer, 'method', 'SET_OFF');
      await choose(officer, 'savingsAccountId', account);
      await sent(officer);
      await officer.page.waitForSelector('.waiting-here');
      await agreed(approver);

      await goTo(officer, claim);
      await opened(officer, 'distributeEstate');
      await looked(officer, 'distribute-estate');
      await sent(officer);
      await officer.page.waitForSelector('.waiting-here');
      await agreed(approver);
      await goTo(officer, claim);
      await opened(officer, 'payBeneficiary');
      await choose(officer, 'beneficiary', 'Zuri Late');
      await fill(officer, 'channel', 'CASH');
      await looked(officer, 'pay-beneficiary');
      await sent(officer);
      await officer.page.waitForSelector('.waiting-here');
      await agreed(approver);
      await goTo(officer, claim);
      await opened(officer, 'closeDeathClaim');
      await sent(officer);
      await stateIs(officer, 'Settled');
      await looked(officer, 'claim-settled');
      expect(await portal().umoja('ledger', 'verify')).toContain('checks hold');
      await ended(officer, approver, teller);
    }, 240_000);
  });

  describe('with the rare forms of money', () => {
    it('hands float over, moves money of the paybill to it, and books one payment in several records and back', async () => {
      const teller = await portal().enter('teller', '/money/agents/AG-000001');
      await opened(teller, 'transferFloat');
      await choose(teller, 'toAgentNo', 'AG-000002');
      await fill(teller, 'amount', '500');
      await fill(teller, 'reason', 'Kisumu pays out more today.');
      await reads(teller, 'dialog[open] .consequence', 'is the other agent’s at once');
      await looked(teller, 'transfer-float');
      const before = await floatOf(teller, 'AG-000002');
      await sent(teller);
      expect(await floatOf(teller, 'AG-000002')).toBe(before + 50_000);

      await opened(teller, 'topUpFromPaybill');
      await fill(teller, 'amount', '100');
      await looked(teller, 'from-paybill');
      await sent(teller);
      await teller.page.waitForFunction(() => location.pathname.startsWith('/money/top-ups/'));
      await teller.page.waitForSelector('.page-head .state');
      await looked(teller, 'top-up');

      const officer = await portal().enter('officer', '/members');
      const saver = await aMember(portal(), officer, 'Rare Saver');
      await ended(officer);
      await savings(teller, saver.id, 10_000);
      await goTo(teller, '/money/collections');
      await opened(teller, 'splitReceipt');
      await fill(teller, 'channel', 'CASH');
      await fill(teller, 'reference', `GROUP-${saver.memberNo}`);
      await fill(teller, 'amount', '700');
      await onLine(teller, 0, 'M-000001', '400');
      await teller.page.locator('dialog[open] .lines .add').click();
      await onLine(teller, 1, saver.memberNo, '200');
      await reads(teller, 'dialog[open] .consequence', 'are left over');
      await looked(teller, 'split-receipt');
      await send(teller);
      // Cash leaves nothing over: what is handed in at the counter is booked whole.
      await teller.page.waitForSelector('dialog[open] :is(.problem, .wrong)');
      await teller.page.locator(line(1, 'amount')).fill('300');
      await sent(teller);
      await teller.page.waitForFunction(() => location.pathname.startsWith('/money/receipts/'));
      await reads(teller, '.records', 'Booked');
      await looked(teller, 'split-payment');
      await opened(teller, 'reverseReceipt');
      await fill(teller, 'cause', 'CORRECTED');
      await fill(teller, 'reason', 'The list of the group was another week’s.');
      await looked(teller, 'reverse-receipt');
      await sent(teller);
      await reads(teller, '.records', 'Was a mistake');
      expect(await portal().umoja('ledger', 'verify')).toContain('checks hold');
      await ended(teller);
    }, 240_000);
  });

  describe('with the rare forms of a client', () => {
    it('names who answers for it, changes where its events go, and deletes the webhook', async () => {
      const tab = await portal().enter('administrator', '/developers');
      await tab.page.locator('tbody a ::-p-text(Demo client)').click();
      await opened(tab, 'changeClientResponsible');
      await tab.page.waitForSelector(`${place('responsibleId')} option:nth-child(2)`);
      const person = await tab.page.$eval(`${place('responsibleId')} option:nth-child(2)`, (option) => ({
        id: (option as HTMLOptionElement).value,
        name: option.textContent,
      }));
      await fill(tab, 'responsibleId', person.id);
      await looked(tab, 'client-responsible');
      await sent(tab);
      await reads(tab, '.facts', person.name);

      await opened(tab, 'createWebhook');
      await fill(tab, 'url', 'http://localhost:9/rare');
      await send(tab);
      await tab.page.locator('dialog.secret[open] ::-p-text(Done)').click();
      await tab.page.locator('.rows a ::-p-text(/rare)').click();
      await tab.page.waitForFunction(() => location.pathname.startsWith('/developers/webhooks/'));
      await opened(tab, 'updateWebhook');
      expect(await typedIn(tab, place('url'))).toBe('http://localhost:9/rare');
      await fill(tab, 'url', 'http://localhost:9/rarer');
      await fill(tab, 'rateLimitPerSecond', '5');
      await reads(tab, 'dialog[open] .consequence', 'until the client confirms it');
      await looked(tab, 'update-webhook');
      await sent(tab);
      await reads(tab, 'h1', '/rarer');
      await reads(tab, '.facts', 'Posts a second at most');
      await opened(tab, 'deleteWebhook');
      await looked(tab, 'delete-webhook');
      await sent(tab);
      await tab.page.waitForFunction(() => location.pathname.startsWith('/developers/clients/'));
      await ended(tab);
    }, 120_000);
  });
}

const LOOKS = [
  { width: 390, theme: 'dark', of: 'looks' },
  { width: 1280, theme: 'light', of: 'all' },
] as const;

const place = (name: string): string => `dialog[open] :is(input, textarea, select)[name="${name}"]`;
const line = (at: number, name: string): string => `dialog[open] [data-line="${at}"] [name=${name}]`;
const fill = (tab: Tab, name: string, text: string): Promise<void> => tab.page.locator(place(name)).fill(text);

/** Opens a form by its button, or from the menu of what is rarer. */
async function opened(tab: Tab, step: string): Promise<void> {
  await pressed(tab, step);
  await tab.page.waitForSelector('dialog[open] .form');
}

/** Sends the form, and waits until it is closed. What keeps it open is said. */
async function sent(tab: Tab): Promise<void> {
  await send(tab);
  await tab.page.waitForSelector('dialog[open]', { hidden: true, timeout: 15_000 }).catch(async () => {
    const text = await tab.page.$eval('dialog[open]', (dialog) => dialog.textContent);
    throw new Error(`The form stays open: ${text}`);
  });
}

/** Chooses by the word that a choice is known by. */
async function choose(tab: Tab, name: string, word: string): Promise<void> {
  await tab.page.waitForFunction(
    (where, text) => [...document.querySelectorAll(`${where} option`)].some((each) => each.textContent?.includes(text)),
    {},
    place(name),
    word,
  );
  const value = await tab.page.$$eval(
    `${place(name)} option`,
    (options, text) =>
      options.map((option) => option as HTMLOptionElement).find(({ textContent }) => textContent?.includes(text))
        ?.value ?? '',
    word,
  );
  await fill(tab, name, value);
}

/** A mutation in the session of who is signed in there: what a journey needs to begin with. */
export async function done<Payload = object>(
  tab: Tab,
  mutation: string,
  input: object,
  selection = '',
): Promise<Payload> {
  const type = `${mutation[0]?.toUpperCase()}${mutation.slice(1)}Input`;
  const query = `mutation M($input: ${type}!) { done: ${mutation}(input: $input) { ${selection} userErrors { code message } } }`;
  type Answer = { readonly done: Payload & { readonly userErrors: readonly unknown[] } };
  const answer = await answerTo<Answer>(tab, query, input);
  expect(answer.done.userErrors).toEqual([]);
  return answer.done;
}

/** A part of a payment: the first record that is found, and how much of it. */
async function onLine(tab: Tab, at: number, sought: string, amount: string): Promise<void> {
  await tab.page.locator(line(at, 'place')).fill(sought);
  await tab.page.locator(`dialog[open] [data-line="${at}"] .found li:first-child button`).click();
  await tab.page.locator(line(at, 'amount')).fill(amount);
}

const floatOf = async (tab: Tab, agentNo: string): Promise<number> =>
  (await answerTo<{ readonly agent: { readonly float: number } }>(tab, `{ agent(agentNo: "${agentNo}") { float } }`))
    .agent.float;

let students = 0;

/** A student who is enrolled in a programme with units, beside which there is another one. */
async function aStudent(tab: Tab) {
  type Node = { readonly id: string };
  type Catalogue = {
    readonly programmes: {
      readonly nodes: readonly (Node & {
        readonly code: string;
        readonly units: { readonly nodes: readonly Node[] };
      })[];
    };
    readonly academicYears: {
      readonly nodes: readonly (Node & {
        readonly startDate: string;
        readonly terms: readonly (Node & { readonly name: string; readonly startDate: string })[];
      })[];
    };
  };
  const { programmes, academicYears } = await answerTo<Catalogue>(
    tab,
    `{ programmes(first: 20, filter: { states: [ACTIVE] }) { nodes { id code units(first: 5) { nodes { id } } } }
       academicYears(first: 20) { nodes { id startDate terms { id name startDate } } } }`,
  );
  const today = new Date().toISOString().slice(0, 10);
  const offered = programmes.nodes.filter(({ units }) => units.nodes.length > 0);
  const [programme, other] = offered;
  const year = academicYears.nodes.find(({ startDate, terms }) => startDate <= today && terms.length > 1);
  const term = year?.terms.toSorted((a, b) => a.startDate.localeCompare(b.startDate)).at(-1);
  if (!programme || !other || !year || !term) throw new Error('The demo has two programmes, and a term of today.');
  students += 1;
  const registerStudent = await done<{ readonly student: Node }>(
    tab,
    'registerStudent',
    { firstName: 'Rare', lastName: `Forms ${students}`, programmeId: programme.id },
    'student { id }',
  );
  const { id } = registerStudent.student;
  await done(tab, 'admitStudent', { studentId: id });
  const enrolStudent = await done<{ readonly enrolment: Node }>(
    tab,
    'enrolStudent',
    {
      studentId: id,
      programmeId: programme.id,
      academicYearId: year.id,
      termId: term.id,
      yearOfStudy: 1,
      enrolledOn: today,
      units: programme.units.nodes.slice(0, 1).map((unit) => ({ unitId: unit.id, status: 'REGISTERED' })),
    },
    'enrolment { id }',
  );
  await done(tab, 'confirmEnrolment', { enrolmentId: enrolStudent.enrolment.id });
  return {
    id,
    enrolmentId: enrolStudent.enrolment.id,
    unitId: programme.units.nodes[0]?.id ?? '',
    otherCode: other.code,
  };
}

let cards = 29_330_000;

/** A member whose identity the sandbox has confirmed. */
export async function aMember(portal: Portal, officer: Tab, name: string) {
  const nationalId = String((cards += 1));
  const { branches } = await answerTo<{ readonly branches: readonly { readonly id: string }[] }>(
    officer,
    '{ branches { id } }',
  );
  const createMember = await done<{ readonly member: { readonly id: string; readonly memberNo: string } }>(
    officer,
    'createMember',
    {
      name,
      nationalId,
      phone: '+254722345999',
      branchId: branches[0]?.id,
      kyc: {
        idType: 'NATIONAL_ID',
        idNumber: nationalId,
        dateOfBirth: '1980-05-17',
        address: { city: 'Nakuru', county: 'Nakuru', country: 'KE' },
      },
    },
    'member { id memberNo }',
  );
  const { id, memberNo } = createMember.member;
  await eventually(async () => {
    const { rows } = await portal.owner(`select state from member where uuid = '${id}'`);
    return rows[0]?.state === 'active';
  });
  return { id, memberNo, nationalId };
}

type Staff = { readonly officer: Tab; readonly approver: Tab; readonly teller: Tab };

/** A loan that was applied for, approved and paid out. */
async function anActiveLoan({ officer, approver, teller }: Staff, memberId: string, principal: number) {
  type Products = {
    readonly loanProducts: { readonly nodes: readonly { readonly id: string; readonly code: string }[] };
  };
  const { loanProducts } = await answerTo<Products>(officer, '{ loanProducts(first: 20) { nodes { id code } } }');
  const product = loanProducts.nodes.find(({ code }) => code === 'DEV') ?? loanProducts.nodes[0];
  const applyForLoan = await done<{ readonly loan: { readonly id: string; readonly loanNo: string } }>(
    officer,
    'applyForLoan',
    { memberId, productId: product?.id, principal, termMonths: 12 },
    'loan { id loanNo }',
  );
  const { id, loanNo } = applyForLoan.loan;
  await done(approver, 'approveLoan', { loanId: id });
  await done(teller, 'disburseLoan', { loanId: id, amount: principal, channel: 'MPESA_B2C', msisdn: '+254722345999' });
  await eventually(async () => {
    const { loan } = await answerTo<{ readonly loan: { readonly state: string } }>(
      officer,
      `{ loan(id: "${id}") { state } }`,
    );
    return loan.state === 'ACTIVE';
  });
  return { id, loanNo };
}

/** An account of a member with cash on it. @returns its number */
async function savings(teller: Tab, memberId: string, cents: number): Promise<string> {
  type Products = { readonly savingsProducts: { readonly nodes: readonly { readonly id: string }[] } };
  const found = await answerTo<Products>(
    teller,
    '{ savingsProducts(first: 1, filter: { kinds: [ORDINARY] }) { nodes { id } } }',
  );
  const openSavingsAccount = await done<{
    readonly savingsAccount: { readonly id: string; readonly accountNo: string };
  }>(
    teller,
    'openSavingsAccount',
    { memberId, productId: found.savingsProducts.nodes[0]?.id },
    'savingsAccount { id accountNo }',
  );
  const { id, accountNo } = openSavingsAccount.savingsAccount;
  await done(teller, 'depositSavings', { savingsAccountId: id, amount: cents, channel: 'CASH' });
  return accountNo;
}
