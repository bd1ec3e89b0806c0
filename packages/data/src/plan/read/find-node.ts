import { dataError } from '../../errors/catalogue.ts';
import type { EmbedPath } from '../../parse/syntax.ts';
import type { ReadNode } from './read-node.ts';

/** An embed that was named by its target although it has an alias. */
export interface LegacyName {
  readonly target: string;
  readonly alias: string;
}

/** Finds the levels that filters, orders and limits are about. */
export class NodeFinder {
  /** Uses of a name that a later version will not take. */
  readonly legacy: LegacyName[] = [];
  readonly #root: ReadNode;
  readonly #allowLegacy: boolean;

  constructor(root: ReadNode, allowLegacy: boolean) {
    this.#root = root;
    this.#allowLegacy = allowLegacy;
  }

  /** The level at the end of a path. Throws PGRST108 where `select` has none. */
  find(path: EmbedPath): ReadNode {
    let node = this.#root;
    for (const name of path) node = this.#child(node, name);
    return node;
  }

  #child(node: ReadNode, name: string): ReadNode {
    const named = node.children.find((child) => child.name === name);
    if (named !== undefined) return named;
    const targeted = node.children.find((child) => child.target === name);
    if (targeted === undefined) throw notEmbedded(name);
    const legacy = { target: targeted.target, alias: targeted.name };
    if (!this.#allowLegacy) throw targetName(legacy);
    this.legacy.push(legacy);
    return targeted;
  }
}

/** PGRST108: something is about an embed that `select` does not have. */
export function notEmbedded(name: string): Error {
  return dataError('PGRST108', {
    message: `'${name}' is not an embedded resource in this request`,
    hint: `Verify that '${name}' is included in the 'select' query parameter.`,
  });
}

function targetName({ target, alias }: LegacyName): Error {
  return dataError('PGRST108', {
    message: `'${target}' is not an embedded resource in this request`,
    details: 'Target names are not allowed in filters if they have an alias',
    hint: `Change '${target}' to '${alias}' in filters, orders or limits.`,
  });
}
