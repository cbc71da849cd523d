import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemCaller } from '#platform/auth/system-caller.ts';
import { eventually } from '#test/support/eventually.ts';
import { openRestTestApp, type Institution, type RestTestApp } from '#test/support/rest-test-app.ts';

const run = promisify(execFile);
const root = path.join(import.meta.dirname, '../..');
const example = (file: string) => path.join(root, 'docs/examples', file);

/** Not by its types: those are only there once they have been generated. */
type Example = {
  readonly lend: (partner: object, applicant: object) => Promise<{ member: any; loan: any; large: any[] }>;
};

let ports: RestTestApp;
let institution: Institution;
beforeAll(async () => {
  ports = await openRestTestApp();
  institution = await ports.openInstitution();
  await run('npm', ['run', 'api-types'], { cwd: root });
});
afterAll(() => ports.close());

/** Programs of the guide, which print where the loan is then. */
const PROGRAMS = [
  ['curl', 'bash', 'first-loan.sh'],
  ['Python', 'python3', 'first_loan.py'],
  ['Java', 'java', 'FirstLoan.java'],
] as const;

/** What a worker does in a sandbox: the identity of each who was admitted is verified. */
async function verifyApplicant(): Promise<void> {
  const applicant = await eventually(async () => {
    const [row] = await ports.admin<{ id: string }>(`select id from member where state = 'pending_kyc'`);
    return row ?? null;
  });
  await ports.app.membership.screenMember(systemCaller(institution, 'tests', 'tests'), {
    memberId: Number(applicant?.id),
  });
}

describe('The program of the guide to a first loan', () => {
  it.each(PROGRAMS)('lends in %s', async (language, command, file) => {
    const isThere = await run(command, ['--version']).catch(() => null);
    if (isThere === null) return console.log(`skipped: no ${command}, so the sample in ${language} is not run.`);
    const { clientKey, secret } = await ports.openClient(institution);
    const env = { ...process.env, BASE_URL: ports.url, CLIENT_ID: clientKey, CLIENT_SECRET: secret };
    const nationalId = String(31_000_000 + PROGRAMS.findIndex(([name]) => name === language));
    const lending = run(command, [example(file)], { env: { ...env, NATIONAL_ID: nationalId, BRANCH: 'HQ' } });
    const [{ stdout }] = await Promise.all([lending, verifyApplicant()]);
    expect(stdout.trim()).toBe('ready_to_disburse');
  });
});

describe('A client whose types were generated from the document', () => {
  it('compiles, strictly', async () => {
    const tsc = path.join(root, 'node_modules/typescript/bin/tsc');
    const checked = run(process.execPath, [tsc, '--noEmit', '-p', example('tsconfig.json')]);
    await expect(checked.catch(({ stdout }: { stdout: string }) => stdout)).resolves.toMatchObject({ stdout: '' });
  });

  it('admits a member, applies for a loan and approves it', async () => {
    const { lend } = (await import(example('lend.ts'))) as Example;
    const { clientKey, secret } = await ports.openClient(institution);
    const partner = { baseUrl: ports.url, clientId: clientKey, clientSecret: secret };
    const lent = lend(partner, {
      nationalId: '27788123',
      branch: 'HQ',
      principal: 5_000_000,
    });
    await verifyApplicant();
    const { member, loan, large } = await lent;
    expect(large).toMatchObject([{ id: loan.id }]);
    expect(member).toMatchObject({ state: 'pending_kyc', member_no: expect.stringMatching(/^M-/) });
    expect(loan).toMatchObject({ state: 'ready_to_disburse', member_id: member.id, principal: 5_000_000 });
  });
});
