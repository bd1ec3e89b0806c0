import { Fragment, type ReactNode } from 'react';

// The part of Markdown that notes need. It makes elements, never HTML text, so that nothing that
// somebody writes can run in the browser of somebody else.

const inlineSyntax =
  /`([^`\n]+)`|\*\*([^*\n]+)\*\*|\*([^*\n]+)\*|\[([^\]\n]+)\]\((https?:\/\/[^\s)]+|mailto:[^\s)]+)\)|(https?:\/\/[^\s<>)]*[^\s<>).,;:!?'"])/g;

function inline(text: string): ReactNode[] {
  const parts: ReactNode[] = [];
  let end = 0;
  for (const match of text.matchAll(inlineSyntax)) {
    const [whole, code, bold, italic, label, href, url] = match;
    parts.push(text.slice(end, match.index));
    end = match.index + whole.length;
    const key = match.index;
    if (code) parts.push(<code key={key}>{code}</code>);
    else if (bold) parts.push(<strong key={key}>{inline(bold)}</strong>);
    else if (italic) parts.push(<em key={key}>{inline(italic)}</em>);
    else
      parts.push(
        <a key={key} href={href ?? url} target="_blank" rel="noreferrer">
          {label ?? url}
        </a>,
      );
  }
  parts.push(text.slice(end));
  return parts;
}

/** Lines of one paragraph: a line break stays one. */
function lines(text: string) {
  return text.split('\n').map((line, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other name
    <Fragment key={index}>
      {index > 0 && <br />}
      {inline(line)}
    </Fragment>
  ));
}

function listItem(line: string, key: number) {
  const text = line.replace(/^\s*([-*+]|\d+[.)])\s+/, '');
  const task = /^\[([ xX])\]\s+(.*)$/.exec(text);
  if (!task) return <li key={key}>{inline(text)}</li>;
  const done = task[1] !== ' ';
  return (
    <li key={key} className="task" data-done={done}>
      <input type="checkbox" checked={done} disabled aria-label={done ? 'Done' : 'To do'} />
      <span>{inline(task[2] ?? '')}</span>
    </li>
  );
}

const kinds = [
  { name: 'heading', test: /^#{1,3} +\S/ },
  { name: 'rule', test: /^(-{3,}|\*{3,})$/ },
  { name: 'bullets', test: /^\s*[-*+]\s+/ },
  { name: 'numbers', test: /^\s*\d+[.)]\s+/ },
  { name: 'quote', test: /^>/ },
] as const;

type Kind = (typeof kinds)[number]['name'] | 'paragraph' | 'code';
type Block = { kind: Kind; lines: string[] };

function blocksOf(source: string): Block[] {
  const blocks: Block[] = [];
  let open: Block | undefined;
  for (const line of source.replace(/\r\n?/g, '\n').split('\n')) {
    if (open?.kind === 'code') {
      if (line.startsWith('```')) open = undefined;
      else open.lines.push(line);
    } else if (line.startsWith('```')) {
      open = { kind: 'code', lines: [] };
      blocks.push(open);
    } else if (line.trim() === '') {
      open = undefined;
    } else {
      const kind: Kind = kinds.find(({ test }) => test.test(line))?.name ?? 'paragraph';
      const goesOn = open?.kind === kind && kind !== 'heading' && kind !== 'rule';
      if (open && goesOn) {
        open.lines.push(line);
      } else {
        open = { kind, lines: [line] };
        blocks.push(open);
      }
    }
  }
  return blocks;
}

function render({ kind, lines: source }: Block, key: number, levels: number[]): ReactNode {
  const text = source.join('\n');
  if (kind === 'code') return <pre key={key}>{text}</pre>;
  if (kind === 'rule') return <hr key={key} />;
  if (kind === 'bullets') return <ul key={key}>{source.map(listItem)}</ul>;
  if (kind === 'numbers') return <ol key={key}>{source.map(listItem)}</ol>;
  if (kind === 'quote') {
    return <blockquote key={key}>{lines(text.replace(/^>\s?/gm, ''))}</blockquote>;
  }
  if (kind === 'heading') {
    const [, marks = '#', words = ''] = /^(#{1,3}) +(.*)$/.exec(text) ?? [];
    // The title of the note is the h1, and the largest heading in it an h2, however it is written.
    const Heading = (['h2', 'h3', 'h4'] as const)[levels.indexOf(marks.length)] ?? 'h4';
    return <Heading key={key}>{inline(words)}</Heading>;
  }
  return <p key={key}>{lines(text)}</p>;
}

export function Markdown({ source }: { source: string }) {
  const blocks = blocksOf(source);
  const levels = [1, 2, 3].filter((level) =>
    blocks.some(({ kind, lines: [line] }) => kind === 'heading' && line?.indexOf(' ') === level),
  );
  return <div className="prose">{blocks.map((block, index) => render(block, index, levels))}</div>;
}
