import { parsePipeline } from './parse-action.ts';
import { type Node, TemplateError } from './syntax.ts';

type Part =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'action'; readonly source: string };

/** Parses a template of Go's text/template language, as far as mails need it. Throws TemplateError. */
export function parseTemplate(source: string): readonly Node[] {
  const reader = new NodeReader(split(source));
  const { nodes, end } = reader.until([]);
  if (end !== '') throw new TemplateError(`unexpected {{ ${end} }}`);
  return nodes;
}

/** Text and actions in turn; `{{-` and `-}}` eat the white space beside them. */
function split(source: string): readonly Part[] {
  const parts: Part[] = [];
  const action =
    /\{\{(-(?=\s))?((?:"(?:[^"\\\n]|\\.)*"|`[^`]*`|\/\*[\s\S]*?\*\/|(?!\}\})[\s\S])*?)(\s-)?\}\}/g;
  let at = 0;
  let trim = false;
  for (const match of source.matchAll(action)) {
    const [whole, trimBefore, inside = '', trimAfter] = match;
    const text = source.slice(at, match.index);
    const started = trim ? text.trimStart() : text;
    parts.push({ kind: 'text', text: trimBefore === undefined ? started : started.trimEnd() });
    parts.push({ kind: 'action', source: inside.trim() });
    at = match.index + whole.length;
    trim = trimAfter !== undefined;
  }
  const last = source.slice(at);
  if (last.includes('{{')) throw new TemplateError('an action stays open');
  parts.push({ kind: 'text', text: trim ? last.trimStart() : last });
  return parts;
}

class NodeReader {
  readonly #parts: readonly Part[];
  #at = 0;

  constructor(parts: readonly Part[]) {
    this.#parts = parts;
  }

  /** Nodes up to an action of `ends` (or the end of the template), and that action. */
  until(ends: readonly string[]): { readonly nodes: readonly Node[]; readonly end: string } {
    const nodes: Node[] = [];
    for (let part = this.#next(); part !== undefined; part = this.#next()) {
      if (part.kind === 'text') {
        if (part.text !== '') nodes.push(part);
        continue;
      }
      const [keyword = ''] = part.source.split(/\s/, 1);
      if (ends.includes(keyword)) return { nodes, end: part.source };
      const node = this.#action(keyword, part.source);
      if (node !== undefined) nodes.push(node);
    }
    if (ends.length > 0) throw new TemplateError('an {{ end }} is missing');
    return { nodes, end: '' };
  }

  #action(keyword: string, source: string): Node | undefined {
    if (source.startsWith('/*')) return undefined;
    if (keyword === 'if' || keyword === 'with' || keyword === 'range') {
      return this.#block(keyword, source.slice(keyword.length));
    }
    if (['else', 'end', 'define', 'template', 'block', 'break', 'continue'].includes(keyword)) {
      throw new TemplateError(`unexpected {{ ${source} }}`);
    }
    return { kind: 'print', pipeline: parsePipeline(source) };
  }

  #block(kind: 'if' | 'with' | 'range', condition: string): Node {
    const pipeline = parsePipeline(condition);
    const { nodes: then, end } = this.until(['else', 'end']);
    if (end === 'end') return { kind, pipeline, then, otherwise: [] };
    const also = /^else\s+(if|with)\b([\s\S]*)$/.exec(end);
    if (also?.[1] !== undefined) {
      const next = this.#block(also[1] === 'if' ? 'if' : 'with', also[2] ?? '');
      return { kind, pipeline, then, otherwise: [next] };
    }
    if (end !== 'else') throw new TemplateError(`unexpected {{ ${end} }}`);
    const { nodes: otherwise } = this.until(['end']);
    return { kind, pipeline, then, otherwise };
  }

  #next(): Part | undefined {
    const part = this.#parts[this.#at];
    this.#at += 1;
    return part;
  }
}
