import { describe, expect, it } from 'vitest';
import { buildSchema, isEnumType } from 'graphql';
import { lifecycle } from '#core/kernel/lifecycle.ts';
import { actionEnum, enumSdl, enumValues, stateEnum } from '#sub/enums.ts';

const lamp = lifecycle('reading_lamp', ['off', 'on', 'burnt_out'], {
  install: { from: [], to: 'off', emits: 'lamp.installed', means: 'It is screwed in.' },
  switch_on: { from: ['off'], to: 'on', emits: 'lamp.lit', means: 'It is lit.' },
  switch_off: { from: ['on'], to: 'off', emits: 'lamp.darkened', means: 'It is put out.' },
  burn: { from: ['on'], to: ['on', 'burnt_out'], emits: 'lamp.burnt', by: 'system', means: 'An hour passes.' },
});

describe('The enums of a lifecycle', () => {
  const schema = buildSchema(`type Query { a: Int } ${stateEnum('LampState', lamp)} ${actionEnum('LampAction', lamp)}`);
  const valuesOf = (name: string) => {
    const type = schema.getType(name);
    return isEnumType(type) ? type.getValues().map(({ name: value, description }) => [value, description]) : [];
  };

  it('have the states, with what leads to each and what it allows', () => {
    expect(schema.getType('LampState')?.description).toBe('Where the reading lamp stands.');
    expect(valuesOf('LampState')).toEqual([
      ['OFF', 'It is screwed in. It is put out. Allows SWITCH_ON.'],
      ['ON', 'It is lit. An hour passes. Allows SWITCH_OFF.'],
      ['BURNT_OUT', 'An hour passes. Allows no action.'],
    ]);
  });

  it('have the actions that a person may give to what exists', () => {
    expect(valuesOf('LampAction')).toEqual([
      ['SWITCH_ON', 'It is lit.'],
      ['SWITCH_OFF', 'It is put out.'],
    ]);
  });

  it('lead back to the values inside', () => {
    expect(enumValues(lamp.states)).toEqual({ OFF: 'off', ON: 'on', BURNT_OUT: 'burnt_out' });
  });

  it('carry any description', () => {
    const described = enumSdl('E', 'A "quote" and a \\ too.', [['one', 'Line\nbreak']]);
    expect(buildSchema(`type Query { e: E } ${described}`).getType('E')?.description).toBe('A "quote" and a \\ too.');
  });
});
