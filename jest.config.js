/** Jest runs the TypeScript as it is: Node strips the types, nothing is compiled. */
export default {
  testEnvironment: 'node',
  transform: {},
  extensionsToTreatAsEsm: ['.ts'],
  moduleFileExtensions: ['ts', 'js', 'json', 'node'],
  testMatch: ['<rootDir>/test/**/*.test.ts'],
  testTimeout: 30_000,
  workerIdleMemoryLimit: '1GB',
};
