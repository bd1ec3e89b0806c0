import {
  acceptCompletion,
  autocompletion,
  closeBrackets,
  closeBracketsKeymap,
  completionKeymap,
} from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands';
import { PostgreSQL, sql } from '@codemirror/lang-sql';
import { bracketMatching, indentOnInput } from '@codemirror/language';
import { type Diagnostic, setDiagnostics } from '@codemirror/lint';
import { highlightSelectionMatches, search, searchKeymap } from '@codemirror/search';
import { Compartment, EditorState, type Extension, Prec } from '@codemirror/state';
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  keymap,
  lineNumbers,
} from '@codemirror/view';
import type { Completion } from './completion.ts';
import { editorTheme } from './editor-theme.ts';

export interface EditorOptions {
  readonly label: string;
  readonly onChange: (sql: string) => void;
  readonly onRun: () => void;
}

/** A CodeMirror editor that shows one script at a time. */
export interface Editor {
  show(id: string, text: string): void;
  complete(completion: Completion): void;
  mark(
    problem: { readonly from: number; readonly to: number; readonly message: string } | null,
  ): void;
  text(): { readonly sql: string; readonly from: number };
  select(from: number, to: number): void;
  focus(): void;
  close(): void;
}

const mostStates = 30;

/** Puts an editor for Postgres' SQL into a shadow root. */
export function createEditor(root: ShadowRoot, options: EditorOptions): Editor {
  const language = new Compartment();
  const states = new Map<string, EditorState>();
  let completion: Completion | undefined;
  let shown = '';

  const extensions = (): Extension => [
    base(options),
    language.of(languageOf(completion)),
    EditorView.updateListener.of((update) => {
      if (update.docChanged && shown !== '') options.onChange(update.state.doc.toString());
    }),
  ];
  const view = new EditorView({ parent: root, root, state: EditorState.create({ doc: '' }) });

  return {
    show(id, text) {
      if (id === shown) {
        if (view.state.doc.toString() !== text)
          view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text } });
        return;
      }
      if (shown !== '') states.set(shown, view.state);
      for (const oldest of states.keys()) {
        if (states.size <= mostStates) break;
        states.delete(oldest);
      }
      const known = states.get(id);
      shown = '';
      view.setState(
        known?.doc.toString() === text
          ? known
          : EditorState.create({ doc: text, extensions: extensions() }),
      );
      view.dispatch({ effects: language.reconfigure(languageOf(completion)) });
      shown = id;
    },
    complete(next) {
      completion = next;
      view.dispatch({ effects: language.reconfigure(languageOf(next)) });
    },
    mark(problem) {
      const length = view.state.doc.length;
      const diagnostics: Diagnostic[] =
        problem === null || problem.from > length
          ? []
          : [
              {
                from: problem.from,
                to: Math.min(length, Math.max(problem.to, problem.from)),
                severity: 'error',
                message: problem.message,
              },
            ];
      view.dispatch(setDiagnostics(view.state, diagnostics));
    },
    text() {
      const { from, to, empty } = view.state.selection.main;
      return empty
        ? { sql: view.state.doc.toString(), from: 0 }
        : { sql: view.state.sliceDoc(from, to), from };
    },
    select(from, to) {
      const length = view.state.doc.length;
      view.dispatch({
        selection: { anchor: Math.min(from, length), head: Math.min(to, length) },
        scrollIntoView: true,
      });
      view.focus();
    },
    focus: () => view.focus(),
    close: () => view.destroy(),
  };
}

/** What every script is edited with. */
function base(options: EditorOptions): Extension {
  return [
    Prec.highest(
      keymap.of([
        {
          key: 'Mod-Enter',
          run: () => {
            options.onRun();
            return true;
          },
        },
        { key: 'Tab', run: acceptCompletion },
        // Esc, then Tab leaves the editor: nobody without a mouse is caught in it.
        {
          key: 'Escape',
          run: (target) => {
            target.setTabFocusMode(3000);
            return false;
          },
        },
      ]),
    ),
    lineNumbers(),
    highlightActiveLineGutter(),
    highlightActiveLine(),
    history(),
    drawSelection(),
    indentOnInput(),
    bracketMatching(),
    closeBrackets(),
    autocompletion({ icons: false, activateOnTypingDelay: 60 }),
    highlightSelectionMatches(),
    search({ top: true }),
    editorTheme,
    EditorView.lineWrapping,
    EditorView.contentAttributes.of({ 'aria-label': options.label, spellcheck: 'false' }),
    keymap.of([
      ...closeBracketsKeymap,
      ...defaultKeymap,
      ...searchKeymap,
      ...historyKeymap,
      ...completionKeymap,
      indentWithTab,
    ]),
  ];
}

function languageOf(completion: Completion | undefined): Extension {
  return sql({
    dialect: PostgreSQL,
    // Names of the project before words of the language.
    keywordCompletion: (label, type) => ({ label, type, boost: -20 }),
    ...(completion !== undefined && {
      schema: completion.schemas,
      defaultSchema: 'public',
    }),
  });
}
