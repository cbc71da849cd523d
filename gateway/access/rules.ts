import { isTypeDefinitionNode, Kind, valueFromASTUntyped, visit } from 'graphql';
import type { DirectiveNode, DocumentNode } from 'graphql';

/**
 * Who may see what, as the schema files declare it with @authenticated and @requiresScopes.
 * The stock JavaScript gateway refuses to start on a supergraph with these directives, so they are taken out of what
 * it gets, and enforced beside it (see guard.ts). Apollo Router enforces them itself, from the same committed file.
 */
export type AccessRules = {
  /** By type name: object, interface, enum or scalar. */
  readonly types: ReadonlyMap<string, Requirement>;
  /** By coordinate, `Type.field`. */
  readonly fields: ReadonlyMap<string, Requirement>;
};

/** What a caller needs: to be known, and one of the lists of scopes, wholly. Null where any scopes will do. */
export type Requirement = { readonly scopes: readonly (readonly string[])[] | null };

const enforced = ['authenticated', 'requiresScopes'];
/** The stock gateway keeps what is @inaccessible out of the schema that clients see. */
const enforcedByItself = ['inaccessible'];

/**
 * Takes the access directives out of a supergraph.
 * @returns the supergraph without them, and the rules that they stated
 * @throws Error where it asks for a kind of security that is not enforced here: to ignore it would be to open it
 */
export function separateAccessRules(supergraph: DocumentNode): {
  readonly document: DocumentNode;
  readonly rules: AccessRules;
} {
  const names = securityDirectives(supergraph);
  const types = new Map<string, Requirement>();
  const fields = new Map<string, Requirement>();
  for (const node of supergraph.definitions) {
    if (!isTypeDefinitionNode(node)) continue;
    const type = node.name.value;
    note(types, type, requirementOf(node.directives, names));
    if (node.kind !== Kind.OBJECT_TYPE_DEFINITION && node.kind !== Kind.INTERFACE_TYPE_DEFINITION) continue;
    for (const field of node.fields ?? []) {
      note(fields, `${type}.${field.name.value}`, requirementOf(field.directives, names));
    }
  }
  const document = visit(supergraph, {
    Directive: (node) =>
      names.has(node.name.value) || (isSecurityLink(node) && enforced.includes(featureOf(node))) ? null : undefined,
    DirectiveDefinition: (node) => (names.has(node.name.value) ? null : undefined),
    // The types of a feature bear its name: requiresScopes__Scope.
    ScalarTypeDefinition: (node) => (names.has(node.name.value.split('__')[0] ?? '') ? null : undefined),
  });
  return { document, rules: { types, fields } };
}

function note(requirements: Map<string, Requirement>, of: string, requirement: Requirement | null): void {
  if (requirement !== null) requirements.set(of, requirement);
}

/** The names that the supergraph gives to the directives that we enforce: its own, or another by `as`. */
function securityDirectives(document: DocumentNode): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  for (const node of document.definitions) {
    if (node.kind !== Kind.SCHEMA_DEFINITION && node.kind !== Kind.SCHEMA_EXTENSION) continue;
    for (const link of node.directives ?? []) {
      if (!isSecurityLink(link)) continue;
      const { url, as } = argumentsOf(link);
      const feature = featureOf(link);
      if (enforcedByItself.includes(feature)) continue;
      if (!enforced.includes(feature)) {
        throw new Error(
          `The supergraph relies on the security feature ${String(url)}, which this gateway can't enforce.`,
        );
      }
      names.set(typeof as === 'string' ? as : feature, feature);
    }
  }
  return names;
}

/** The name of the feature that a link brings in: https://specs.apollo.dev/inaccessible/v0.2. */
function featureOf(link: DirectiveNode): string {
  return String(argumentsOf(link)['url']).split('/').at(-2) ?? '';
}

function isSecurityLink(node: DirectiveNode): boolean {
  return node.name.value === 'link' && argumentsOf(node).for === 'SECURITY';
}

function requirementOf(
  directives: readonly DirectiveNode[] | undefined,
  names: ReadonlyMap<string, string>,
): Requirement | null {
  let requirement: Requirement | null = null;
  for (const directive of directives ?? []) {
    const feature = names.get(directive.name.value);
    if (feature === undefined) continue;
    // The definition of the directive makes them so, and composition has checked it.
    const scopes = feature === 'requiresScopes' ? (argumentsOf(directive).scopes as string[][]) : null;
    requirement = requirement === null ? { scopes } : both(requirement, { scopes });
  }
  return requirement;
}

/** The requirement to meet two requirements. */
export function both(one: Requirement, other: Requirement): Requirement {
  if (one.scopes === null) return other;
  if (other.scopes === null) return one;
  const others = other.scopes;
  return { scopes: one.scopes.flatMap((left) => others.map((right) => [...new Set([...left, ...right])])) };
}

/** True where the scopes of a known caller meet the requirement. */
export function meets(scopes: readonly string[], requirement: Requirement): boolean {
  return requirement.scopes === null || requirement.scopes.some((all) => all.every((scope) => scopes.includes(scope)));
}

function argumentsOf(directive: DirectiveNode): Record<string, unknown> {
  return Object.fromEntries(
    (directive.arguments ?? []).map((argument) => [argument.name.value, valueFromASTUntyped(argument.value)]),
  );
}
