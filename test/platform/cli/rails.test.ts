import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { generateKeyPairSync } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openTestApp, type TestApp } from '../../support/test-app.ts';
import { createTenant } from '#platform/cli/tenants.ts';
import { selfSigned } from '../../support/certificate.ts';
import { operate } from '../../support/operator.ts';
import { ROOT } from '../../support/program-sources.ts';

let testApp: TestApp;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'umoja-rails-'));
  testApp = await openTestApp();
});
afterAll(async () => {
  await testApp.close();
  await rm(folder, { recursive: true, force: true });
});

const rails = (...words: string[]) => operate(testApp.settings, ['rails', ...words], { UMOJA_DATA_DIR: folder });

describe('A locked credential of Airtel Money', () => {
  it('is resumed by an operator, who has repaired it', async () => {
    const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 });
    const file = join(folder, 'airtel.json');
    const setup = { rail: 'airtel', environment: 'sandbox', clientId: 'c', clientSecret: 's', pin: '1234' };
    const pem = publicKey.export({ type: 'spki', format: 'pem' });
    await writeFile(file, JSON.stringify({ ...setup, publicKey: pem }));
    expect((await rails('set', file)).output).toContain('pays through airtel');
    await testApp.sql(`update rail set circuit = '{"state": "open", "because": "credential"}'`);

    const bank = { rail: 'bank_file', environment: 'sandbox', account: '0110000000042', currency: 'USD' };
    await writeFile(file, JSON.stringify(bank));
    expect((await rails('set', file)).output).toContain('can’t use an account in USD');
    expect((await rails('resume', 'daraja')).output).toContain('no provider');
    expect((await rails('resume', 'airtel')).output).toContain('Payments are sent again: airtel.');
    expect(await testApp.sql('select circuit from rail')).toMatchObject([{ circuit: { state: 'closed' } }]);
    expect((await rails('remove')).code).toBe(0);
    const of = `select e.type, e.data, a.command, a.actor from audit a join event e on e.uuid = a.event_uuid and e.tenant_id = a.tenant_id
                 where e.type like 'institution.rail_%' order by e.id`;
    // What was refused is not among it, and nothing of a secret.
    expect(await testApp.sql(of)).toEqual([
      {
        type: 'institution.rail_chosen',
        data: { rail: 'airtel', environment: 'sandbox' },
        command: 'chooseRail',
        actor: 'operator',
      },
      { type: 'institution.rail_resumed', data: { rail: 'airtel' }, command: 'resumeRail', actor: 'operator' },
      { type: 'institution.rail_removed', data: { rail: 'airtel' }, command: 'removeRail', actor: 'operator' },
    ]);
  });
});

describe('Float that an operator adds', () => {
  it('has the reference of its transfer (finding: without one, a second top-up of the same amount changed nothing)', async () => {
    const floatOf = async () => (await testApp.sql('select float::text from agent where agent_no = $1', [agentNo]))[0];
    const { agentNo } = testApp.agent;
    const before = await floatOf();
    const { code, output } = await operate(testApp.settings, ['float', 'top-up', agentNo, '--amount', '100']);
    expect([code === 0, output]).toEqual([false, expect.stringContaining("required option '--reference")]);
    expect(await floatOf()).toEqual(before);
  });
});

describe('What an operator sets up', () => {
  it('stands in the audit trail: agents, products and providers (finding: no row said who had appointed an agent)', async () => {
    const umoja = (...words: string[]) => operate(testApp.settings, words, { UMOJA_DATA_DIR: folder });
    const { output } = await umoja('agent', 'appoint', '--branch', 'KSM', '--name', 'Kisumu cashier');
    const [agentNo] = /AG-\d+/.exec(output) ?? [];
    expect((await umoja('savings-product', 'offer', '--code', 'XMAS', '--name', 'Christmas', '--rate', '4')).code).toBe(
      0,
    );
    // What is decided of an institution carries the version that its policies have.
    await umoja('tenant', 'policies', '--four-eyes', 'yes');
    await umoja('tenant', 'policies', '--four-eyes', 'no');
    const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 });
    const file = join(folder, 'chosen.json');
    const setup = { rail: 'airtel', environment: 'sandbox', clientId: 'c', clientSecret: 's', pin: '1234' };
    await writeFile(file, JSON.stringify({ ...setup, publicKey: publicKey.export({ type: 'spki', format: 'pem' }) }));
    expect((await umoja('rails', 'set', file)).code).toBe(0);
    const [chosen] = await testApp.sql(
      `select e.subject_version = t.policies_version and t.policies_version > 1 as fits
         from event e join tenant t on t.id = e.tenant_id where e.type = 'institution.rail_chosen' order by e.id desc limit 1`,
    );
    expect(chosen).toEqual({ fits: true });
    const audited = await testApp.sql(
      `select e.type, e.data, a.command, a.actor from audit a join event e on e.uuid = a.event_uuid and e.tenant_id = a.tenant_id
        where e.type in ('agent.appointed', 'savings_product.offered') order by e.id`,
    );
    const [branch] = await testApp.sql(`select id from branch where code = 'KSM'`);
    expect(audited).toEqual([
      {
        type: 'agent.appointed',
        data: { agent_id: agentNo, name: 'Kisumu cashier', branch_id: Number(branch?.['id']), provider: 'mpesa' },
        command: 'appointAgent',
        actor: 'operator',
      },
      {
        type: 'savings_product.offered',
        data: { code: 'XMAS', name: 'Christmas', kind: 'ordinary', annual_rate: '4' },
        command: 'offerSavingsProduct',
        actor: 'operator',
      },
    ]);
  });
});

describe('The operating recipes of docs/recipes.md', () => {
  /** The files that they show, by section: indented blocks, with what an institution has in place of `…`. */
  const filesIn = async () => {
    const { cert } = selfSigned(['pay.example.org'], 'rsa');
    const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 });
    const key = publicKey.export({ type: 'spki', format: 'der' }).toString('base64');
    const sections = (await readFile(join(ROOT, 'docs/recipes.md'), 'utf8')).split('\n## ').slice(1);
    return sections.flatMap((section) => {
      const [title = ''] = section.split('\n', 1);
      const block = /(?:^ {4}.+\n)+/m.exec(section)?.[0].replaceAll(/^ {4}/gm, '');
      const text = block
        ?.replace(/"-----BEGIN[^"]*"/, JSON.stringify(cert))
        .replace('MIIBIjAN…', key)
        .replaceAll('"…"', '"secret"');
      return text === undefined ? [] : [{ title, text }];
    });
  };

  it('show files that are accepted, in a live institution', async () => {
    const { adminUrl } = testApp.settings;
    const live = await createTenant(adminUrl, { name: 'A live society', mode: 'live' });
    const umoja = async (...words: string[]) => {
      const env = { UMOJA_DATA_DIR: folder, PUBLIC_URL: 'https://pay.example.org' };
      const { code, output } = await operate(testApp.settings, [...words, '--tenant', String(live)], env);
      return `${code} ${output}`;
    };
    const shown = await filesIn();
    const rails = shown.filter(({ text }) => text.startsWith('{'));
    expect(rails).toHaveLength(3);
    for (const [n, { text }] of rails.entries()) {
      const file = join(folder, `rail-${n}.json`);
      await writeFile(file, text);
      expect(await umoja('rails', 'set', file)).toMatch(/^0 [^]*pays through (daraja|airtel|bank_file)/);
    }
    expect(await umoja('rails', 'show')).toMatch(/^0 [^]*airtel, live[^]*bank_file, live[^]*daraja, live/);
    expect(await umoja('rails', 'resume')).toMatch(/^0 /);
    expect(await umoja('paybill', 'addresses', '174379')).toMatch(/^0 [^]*https:\/\/pay\.example\.org/);
    expect(await umoja('bank', 'export', folder)).toMatch(/^0 [^]*No payment waits/);

    const list = shown.find(({ title }) => title.startsWith('Lists of sanctions'));
    await writeFile(join(folder, 'own.csv'), list!.text);
    const imported = ['watchlists', 'import', 'own', join(folder, 'own.csv'), '--dated', '2026-03-02'];
    expect(await umoja(...imported, '--kind', 'pep')).toMatch(/^0 [^]*own has 1 entries: 1 new or changed/);
    expect(await umoja('watchlists', 'show')).toMatch(/^0 [^]*own \(pep\) of 2026-03-02: 1 entries/);
  });
});
