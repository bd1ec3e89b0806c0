import { functions, isTrue, member, toText } from './functions.ts';
import { HtmlContext } from './html-context.ts';
import { type Node, type Operand, type Pipeline, TemplateError, type Value } from './syntax.ts';

/** What a template prints into: HTML, where values are escaped, or a line of text, where they are not. */
export type Output = 'html' | 'text';

/** Most characters that a template may print. */
const longest = 500_000;

interface Scope {
  readonly dot: Value;
  readonly root: Value;
  readonly variables: Map<string, Value>;
}

/** Prints a template with its data. Throws TemplateError for what cannot be evaluated. */
export function renderTemplate(nodes: readonly Node[], data: Value, output: Output): string {
  return new Renderer(output).render(nodes, data);
}

class Renderer {
  readonly #html: HtmlContext | undefined;
  #printed = '';

  constructor(output: Output) {
    this.#html = output === 'html' ? new HtmlContext() : undefined;
  }

  render(nodes: readonly Node[], data: Value): string {
    this.#nodes(nodes, { dot: data, root: data, variables: new Map() });
    return this.#printed;
  }

  #nodes(nodes: readonly Node[], scope: Scope): void {
    for (const node of nodes) this.#node(node, scope);
  }

  #node(node: Node, scope: Scope): void {
    if (node.kind === 'text') {
      this.#print(this.#html?.text(node.text) ?? node.text);
      return;
    }
    const value = evaluate(node.pipeline, scope);
    if (node.kind === 'print') {
      if (node.pipeline.variable !== undefined) return;
      const text = toText(value);
      this.#print(this.#html?.value(text) ?? text);
    } else if (node.kind === 'range') {
      this.#range(node.then, node.otherwise, value, scope);
    } else if (isTrue(value)) {
      this.#nodes(node.then, node.kind === 'with' ? { ...scope, dot: value } : scope);
    } else {
      this.#nodes(node.otherwise, scope);
    }
  }

  #range(then: readonly Node[], otherwise: readonly Node[], value: Value, scope: Scope): void {
    const items = typeof value === 'object' && value !== null ? Object.values(value) : [];
    for (const dot of items) this.#nodes(then, { ...scope, dot });
    if (items.length === 0) this.#nodes(otherwise, scope);
  }

  #print(text: string): void {
    this.#printed += text;
    if (this.#printed.length > longest) throw new TemplateError('the template prints too much');
  }
}

function evaluate(pipeline: Pipeline, scope: Scope): Value {
  let piped: readonly Value[] = [];
  for (const [first, ...rest] of pipeline.commands) {
    if (first === undefined) throw new TemplateError('an empty action');
    if (first.kind === 'function') {
      const call = Object.hasOwn(functions, first.name) ? functions[first.name] : undefined;
      if (call === undefined) throw new TemplateError(`there is no function "${first.name}"`);
      piped = [call(...rest.map((operand) => operandValue(operand, scope)), ...piped)];
    } else {
      if (rest.length > 0) throw new TemplateError('a value cannot be called');
      piped = [operandValue(first, scope)];
    }
  }
  const [result] = piped;
  if (pipeline.variable !== undefined) scope.variables.set(pipeline.variable, result);
  return result;
}

function operandValue(operand: Operand, scope: Scope): Value {
  switch (operand.kind) {
    case 'literal':
      return operand.value;
    case 'path':
      return operand.names.reduce<Value>(member, baseOf(operand.base, scope));
    case 'group':
      return operand.names.reduce<Value>(member, evaluate(operand.pipeline, scope));
    case 'function':
      return evaluate({ commands: [[operand]] }, scope);
  }
}

function baseOf(base: string, scope: Scope): Value {
  if (base === 'dot') return scope.dot;
  if (base === 'root') return scope.root;
  if (!scope.variables.has(base)) throw new TemplateError(`there is no variable $${base}`);
  return scope.variables.get(base);
}
