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

describe('A line of the log on a terminal', () => {
  const fields = `{
    phone: '+254712345678', member: { national_id: '12345678' }, request_id: 'r-1', name: 'Wanjiku K.\\u001b[2J\\u202e',
    err: Object.assign(new Error('It broke.'), { secret: 'x', code: 'E_X' }),
  }`;
  const program = `import { openLog } from '#platform/runtime/log.ts'; openLog('info', 1).warn(${fields}, 'A line.');`;
  const cwd = new URL('../../../', import.meta.url);

  it('is for a person, with nothing secret in it and nothing that a terminal carries out', (context) => {
    const command = `'${process.execPath}' --input-type=module --eval "$PROGRAM"`;
    const { stdout, error } = spawnSync('script', ['--quiet', '--return', '--command', command, '/dev/null'], {
      cwd,
      env: { ...process.env, PROGRAM: program },
      encoding: 'utf8',
    });
    if (error || process.platform !== 'linux') return context.skip('no script of Linux');
    const [line = '', kind = '', frame = ''] = stdout.split('\r\n');
    expect(line).toMatch(/^\d\d:\d\d:\d\d warn {2}A line\. phone="\[hidden\]" member=\{"national_id":"\[hidden\]"\} /);
    expect(line).toMatch(/ request_id=r-1 name="Wanjiku K\.\\u001b\[2J\\u202e" err="It broke\." err\.code=E_X$/);
    expect([kind.trim(), frame.trim()]).toEqual(['Error: It broke.', expect.stringMatching(/^at /)]);
    expect(stdout).not.toMatch(/254712|12345678/);
    expect(['\u001b', '\u202e'].filter((sign) => stdout.includes(sign))).toEqual([]);
  });

  it('is JSON everywhere else', () => {
    const { stdout } = spawnSync(process.execPath, ['--input-type=module', '--eval', program], {
      cwd,
      encoding: 'utf8',
    });
    expect(JSON.parse(stdout)).toMatchObject({ level: 40, msg: 'A line.', phone: '[hidden]', request_id: 'r-1' });
  });
});
