import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import type { Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { tags } from '@lezer/highlight';

const look = EditorView.theme({
  '&': { height: '100%', color: 'var(--ink)', backgroundColor: 'var(--paper)' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': {
    fontFamily: '"JetBrains Mono Variable", ui-monospace, monospace',
    fontSize: '13px',
    lineHeight: '21px',
    fontVariantLigatures: 'none',
  },
  '.cm-content': { padding: '8px 0', caretColor: 'var(--verdigris)' },
  '.cm-line': { padding: '0 12px 0 8px' },
  '.cm-gutters': {
    color: 'var(--ink-3)',
    backgroundColor: 'var(--paper)',
    border: 'none',
    paddingLeft: '8px',
  },
  '.cm-activeLine': { backgroundColor: 'color-mix(in oklch, var(--stone-2) 55%, transparent)' },
  '.cm-activeLineGutter': { color: 'var(--ink)', backgroundColor: 'transparent' },
  '.cm-cursor': { borderLeft: '2px solid var(--verdigris)' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground':
    { backgroundColor: 'color-mix(in oklch, var(--verdigris) 26%, transparent) !important' },
  '.cm-matchingBracket, &.cm-focused .cm-matchingBracket': {
    backgroundColor: 'var(--verdigris-wash)',
    outline: '1px solid color-mix(in oklch, var(--verdigris) 50%, transparent)',
  },
  '.cm-selectionMatch': { backgroundColor: 'var(--verdigris-wash)' },
  '.cm-lintRange-error': {
    backgroundImage: 'none',
    textDecoration: 'underline wavy var(--danger) 1px',
    textUnderlineOffset: '4px',
  },
  '.cm-lintPoint-error::after': { borderBottomColor: 'var(--danger)' },
  '.cm-tooltip': {
    color: 'var(--ink)',
    backgroundColor: 'var(--paper)',
    border: '1px solid var(--line)',
    borderRadius: '8px',
    boxShadow: 'var(--float)',
    overflow: 'hidden',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul': {
    fontFamily: '"JetBrains Mono Variable", ui-monospace, monospace',
    fontSize: '12.5px',
    padding: '4px',
    maxHeight: '260px',
  },
  '.cm-tooltip-autocomplete ul li': { padding: '3px 8px !important', borderRadius: '5px' },
  '.cm-tooltip-autocomplete ul li[aria-selected]': {
    color: 'var(--ink) !important',
    backgroundColor: 'var(--stone-3) !important',
  },
  '.cm-completionDetail': { color: 'var(--ink-3)', fontStyle: 'normal', marginLeft: '12px' },
  '.cm-completionMatchedText': { textDecoration: 'none', fontWeight: '600' },
  '.cm-diagnostic': { padding: '6px 10px', fontFamily: '"Radio Canada Variable", sans-serif' },
  '.cm-diagnostic-error': { borderLeft: '3px solid var(--danger)' },
  '.cm-panels': { color: 'var(--ink)', backgroundColor: 'var(--stone-1)' },
  '.cm-panels-top': { borderBottom: '1px solid var(--line)' },
  '.cm-textfield': {
    backgroundColor: 'var(--paper)',
    border: '1px solid var(--line-strong)',
    borderRadius: '6px',
    color: 'var(--ink)',
  },
  '.cm-button': {
    background: 'var(--paper)',
    border: '1px solid var(--line-strong)',
    borderRadius: '6px',
    color: 'var(--ink)',
  },
});

const colours = HighlightStyle.define([
  { tag: [tags.keyword, tags.operatorKeyword], color: 'var(--code-keyword)', fontWeight: '500' },
  { tag: [tags.string, tags.special(tags.string)], color: 'var(--code-string)' },
  { tag: [tags.number, tags.bool, tags.null], color: 'var(--code-number)' },
  { tag: tags.comment, color: 'var(--code-comment)', fontStyle: 'italic' },
  { tag: tags.typeName, color: 'var(--code-number)' },
  { tag: [tags.operator, tags.punctuation], color: 'var(--ink-2)' },
]);

/** The editor in the colours of the page: only variables, so that it follows the theme. */
export const editorTheme: Extension = [look, syntaxHighlighting(colours)];
