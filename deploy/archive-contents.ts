/** What the running system is made of; tests, benches and the tools of development stay behind. */
export const RUNS = ['core', 'gateway', 'platform', 'rest-adapter', 'subgraphs', 'workers', 'main.ts'];
export const READS = ['docs', 'deploy', 'LICENSE', 'NOTICE'];

/** The commands in `bin/`, each with its program. */
export const LAUNCHERS = {
  serve: 'main.ts',
  umoja: 'platform/cli/umoja.ts',
  'umoja-partner': 'platform/partner-cli/umoja.ts',
};

/** The README of the archive: that of the sources names commands of npm and tests, which are not in it. */
export const ARCHIVE_README = `# Umoja

_Umoja_ is Swahili for unity. It puts a savings-and-credit society, the schools it works with and their payment rails on
one system: a federated GraphQL graph for frontends, REST for partners, webhooks for events, and under all of it a ledger
that always balances.

This archive runs as it is: Node and all packages are in it, no registry and no root is needed, and its folder may be
read-only. What it keeps is written to \`UMOJA_DATA_DIR\` alone (\`.data\` in the folder from which it is started, unless set).

\`\`\`sh
bin/serve                      # everything in one process, with a PostgreSQL of its own
bin/umoja --help               # for operators: institutions, clients, secrets, float, backups
bin/umoja settings             # all settings, which are environment variables
bin/umoja-partner --help       # for partners: events at their own machine, over the public API
\`\`\`

\`bin/serve\` prints where everything is. \`bin/serve rest\`, \`gateway\`, \`lending\`, \`education\`, \`access\` and \`workers\` run one role each.

| For                                                          | Look at                                                                             |
| ------------------------------------------------------------ | ----------------------------------------------------------------------------------- |
| Installing it, several machines, a new version, backups      | [docs/operations.md](docs/operations.md)                                            |
| Alerts, and what to do at each                               | [docs/runbooks.md](docs/runbooks.md), \`deploy/monitoring\`                           |
| systemd, Kubernetes, a container                             | \`deploy/systemd\`, \`deploy/kubernetes\`, \`deploy/Containerfile\`                       |
| People who work with it                                      | [docs/people.md](docs/people.md)                                                    |
| Partners and frontends                                       | \`/docs\` of the running system, [docs/frontend.md](docs/frontend.md)                 |
| Where this archive comes from, and what is in it             | \`RELEASE.json\`, \`sbom.cdx.json\`, \`LICENCES.txt\`                                     |

Where a page says \`npm run umoja --\`, it is \`bin/umoja\` here; where it says \`npx umoja\`, \`bin/umoja-partner\`. Other commands of npm are
for the sources: tests, benches and the tools of development are not in the archive.

Apache-2.0, but for one dependency: the gateway's planner is under the Elastic License 2.0. [NOTICE](NOTICE) says where
that matters.
`;
