/** Runs before each suite of the project `redis`: queues and limits are in the Redis of the run. */
process.env['UMOJA_TEST_QUEUE'] = 'redis';
process.env['REDIS_URL'] = process.env['UMOJA_TEST_REDIS_URL'];
