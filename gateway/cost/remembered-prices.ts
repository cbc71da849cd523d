import { getNamedType, isInputObjectType, Kind, OperationTypeNode, TypeInfo, visit, visitWithTypeInfo } from 'graphql';
import type { OperationDefinitionNode } from 'graphql';
import { boundedMap, type BoundedMap } from '../execute/bounded-map.ts';
import { priceOf, type Price, type Priced } from './operation-cost.ts';
import type { CostRules } from './rules.ts';

/** Prices of one operation that are remembered, by what decides them, and how long that may be. */
const MOST_PRICES = 32;
const LONGEST_KEY = 500;

type OfOperation = { readonly rules: CostRules; readonly names: readonly string[]; readonly prices: BoundedMap<Price> };

/** Calculates each price once: what of an operation decides it are, as a rule, the lengths of its pages. */
export function rememberedPrices(): typeof priceOf {
  const known = new WeakMap<OperationDefinitionNode, OfOperation>();
  return (priced) => {
    const { operation, rules, variables } = priced;
    // What changes are made is another one each time.
    if (operation.operation === OperationTypeNode.MUTATION) return priceOf(priced);
    let ofOperation = known.get(operation);
    if (ofOperation === undefined || ofOperation.rules !== rules) {
      ofOperation = { rules, names: decidingVariables(priced), prices: boundedMap(MOST_PRICES) };
      known.set(operation, ofOperation);
    }
    const { names, prices } = ofOperation;
    // One that is null is another one than one that is left to its default.
    const key = JSON.stringify(names.map((name) => (variables[name] === undefined ? 'default' : [variables[name]])));
    const before = prices.get(key);
    if (before !== undefined) return before;
    const price = priceOf(priced);
    if (key.length <= LONGEST_KEY) prices.set(key, price);
    return price;
  };
}

/** The variables that lengths of lists, or arguments with a price, are taken from. */
function decidingVariables({ schema, document, rules }: Priced): readonly string[] {
  const names = new Set<string>();
  const types = new TypeInfo(schema);
  visit(
    document,
    visitWithTypeInfo(types, {
      Argument(node) {
        const [parent, field, argument] = [types.getParentType(), types.getFieldDef(), types.getArgument()];
        const coordinate = `${parent?.name}.${field?.name}`;
        const isLength = rules.lists.get(coordinate)?.slicing.includes(node.name.value) === true;
        const isPriced = rules.weights.has(`${coordinate}(${node.name.value}:)`);
        // What is within it may have a price.
        const isInput = argument ? isInputObjectType(getNamedType(argument.type)) : false;
        if (!isLength && !isPriced && !isInput) return;
        visit(node, { [Kind.VARIABLE]: ({ name }) => void names.add(name.value) });
      },
    }),
  );
  return [...names];
}
