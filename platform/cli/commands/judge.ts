import { asOwner } from '../owner.ts';
import { judge, type Open, type Query } from '../../judge/judge.ts';
import { print, program, withPlatform } from '../program.ts';
import { terminal } from '../terminal.ts';

program
  .command('judge')
  .description(
    'judge all data from the specification alone, with no code of the program; exit code 1 where it finds something',
  )
  .action(() =>
    withPlatform(async ({ settings: { adminUrl }, database }) => {
      const { tenants, rules, findings } = await asOwner(adminUrl, async (owner) => {
        // One state of the database, however long it takes; and whatever a rule does, it writes nothing.
        await owner.query('begin isolation level repeatable read, read only');
        const query: Query = async (text, params = []) => (await owner.query(text, [...params])).rows;
        const open: Open = (tenant, numbers) =>
          database.read(tenant, async ({ sealing }) => numbers.map(sealing.openAlike));
        return judge(query, program.opts().tenant, open);
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
