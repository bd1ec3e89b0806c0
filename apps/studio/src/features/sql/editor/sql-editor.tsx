import { type ReactNode, useEffect, useImperativeHandle, useRef } from 'react';
import type { Completion } from './completion.ts';
import { createEditor, type Editor } from './create-editor.ts';

/** The selected text, or all of it where nothing is selected. */
interface EditorText {
  readonly sql: string;
  readonly from: number;
}

export interface SqlEditorHandle {
  readonly text: () => EditorText;
  readonly focus: () => void;
  readonly select: (from: number, to: number) => void;
}

export interface SqlEditorProps {
  readonly ref: React.Ref<SqlEditorHandle>;
  /** Which script; each keeps its own cursor and undo. */
  readonly draftId: string;
  readonly sql: string;
  readonly label: string;
  readonly completion: Completion | undefined;
  /** The place and text of the last failure. */
  readonly problem: { readonly from: number; readonly to: number; readonly message: string } | null;
  readonly onChange: (sql: string) => void;
  readonly onRun: () => void;
}

/** The editor for SQL. Loaded on its own: CodeMirror is as large as all the rest of Studio. */
export function SqlEditor(props: SqlEditorProps): ReactNode {
  const { ref, draftId, sql, label, completion, problem } = props;
  const host = useRef<HTMLDivElement>(null);
  const editor = useRef<Editor>(null);
  const latest = useRef(props);
  useEffect(() => {
    latest.current = props;
  });

  useEffect(() => {
    if (host.current === null) return undefined;
    // In a shadow root CodeMirror adopts its style sheets; in the document it would add style elements, which the
    // content security policy forbids.
    const root = host.current.shadowRoot ?? host.current.attachShadow({ mode: 'open' });
    const made = createEditor(root, {
      label,
      onChange: (next) => latest.current.onChange(next),
      onRun: () => latest.current.onRun(),
    });
    editor.current = made;
    return () => made.close();
  }, [label]);

  useEffect(() => editor.current?.show(draftId, sql), [draftId, sql]);
  useEffect(() => {
    if (completion !== undefined) editor.current?.complete(completion);
  }, [completion]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: shown again when the script in front is another
  useEffect(() => editor.current?.mark(problem), [problem, draftId]);

  useImperativeHandle(
    ref,
    () => ({
      text: () => editor.current?.text() ?? { sql: latest.current.sql, from: 0 },
      focus: () => editor.current?.focus(),
      select: (from, to) => editor.current?.select(from, to),
    }),
    [],
  );
  return <div ref={host} className="h-full min-h-0 overflow-hidden" />;
}
