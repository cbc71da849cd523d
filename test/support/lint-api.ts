/**
 * Holds a document of the API against the recommended rules of Redocly and of Spectral, errors and warnings alike:
 * `node test/support/lint-api.ts <document> [--all]` prints what they find as JSON. A process of its own, for both are large.
 * With --strict, as `npm run check` runs it, it fails where they find anything.
 */
import { readFile } from 'node:fs/promises';
import redocly from '@redocly/openapi-core';
import spectralCore from '@stoplight/spectral-core';
import spectralRulesets from '@stoplight/spectral-rulesets';

type Finding = {
  readonly by: 'redocly' | 'spectral';
  readonly rule: string;
  readonly at: string;
  readonly says: string;
};

const [document = '', ...options] = process.argv.slice(2);
const findings: Finding[] = [];

const config = await redocly.createConfig({ extends: ['recommended'] });
for (const { ruleId, message, location } of await redocly.lint({ ref: document, config })) {
  findings.push({ by: 'redocly', rule: ruleId, at: location[0]?.pointer ?? '', says: message });
}

const spectral = new spectralCore.Spectral();
// Of the examples: Redocly holds each against its schema too, in a tenth of the time. With --all, Spectral does as well.
const slow = options.includes('--all') ? {} : { 'oas3-valid-media-example': 'off' };
spectral.setRuleset({ extends: [[spectralRulesets.oas, 'recommended']], rules: slow } as never);
for (const { code, message, path } of await spectral.run(
  JSON.parse(await readFile(document, 'utf8')) as Record<string, unknown>,
)) {
  findings.push({ by: 'spectral', rule: String(code), at: path.join('/'), says: message });
}

process.stdout.write(JSON.stringify(findings, null, options.includes('--strict') ? 2 : 0));
if (options.includes('--strict') && findings.length > 0) process.exitCode = 1;
