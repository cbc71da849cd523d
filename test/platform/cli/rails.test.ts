import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { generateKeyPairSync } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openTestApp, type TestApp } from '../../support/test-app.ts';
import { operate } from '../../support/operator.ts';

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

    expect((await rails('resume', 'daraja')).output).toContain('no provider');
    expect((await rails('resume', 'airtel')).output).toContain('Payments are sent again: airtel.');
    expect(await testApp.sql('select circuit from rail')).toMatchObject([{ circuit: { state: 'closed' } }]);
  }, 60_000);
});
