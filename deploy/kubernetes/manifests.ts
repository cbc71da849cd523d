import type { Deployment, DeploymentSpec } from 'kubernetes-types/apps/v1.d.ts';
import type { HorizontalPodAutoscaler, MetricSpec } from 'kubernetes-types/autoscaling/v2.d.ts';
import type { Job } from 'kubernetes-types/batch/v1.d.ts';
import type {
  Container,
  EnvFromSource,
  EnvVar,
  PersistentVolumeClaim,
  PodSpec,
  Probe,
  Service,
} from 'kubernetes-types/core/v1.d.ts';
import type { PodDisruptionBudget } from 'kubernetes-types/policy/v1.d.ts';
import { stringify } from 'yaml';
import { ROLES, type Role } from '#platform/roles/roles.ts';
import { settings, subgraphSettings } from '#platform/runtime/config.ts';
import { subgraphRows } from '#sub/subgraphs.ts';

/**
 * The manifests of deploy/kubernetes/base, written by `npm run derive`: a deployment, a service, a disruption budget and an
 * autoscaler for each role of `main.ts`, so that a new subgraph is deployed by its row.
 */

/** The overlay names the image that is run: `images` of its kustomization. */
const IMAGE = 'umoja';
/** Each process says here whether it is ready; the page with metrics takes UMOJA_METRICS_TOKEN. */
const HEALTH_PORT = 9_100;
/** Endpoints and proxies learn within this time that a pod leaves. */
const LAME_DUCK_SECONDS = 10;
/** What still runs has 25 s to end after that, and the process as long to close. */
const GRACE_SECONDS = LAME_DUCK_SECONDS + 35;

/** Where workers write what is kept for good. */
const ARCHIVE = { claim: 'umoja-archive', folder: '/archive' };

type Sizing = {
  readonly replicas: number;
  readonly most: number;
  readonly cpu: string;
  readonly memory: string;
  readonly port: number | null;
};
const size = (port: number | null, most: number): Sizing => ({
  replicas: 2,
  most,
  cpu: '250m',
  memory: '512Mi',
  port,
});

const subgraphPorts = new Map<string, number>(subgraphRows().map(({ name, port }) => [name, port]));

function sizingOf(role: Role): Sizing {
  if (role === 'rest') return size(3_000, 8);
  if (role === 'gateway') return size(4_000, 8);
  if (role === 'workers') return size(null, 6);
  return size(subgraphPorts.get(role) ?? null, 6);
}

/** Where each process finds and serves the others: settings that the role names decide. */
function environmentOf(role: Role): EnvVar[] {
  const addresses = subgraphRows().map(({ name, port }) => {
    const { url } = subgraphSettings(name, port);
    return { name: url.name, value: `http://umoja-${name}:${port}/graphql` };
  });
  return [
    { name: settings.host.name, value: '0.0.0.0' },
    { name: settings.dataDir.name, value: '/data' },
    { name: settings.lameDuckSeconds.name, value: String(LAME_DUCK_SECONDS) },
    // Compiled code of the sources outlives a restart of the container.
    { name: 'NODE_COMPILE_CACHE', value: '/data/compiled' },
    ...(role === 'rest' ? [] : [{ name: settings.metricsPort.name, value: String(HEALTH_PORT) }]),
    ...(role === 'gateway' ? addresses : []),
    ...(role === 'workers' ? [{ name: settings.archiveDir.name, value: ARCHIVE.folder }] : []),
  ];
}

/** Where MIGRATION_DATABASE_URL may stand, which no process that serves needs. */
const OWNER = { secretRef: { name: 'umoja-owner', optional: true } };

/** What a pod has that not all have: settings, and volumes that outlive it. */
type More = {
  readonly from?: readonly EnvFromSource[];
  readonly claims?: readonly { readonly claim: string; readonly folder: string }[];
};

function pod(
  container: Omit<Container, 'image' | 'envFrom' | 'securityContext' | 'volumeMounts'>,
  { from = [], claims = [] }: More = {},
): PodSpec {
  return {
    automountServiceAccountToken: false,
    // Names of settings are checked at the start: Kubernetes must not add variables of its own.
    enableServiceLinks: false,
    securityContext: {
      runAsNonRoot: true,
      runAsUser: 65_534,
      runAsGroup: 65_534,
      fsGroup: 65_534,
      seccompProfile: { type: 'RuntimeDefault' },
    },
    containers: [
      {
        ...container,
        image: IMAGE,
        envFrom: [{ configMapRef: { name: 'umoja' } }, { secretRef: { name: 'umoja' } }, ...from],
        securityContext: {
          allowPrivilegeEscalation: false,
          readOnlyRootFilesystem: true,
          capabilities: { drop: ['ALL'] },
        },
        volumeMounts: [
          { name: 'data', mountPath: '/data' },
          ...claims.map(({ claim, folder }) => ({ name: claim, mountPath: folder })),
        ],
      },
    ],
    volumes: [
      { name: 'data', emptyDir: { sizeLimit: '256Mi' } },
      ...claims.map(({ claim }) => ({ name: claim, persistentVolumeClaim: { claimName: claim } })),
    ],
  };
}

const labelsOf = (role: string) => ({ 'app.kubernetes.io/name': 'umoja', 'app.kubernetes.io/component': role });

function deploymentOf(role: Role): Deployment {
  const { replicas, cpu, memory, port } = sizingOf(role);
  const healthPort = role === 'rest' ? Number(port) : HEALTH_PORT;
  const look = (path: string): Probe => ({ httpGet: { path, port: healthPort } });
  const ports = [
    ...(port === null ? [] : [{ name: 'http', containerPort: port }]),
    ...(healthPort === port ? [] : [{ name: 'health', containerPort: healthPort }]),
  ];
  const container = {
    name: role,
    args: ['serve', role],
    env: environmentOf(role),
    ports,
    startupProbe: { ...look('/livez'), periodSeconds: 2, failureThreshold: 60 },
    livenessProbe: { ...look('/livez'), periodSeconds: 10, timeoutSeconds: 5, failureThreshold: 6 },
    readinessProbe: { ...look('/readyz'), periodSeconds: 5, timeoutSeconds: 5, failureThreshold: 2 },
    resources: { requests: { cpu, memory }, limits: { memory: '1Gi' } },
  };
  const spec: DeploymentSpec = {
    replicas,
    revisionHistoryLimit: 3,
    strategy: { type: 'RollingUpdate', rollingUpdate: { maxSurge: 1, maxUnavailable: 0 } },
    selector: { matchLabels: labelsOf(role) },
    template: {
      metadata: {
        labels: labelsOf(role),
        annotations: { 'prometheus.io/scrape': 'true', 'prometheus.io/port': String(healthPort) },
      },
      spec: {
        ...pod(container, role === 'workers' ? { claims: [ARCHIVE] } : {}),
        terminationGracePeriodSeconds: GRACE_SECONDS,
        topologySpreadConstraints: [
          {
            maxSkew: 1,
            topologyKey: 'kubernetes.io/hostname',
            whenUnsatisfiable: 'ScheduleAnyway',
            labelSelector: { matchLabels: labelsOf(role) },
          },
        ],
      },
    },
  };
  return { apiVersion: 'apps/v1', kind: 'Deployment', metadata: metadataOf(role), spec };
}

const metadataOf = (role: string) => ({ name: `umoja-${role}`, labels: labelsOf(role) });

function serviceOf(role: Role, port: number): Service {
  return {
    apiVersion: 'v1',
    kind: 'Service',
    metadata: metadataOf(role),
    spec: { selector: labelsOf(role), ports: [{ name: 'http', port, targetPort: 'http' }] },
  };
}

function budgetOf(role: Role): PodDisruptionBudget {
  return {
    apiVersion: 'policy/v1',
    kind: 'PodDisruptionBudget',
    metadata: metadataOf(role),
    spec: { maxUnavailable: 1, selector: { matchLabels: labelsOf(role) } },
  };
}

/** How late work may be before more workers are started. */
const LAG_SECONDS = 30;

/**
 * Workers also by how late the oldest work is, which deploy/monitoring/adapter.yaml serves to Kubernetes; the others by processor time. Not by
 * how much waits: that is counted by each process for all, and a thousand jobs may be a second's work.
 */
function scalerOf(role: Role): HorizontalPodAutoscaler {
  const { replicas, most } = sizingOf(role);
  const busy: MetricSpec = {
    type: 'Resource',
    resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: 70 } },
  };
  const late: MetricSpec = {
    type: 'External',
    external: { metric: { name: 'umoja_work_lag_seconds' }, target: { type: 'Value', value: String(LAG_SECONDS) } },
  };
  return {
    apiVersion: 'autoscaling/v2',
    kind: 'HorizontalPodAutoscaler',
    metadata: metadataOf(role),
    spec: {
      scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: `umoja-${role}` },
      minReplicas: replicas,
      maxReplicas: most,
      metrics: role === 'workers' ? [busy, late] : [busy],
      behavior: { scaleDown: { stabilizationWindowSeconds: 300 } },
    },
  };
}

/** One folder for all workers, on whichever node they are; one of them writes at a time. An overlay names the class of storage. */
const archive: PersistentVolumeClaim = {
  apiVersion: 'v1',
  kind: 'PersistentVolumeClaim',
  metadata: { name: ARCHIVE.claim, labels: labelsOf('workers') },
  spec: { accessModes: ['ReadWriteMany'], resources: { requests: { storage: '10Gi' } } },
};

/** The schema, once for each version and before its processes: they only verify it, and wait for it by failing to start. */
const migration: Job = {
  apiVersion: 'batch/v1',
  kind: 'Job',
  metadata: metadataOf('migrate'),
  spec: {
    backoffLimit: 5,
    ttlSecondsAfterFinished: 86_400,
    template: {
      metadata: { labels: labelsOf('migrate') },
      spec: {
        ...pod(
          {
            name: 'migrate',
            args: ['umoja', 'migrate'],
            env: [{ name: settings.dataDir.name, value: '/data' }],
            resources: { requests: { cpu: '250m', memory: '256Mi' }, limits: { memory: '1Gi' } },
          },
          { from: [OWNER] },
        ),
        restartPolicy: 'OnFailure',
      },
    },
  },
};

/** The text of a role's manifests. */
function roleManifests(role: Role): string {
  const { port } = sizingOf(role);
  return documents([
    deploymentOf(role),
    ...(port === null ? [] : [serviceOf(role, port)]),
    budgetOf(role),
    scalerOf(role),
  ]);
}

const documents = (all: readonly object[]): string =>
  `# Written by \`npm run derive\` from deploy/kubernetes/manifests.ts.\n${all.map((each) => stringify(each, { lineWidth: 0, aliasDuplicateObjects: false })).join('---\n')}`;

const FOLDER = 'deploy/kubernetes/base';
/** Every file of the base, with what makes it. */
export const manifestFiles = [
  ...ROLES.map((role) => ({ file: `${FOLDER}/${role}.yaml`, make: () => roleManifests(role) })),
  { file: `${FOLDER}/migrate.yaml`, make: () => documents([migration]) },
  { file: `${FOLDER}/archive.yaml`, make: () => documents([archive]) },
  {
    file: `${FOLDER}/kustomization.yaml`,
    make: () =>
      documents([
        {
          apiVersion: 'kustomize.config.k8s.io/v1beta1',
          kind: 'Kustomization',
          resources: ['migrate.yaml', 'archive.yaml', ...ROLES.map((role) => `${role}.yaml`)],
        },
      ]),
  },
];
