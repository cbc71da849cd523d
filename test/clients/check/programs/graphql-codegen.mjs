import { preset } from '@graphql-codegen/client-preset';
import { codegen } from '@graphql-codegen/core';
import { buildClientSchema, getIntrospectionQuery, parse } from 'graphql';
import { GRAPHQL_URL, MEMBERS, TOKEN, require } from './about.mjs';

const response = await fetch(GRAPHQL_URL, {
  method: 'POST',
  headers: { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' },
  body: JSON.stringify({ query: getIntrospectionQuery() }),
});
const { data, errors } = await response.json();
if (errors) throw new Error(JSON.stringify(errors).slice(0, 500));
const schemaAst = buildClientSchema(data);
const outputs = await preset.buildGeneratesSection({
  baseOutputDir: 'generated/',
  schema: parse('scalar Unused'),
  schemaAst,
  documents: [{ location: 'members.graphql', document: parse(MEMBERS), rawSDL: MEMBERS }],
  plugins: [],
  pluginMap: {},
  presetConfig: {},
  config: { strictScalars: true, scalars: { Cents: 'number', Date: 'string', DateTime: 'string', PhoneNumber: 'string' } },
});
const texts = await Promise.all(outputs.map((output) => codegen({ ...output, schemaAst, schema: parse('scalar Unused') })));
require('the query has types', texts.some((text) => text.includes('MembersQueryVariables') && text.includes('memberNo')));
