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
}, 60_000);
afterAll(() => ports.close());

describe('A client whose types were generated from the document', () => {
  it('compiles, strictly', async () => {
    const tsc = path.join(root, 'node_modules/typescript/bin/tsc');
    const checked = run(process.execPath, [tsc, '--noEmit', '-p', example('tsconfig.json')]);
    await expect(checked.catch(({ stdout }: { stdout: string }) => stdout)).resolves.toMatchObject({ stdout: '' });
  }, 120_000);

  it('admits a member, applies for a loan and approves it', async () => {
    const { lend } = (await import(example('lend.ts'))) as Example;
    const { clientKey, secret } = await ports.openClient(institution);
    const partner = { baseUrl: ports.url, clientId: clientKey, clientSecret: secret };
    const lent = lend(partner, {
      nationalId: '27788123',
      branch: 'HQ',
      principal: 5_000_000,
    });
    // What a worker does in a sandbox.
    const operator = systemCaller(institution, 'tests', 'tests');
    const applicant = await eventually(async () => {
      const [row] = await ports.admin<{ id: string }>(`select id from member where state = 'pending_kyc'`);
      return row ?? null;
    });
    await ports.app.membership.screenMember(operator, { memberId: Number(applicant?.id) });
    const { member, loan, large } = await lent;
    expect(large).toMatchObject([{ id: loan.id }]);
    expect(member).toMatchObject({ state: 'pending_kyc', member_no: expect.stringMatching(/^M-/) });
    expect(loan).toMatchObject({ state: 'ready_to_disburse', member_id: member.id, principal: 5_000_000 });
  });
});
