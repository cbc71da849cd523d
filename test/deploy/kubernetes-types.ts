import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

const root = path.join(import.meta.dirname, '../..');
const TSC = path.join(path.dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin/tsc');

/**
 * What is wrong with manifests as Kubernetes publishes its API (kubernetes-types, made from its OpenAPI definitions): fields that it
 * does not know, fields that are missing, values of another type. The compiler judges each as a literal of the type of its kind.
 */
export async function kubernetesProblems(manifests: readonly object[]): Promise<readonly string[]> {
  const folder = await mkdtemp(path.join(tmpdir(), 'umoja-manifests-'));
  try {
    const literals = manifests.map((manifest, n) => {
      const { apiVersion = '', kind = '' } = manifest as { apiVersion?: string; kind?: string };
      const [group = '', version] = apiVersion.includes('/') ? apiVersion.split('/') : ['core', apiVersion];
      const types = path.join(root, 'node_modules/kubernetes-types', group.replace('.k8s.io', ''), `${version}.d.ts`);
      return `import type { ${kind} as Kind${n} } from '${types}';\nexport const ${kind}${n}: Kind${n} = ${JSON.stringify(manifest)};\n`;
    });
    const file = path.join(folder, 'manifests.ts');
    await writeFile(file, literals.join(''));
    await promisify(execFile)(process.execPath, [TSC, '--noEmit', '--strict', '--allowImportingTsExtensions', file], {
      // Not under the settings of this project.
      cwd: folder,
    });
    return [];
  } catch (error) {
    const { stdout } = error as { stdout?: string };
    if (!stdout) throw error;
    return stdout.split('\n').filter((line) => line !== '');
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
