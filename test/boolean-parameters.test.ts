import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { ts } from '@ts-morph/common';
import { parsed, programSources, ROOT } from '#test/support/program-sources.ts';

/**
 * `send(message, true)` does not say what is true: such a parameter is a member of an object, or the function is two.
 * A condition that is checked is no such parameter: `require(amount > 0n, ...)`.
 */
const CHECKS = /^require$/i;
/** Functions of libraries, and of values as such, that take `true` or `false`. */
const TAKE_VALUES: { readonly [call: string]: string } = {
  'Type.Literal': 'The value is the type.',
  'orm.close': 'MikroORM: closes what is open by force.',
  'client.release': 'pg: destroys the connection.',
  'worker.pause': 'BullMQ: does not wait for the jobs in progress.',
  outcome: 'The value is the result of a transaction.',
  useState: 'React: the value is the state.',
  useRef: 'React: as useState.',
};
/** Commander: the last argument of an option is its default. */
const isOption = (call: string) => call.endsWith('.option');
/** `const [isOpen, setOpen] = useState(false)`: what sets a state takes its value. */
const settersOf = (source: string) =>
  new Set([...source.matchAll(/\bconst \[\w+, (set[A-Z]\w*)\] = useState\b/g)].map(([, setter]) => setter));

/** Parameters of a source that are true or false, and calls with such an argument, by line. */
function positionalBooleansOf(source: string, name = 'source.ts'): string[] {
  if (!/\b(boolean|true|false)\b/.test(source)) return [];
  const file = parsed(name, source);
  const setters = settersOf(source);
  const takesValue = (call: string) => Object.hasOwn(TAKE_VALUES, call) || isOption(call) || setters.has(call);
  const found: string[] = [];
  const note = (node: ts.Node, what: string) =>
    found.push(`${file.getLineAndCharacterOfPosition(node.getStart()).line + 1}: ${what}`);
  const visit = (node: ts.Node): void => {
    if (ts.isFunctionLike(node)) {
      const booleans = node.parameters.filter(isBoolean);
      // Most functions have none, and the text of a node is expensive.
      if (booleans.length > 0 && !CHECKS.test(nameOf(node)))
        for (const parameter of booleans) note(parameter, parameter.getText());
    }
    if (ts.isCallExpression(node) || ts.isNewExpression(node)) {
      const literal = node.arguments?.find(isLiteral);
      const call = literal ? node.expression.getText() : '';
      if (literal && !takesValue(call)) note(literal, `${call}(... ${literal.getText()})`);
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

const isLiteral = ({ kind }: ts.Node) => kind === ts.SyntaxKind.TrueKeyword || kind === ts.SyntaxKind.FalseKeyword;

function isBoolean({ type, initializer }: ts.ParameterDeclaration): boolean {
  const of = type && ts.isUnionTypeNode(type) ? [...type.types] : [type];
  return (
    (initializer !== undefined && isLiteral(initializer)) ||
    of.some((each) => each?.kind === ts.SyntaxKind.BooleanKeyword)
  );
}

/** The name of a function, or of what is declared by its type. */
function nameOf(node: ts.SignatureDeclaration): string {
  const named = node.name ?? ('name' in node.parent ? node.parent.name : undefined);
  return (named as ts.Node | undefined)?.getText() ?? '';
}

describe('No function is called with true or false alone', () => {
  const files = programSources();

  it('in the program', () => {
    expect(files.length).toBeGreaterThan(600);
    const found = files.flatMap((file) =>
      positionalBooleansOf(readFileSync(path.join(ROOT, file), 'utf8'), file).map((where) => `${file}:${where}`),
    );
    expect(found).toEqual([]);
  });

  it.each([
    ['a parameter', 'function send(message: string, sandbox: boolean) {}', ['1: sandbox: boolean']],
    [
      'one that may be absent',
      'const send = (sandbox: boolean | undefined) => 1;',
      ['1: sandbox: boolean | undefined'],
    ],
    ['one with a default', 'function send(sandbox = false) {}', ['1: sandbox = false']],
    ['one of a type', 'type Send = (message: string, sandbox: boolean) => void;', ['1: sandbox: boolean']],
    ['an argument', 'send(message, true);', ['1: send(... true)']],
    ['but no member', 'function send({ sandbox }: { sandbox: boolean }) {}\nsend({ sandbox: true });', []],
    ['no condition that is checked', 'function require(holds: boolean, why: string) {}\nrequire(a > b, "more");', []],
    ['and no value as such', 'return outcome(false);', []],
    ['nor of a state', 'const [isOpen, setOpen] = useState(false);\nsetOpen(true);', []],
    ['but of what is none', 'function setOpen(open) {}\nsetOpen(true);', ['2: setOpen(... true)']],
  ])('which finds %s', (_, source, found) => {
    expect(positionalBooleansOf(source)).toEqual(found);
  });
});
