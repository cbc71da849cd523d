// The golden flow with the client that @hey-api/openapi-ts generates: compiled strictly, without a cast, and run.
import { client } from './hey-api/client.gen.ts';
import { approve } from './golden-steps.mts';

const { REST_URL = '', TOKEN = '' } = process.env;
client.setConfig({ baseUrl: REST_URL, auth: TOKEN, headers: { authorization: `Bearer ${TOKEN}` } });
const loan = await approve();
if (loan.state !== 'ready_to_disburse') throw new Error(`The loan is ${loan.state}.`);
