export type BannerFacts = {
  readonly roles: readonly string[];
  readonly seconds: number;
  readonly restUrl: string | null;
  readonly graphqlUrl: string | null;
  readonly portalUrl: string | null;
  readonly database: string;
  readonly queues: string;
  readonly demo: { readonly client_id: string; readonly client_secret: string } | null;
  readonly demoFile: string;
};

/** What is printed once everything runs: addresses, credentials of the demo, a first request. */
export function banner(facts: BannerFacts): string {
  const { roles, seconds, restUrl, graphqlUrl, portalUrl, database, queues, demo, demoFile } = facts;
  const lines = [
    '',
    `Umoja is up after ${seconds.toFixed(1)} s (${roles.join(', ')}).`,
    '',
    ...(portalUrl ? [`  Portal     ${portalUrl}${demo ? '         (enter the demo in a role)' : ''}`] : []),
    ...(restUrl ? [`  REST       ${restUrl}          reference: ${restUrl}/docs`] : []),
    ...(graphqlUrl ? [`  Graph      ${graphqlUrl}  (open it in a browser)`] : []),
    `  Database   ${database}`,
    `  Queues     ${queues}`,
  ];
  if (demo && restUrl) {
    lines.push(
      `  Client     ${demo.client_id}`,
      `  Secret     ${demo.client_secret}`,
      `             (sandbox demo; also in ${demoFile})`,
      '',
      '  Try it:    npm run story',
      `  A token:   curl -s ${restUrl}/api/v1/oauth/token -H 'content-type: application/json' \\`,
      `               -d '{"grant_type":"client_credentials","client_id":"${demo.client_id}","client_secret":"${demo.client_secret}"}'`,
    );
  }
  lines.push('', '  Ctrl-C stops it.', '');
  return lines.join('\n');
}
