/** The environment of a child process that builds what people are served, whatever this one was started as. */
export const asProduction = (): NodeJS.ProcessEnv => ({ ...process.env, NODE_ENV: 'production' });
