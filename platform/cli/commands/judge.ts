import { asOwner } from '../owner.ts';
import { judge } from '../../judge/judge.ts';
import { print, program, withPlatform } from '../program.ts';
import { terminal } from '../terminal.ts';

program
  .command('judge')
  .description(
    'judge all data from the specification alone, with no code of the program; exit code 1 where it finds something',
  )
  .action(() =>
    withPlatform(async ({ settings: { adminUrl } }) => {
      const { tenants, rules, findings } = await asOwner(adminUrl, async (owner) => {
        // One state of the database, however long it takes; and whatever a rule does, it writes nothing.
        await owner.query('begin isolation level repeatable read, read only');
        return judge(async (text, params = []) => (await owner.query(text, [...params])).rows, program.opts().tenant);
      });
      if (findings.length > 0) terminal().exitCode = 1;
      const lines = findings.map(({ tenant, rule, sentence }) => `Institution ${tenant}, ${rule}: ${sentence}`);
      const end =
        findings.length > 0
          ? `${findings.length} findings by ${rules} rules in ${tenants} institutions.`
          : `Nothing is wrong: ${rules} rules, ${tenants} institutions.`;
      print({ ok: findings.length === 0, tenants, rules, findings }, [...lines, end].join('\n'));
    }),
  );
