import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';

/** Logs in a process of its own, whose standard output is read. */
function logged(fields: string): Record<string, unknown> {
  const program = `import { openLog } from '#platform/runtime/log.ts'; openLog('info', 1).info(${fields}, 'A line.');`;
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '--eval', program], {
    cwd: new URL('../../../', import.meta.url),
    encoding: 'utf8',
  });
  return JSON.parse(stdout) as Record<string, unknown>;
}

describe('A line of the log', () => {
  it('hides what is secret or personal, in its objects and theirs as well, and shows the rest as it is', () => {
    const line = logged(`{
      phone: '+254712345678', request_id: 'r-1', client_id: null,
      member: { national_id: '12345678', name: 'W', kyc: { date_of_birth: '1990-01-01', city: 'Nairobi' } },
      members: [{ msisdn: '+254712345678', id: 1 }],
      error: Object.assign(new Error('It broke.'), { secret: 'x', code: 'E_X' }),
    }`);
    expect(line).toMatchObject({
      msg: 'A line.',
      phone: '[hidden]',
      request_id: 'r-1',
      client_id: null,
      member: { national_id: '[hidden]', name: 'W', kyc: { date_of_birth: '[hidden]', city: 'Nairobi' } },
      members: [{ msisdn: '[hidden]', id: 1 }],
      error: { name: 'Error', message: 'It broke.', code: 'E_X' },
    });
    expect(JSON.stringify(line)).not.toMatch(/254712|12345678|"x"/);
  });
});
