import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mkdtemp, rm } from 'node:fs/promises';
import net from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { bareEnvironment, runFile } from '../support/umoja-process.ts';

let dataDir: string;
beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'umoja-refused-'));
});
afterAll(() => rm(dataDir, { recursive: true, force: true }));

describe('A start that can’t be', () => {
  it('a taken port is a sentence that names the setting', async () => {
    const holder = net.createServer().listen(0, '127.0.0.1');
    await new Promise((listening) => holder.once('listening', listening));
    const { port } = holder.address() as net.AddressInfo;
    const { code, output } = await runFile(
      'main.ts',
      [],
      bareEnvironment({ UMOJA_DATA_DIR: dataDir, REST_PORT: String(port) }),
    );
    holder.close();
    expect(code).toBe(1);
    expect(output).toContain(
      `Port ${port} of 127.0.0.1 is taken. Stop what uses it, or choose another with REST_PORT=<port>.`,
    );
    expect(output).not.toMatch(/^\s+at /m);
  });

  it.each([
    [{ REST_PORT: '70000' }, [], 'REST_PORT="70000"'],
    [{ DATABASE_URL: 'mysql://x' }, [], 'DATABASE_URL="mysql://x"'],
    [{ DATABASE_URL: 'postgres://127.0.0.1:1/x' }, [], 'DATABASE_URL is set, and UMOJA_SECRET is not.'],
    [{ UMOJA_SECRETT: 'x' }, [], 'There is no setting UMOJA_SECRETT; the nearest is UMOJA_SECRET.'],
    [{}, ['everything'], 'There is no role everything'],
  ])('%j %j is refused by name', async (environment, roles, sentence) => {
    const { code, output } = await runFile(
      'main.ts',
      roles,
      bareEnvironment({ UMOJA_DATA_DIR: dataDir, ...(environment as Record<string, string>) }),
    );
    expect([code, output.includes(sentence)]).toEqual([2, true]);
  });
});
