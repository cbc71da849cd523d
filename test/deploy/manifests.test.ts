import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { parse, parseAllDocuments } from 'yaml';
import { describe, expect, it } from 'vitest';
import { readSettings, ROLES } from '#platform/roles/roles.ts';
import { kubernetesProblems } from './kubernetes-types.ts';

const root = path.join(import.meta.dirname, '../..');
const base = path.join(root, 'deploy/kubernetes/base');
const example = path.join(root, 'deploy/kubernetes/overlays/example');

type Manifest = { kind: string; metadata: { name: string }; spec: Record<string, any>; resources?: string[] };
const manifestsOf = async (folder: string, file: string): Promise<Manifest[]> =>
  parseAllDocuments(await readFile(path.join(folder, file), 'utf8')).map((document) => document.toJS() as Manifest);
const ofRole = async (role: string) => {
  const all = await manifestsOf(base, `${role}.yaml`);
  const of = (kind: string) => all.find((manifest) => manifest.kind === kind);
  const deployment = of('Deployment')!;
  return {
    of,
    deployment,
    pod: deployment.spec['template'].spec,
    container: deployment.spec['template'].spec.containers[0],
  };
};

/** Lines of NAME=value, as systemd and Kustomize read them. */
const variables = (text: string) =>
  Object.fromEntries(
    text
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'))
      .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  );

describe('The manifests of Kubernetes', () => {
  it('have a file for each role, and the base names each file', async () => {
    const [kustomization] = await manifestsOf(base, 'kustomization.yaml');
    const files = (await readdir(base)).filter((file) => file !== 'kustomization.yaml');
    expect(kustomization!.resources!.toSorted()).toEqual(files.toSorted());
    expect(files.toSorted()).toEqual(
      [...ROLES.map((role) => `${role}.yaml`), 'archive.yaml', 'migrate.yaml'].toSorted(),
    );
  });

  it.each(ROLES)('run %s without power, ready only when it says so, on settings that it knows', async (role) => {
    const { of, deployment, pod, container } = await ofRole(role);
    expect(container.args).toEqual(['serve', role]);
    expect(pod).toMatchObject({ enableServiceLinks: false, automountServiceAccountToken: false });
    expect(pod.securityContext).toMatchObject({ runAsNonRoot: true });
    expect(container.securityContext).toMatchObject({ readOnlyRootFilesystem: true, allowPrivilegeEscalation: false });

    const [{ data, stringData }] = [await exampleSettings()];
    const own = Object.fromEntries(container.env.map(({ name, value }: Record<string, string>) => [name, value]));
    const config = readSettings({ ...data, ...stringData, ...own });
    const health = role === 'rest' ? config.restPort : config.metricsPort;
    expect(container.readinessProbe.httpGet).toEqual({ path: '/readyz', port: health });
    expect(container.livenessProbe.httpGet).toEqual({ path: '/livez', port: health });
    // It serves on while endpoints learn that it leaves, and is not killed before what runs has ended.
    expect(pod.terminationGracePeriodSeconds).toBeGreaterThan(Number(config.lameDuckSeconds) + 25);

    const labels = deployment.spec['selector'].matchLabels;
    expect(deployment.spec['template'].metadata.labels).toMatchObject(labels);
    expect(of('PodDisruptionBudget')!.spec['selector'].matchLabels).toEqual(labels);
    expect(of('HorizontalPodAutoscaler')!.spec['scaleTargetRef'].name).toBe(deployment.metadata.name);
    expect(of('Service')?.spec['selector'] ?? labels).toEqual(labels);
  });

  it('have workers write what is kept for good to a volume that outlives them, wherever they run', async () => {
    const [claim] = await manifestsOf(base, 'archive.yaml');
    expect(claim).toMatchObject({ kind: 'PersistentVolumeClaim', spec: { accessModes: ['ReadWriteMany'] } });
    for (const role of ROLES) {
      const { pod, container } = await ofRole(role);
      const own = Object.fromEntries(container.env.map(({ name, value }: Record<string, string>) => [name, value]));
      const { archiveDir, dataDir } = readSettings(own);
      const kept = pod.volumes.filter((volume: object) => 'persistentVolumeClaim' in volume);
      expect([role, kept.length]).toEqual([role, role === 'workers' ? 1 : 0]);
      // The root is read-only: what a process is to write lies in a volume.
      const folders = container.volumeMounts.map(({ mountPath }: { mountPath: string }) => mountPath);
      expect(folders).toEqual(role === 'workers' ? [dataDir, archiveDir] : [dataDir]);
      if (role !== 'workers') continue;
      expect(kept[0].persistentVolumeClaim.claimName).toBe(claim!.metadata.name);
      const mount = container.volumeMounts.find(({ name }: { name: string }) => name === kept[0].name);
      expect(mount.mountPath).toBe(archiveDir);
    }
  });

  it('lead the gateway to the services of its subgraphs', async () => {
    const { container } = await ofRole('gateway');
    const urls = container.env.filter(({ name }: { name: string }) => name.endsWith('_URL'));
    expect(urls).toHaveLength(ROLES.length - 3);
    for (const { value } of urls) {
      const { hostname, port } = new URL(value);
      const { of } = await ofRole(hostname.replace('umoja-', ''));
      expect(of('Service')).toMatchObject({ metadata: { name: hostname }, spec: { ports: [{ port: Number(port) }] } });
    }
  });

  it('are as Kubernetes publishes its API', async () => {
    const files = (await readdir(base)).filter((file) => file !== 'kustomization.yaml');
    const all = (await Promise.all(files.map((file) => manifestsOf(base, file)))).flat();
    expect(all.length).toBeGreaterThan(3 * ROLES.length);
    expect(await kubernetesProblems(all)).toEqual([]);
  });

  it.each([
    ['a field that there is not', { replica: 2 }, /'"replica"' does not exist/],
    ['a value of another type', { replicas: '2' }, /'string' is not assignable to type 'number'/],
    ['a field that is missing', { selector: undefined }, /'selector' is missing/],
  ])('would be wrong with %s', async (_what, spec, problem) => {
    const { deployment } = await ofRole('rest');
    const [found = '', ...more] = await kubernetesProblems([{ ...deployment, spec: { ...deployment.spec, ...spec } }]);
    expect(more.filter((line) => line.includes('error'))).toEqual([]);
    expect(found).toMatch(problem);
  });

  it('are rendered by kubectl, where there is one, as Kubernetes publishes its API', async (context) => {
    const rendered = await promisify(execFile)('kubectl', ['kustomize', example]).catch((error: { code?: string }) => {
      if (error.code === 'ENOENT') return context.skip('no kubectl');
      throw error;
    });
    const manifests = parseAllDocuments(rendered.stdout).map((document) => document.toJS() as Manifest);
    expect(await kubernetesProblems(manifests)).toEqual([]);
    const kinds = manifests.map(({ kind }) => kind);
    expect(kinds.filter((kind) => kind === 'Deployment')).toHaveLength(ROLES.length);
    expect(kinds).toEqual(expect.arrayContaining(['ConfigMap', 'Ingress', 'Job', 'Secret']));
    expect(rendered.stdout).not.toContain('image: umoja\n');
  });
});

/** What an installation sets in the example: its settings and its secrets. */
async function exampleSettings() {
  const [kustomization] = (await manifestsOf(example, 'kustomization.yaml')) as unknown as {
    configMapGenerator: { literals: string[] }[];
  }[];
  const data = variables(kustomization!.configMapGenerator[0]!.literals.join('\n'));
  return { data, stringData: variables(await readFile(path.join(example, 'secrets.env'), 'utf8')) };
}

describe('The units of systemd', () => {
  it('set what the system knows, and wait as long as it takes to end', async () => {
    const folder = path.join(root, 'deploy/systemd');
    for (const file of ['umoja.service', 'umoja@.service', 'umoja-migrate.service']) {
      const unit = await readFile(path.join(folder, file), 'utf8');
      const [, environment] = /^Environment=(.*)$/m.exec(unit)!;
      expect(readSettings(variables(environment!.split(' ').join('\n'))).dataDir).toBe('/var/lib/umoja');
      expect(unit).toMatch(/^ExecStart=\/opt\/umoja\/bin\/(serve|serve %i|umoja migrate)$/m);
    }
  });

  it('may write all that they are set to write, though the file system is read-only to them', async () => {
    const written = (unit: string) =>
      ['State', 'Cache'].flatMap((kind) => {
        const [, names = ''] = new RegExp(`^${kind}Directory=(.*)$`, 'm').exec(unit) ?? [];
        return names.split(' ').map((name) => `/var/${kind === 'State' ? 'lib' : 'cache'}/${name}`);
      });
    for (const file of ['umoja.service', 'umoja@.service']) {
      const unit = await readFile(path.join(root, 'deploy/systemd', file), 'utf8');
      expect(unit).toMatch(/^ProtectSystem=strict$/m);
      const [, environment = ''] = /^Environment=(.*)$/m.exec(unit) ?? [];
      const set = variables(environment.split(' ').join('\n'));
      const { dataDir, archiveDir } = readSettings(set);
      expect(written(unit)).toEqual([dataDir, archiveDir, set['NODE_COMPILE_CACHE']]);
    }
  });

  it('are read by systemd, where there is one, without a word', async (context) => {
    const folder = await mkdtemp(path.join(tmpdir(), 'umoja-units-'));
    try {
      for (const file of ['umoja.service', 'umoja@.service', 'umoja-migrate.service']) {
        const unit = await readFile(path.join(root, 'deploy/systemd', file), 'utf8');
        const copy = path.join(folder, file.replace('@', '@rest'));
        // The program is unpacked by who installs it.
        await writeFile(copy, unit.replace(/^ExecStart=.*$/m, 'ExecStart=/bin/true'));
        const said = await promisify(execFile)('systemd-analyze', ['verify', '--man=no', copy]).catch(
          (error: { code?: unknown; stdout?: string; stderr?: string }) => {
            if (error.code === 'ENOENT') return context.skip('no systemd-analyze');
            return { stdout: error.stdout ?? '', stderr: error.stderr ?? '' };
          },
        );
        expect([file, said.stdout + said.stderr]).toEqual([file, '']);
      }
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  it('start every role at a port of its own for its metrics, and Prometheus scrapes all of them', async () => {
    const unit = await readFile(path.join(root, 'deploy/systemd/umoja@.service'), 'utf8');
    // A later file holds: the defaults first.
    const files = [...unit.matchAll(/^EnvironmentFile=(.*)$/gm)].map(([, file]) => file);
    expect(files).toEqual(['-/opt/umoja/deploy/systemd/defaults/%i', '/etc/umoja/settings', '-/etc/umoja/%i']);
    const started = await Promise.all(
      ROLES.map(async (role) => {
        const file = path.join(root, 'deploy/systemd/defaults', role);
        const defaults = await readFile(file, 'utf8').catch(() => '');
        const { host, metricsPort, restPort } = readSettings(variables(defaults));
        return { role, target: `${host}:${role === 'rest' ? restPort : metricsPort}` };
      }),
    );
    const { scrape_configs: jobs } = parse(
      await readFile(path.join(root, 'deploy/monitoring/prometheus.yaml'), 'utf8'),
    ) as {
      scrape_configs: { job_name: string; static_configs: { targets: string[]; labels: { role: string } }[] }[];
    };
    const scraped = jobs.flatMap(({ static_configs }) =>
      static_configs.flatMap(({ targets, labels }) => targets.map((target) => ({ role: labels.role, target }))),
    );
    const byRole = (each: { role: string }[]) => each.toSorted((a, b) => a.role.localeCompare(b.role));
    expect(byRole(scraped)).toEqual(byRole(started));
    expect(new Set(scraped.map(({ target }) => target)).size).toBe(ROLES.length);
    // The alerts about processes look at the job by its name.
    expect(jobs.map(({ job_name }) => job_name)).toEqual(['umoja']);
  });
});
