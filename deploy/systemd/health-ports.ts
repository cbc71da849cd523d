import { stringify } from 'yaml';
import { ROLES, type Role } from '#platform/roles/roles.ts';
import { settings } from '#platform/runtime/config.ts';

/**
 * Where each role shows its health and its metrics where every role runs apart on one machine: what Prometheus scrapes
 * (deploy/monitoring/prometheus.yaml), and the setting with which systemd starts the role (deploy/systemd/defaults). Both are
 * written by `npm run derive`, so that a new role is seen like the others.
 */

/** REST shows them at its own port. */
const REST_PORT = settings.restPort.read(undefined);
const FIRST_PORT = 9_101;

/** Of the roles that show them at a port of their own; those that every installation has come first, so that a new subgraph moves none. */
const APART = ROLES.filter((role) => role !== 'rest').toSorted((a, b) => Number(isServing(b)) - Number(isServing(a)));

function isServing(role: Role): boolean {
  return role === 'gateway' || role === 'workers';
}

const healthPortOf = (role: Role): number => (role === 'rest' ? REST_PORT : FIRST_PORT + APART.indexOf(role));

const SCRAPES = {
  global: { scrape_interval: '15s', evaluation_interval: '15s' },
  rule_files: ['alerts.yaml'],
  scrape_configs: [
    {
      job_name: 'umoja',
      static_configs: (['rest', ...APART] as const).map((role) => ({
        targets: [`127.0.0.1:${healthPortOf(role)}`],
        labels: { role },
      })),
    },
  ],
};

const prometheus = () => {
  const text = stringify(SCRAPES, { lineWidth: 0, singleQuote: true });
  return `# Written by \`npm run derive\` from deploy/systemd/health-ports.ts.
# What to scrape, for one machine with every role apart. On Kubernetes pods are found by their annotations.
# Where UMOJA_METRICS_TOKEN is set, Prometheus has to send it; it goes behind the name of the job:
#     authorization: { credentials_file: /etc/prometheus/umoja-token }
${text}`;
};

const defaultsOf = (
  role: Role,
) => `# Written by \`npm run derive\` from deploy/systemd/health-ports.ts. Set another one in /etc/umoja/${role}.
${settings.metricsPort.name}=${healthPortOf(role)}
`;

/** Every file that follows from these ports, with what makes it. */
export const healthPortFiles = [
  { file: 'deploy/monitoring/prometheus.yaml', make: prometheus },
  ...APART.map((role) => ({ file: `deploy/systemd/defaults/${role}`, make: () => defaultsOf(role) })),
];
