import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useShortcut } from '../../lib/shortcuts.ts';
import { Input } from './input.tsx';

/** Pause in typing after which a search begins, in milliseconds. */
const pause = 250;

/** A search of a page: begins when the typing pauses, and `/` leads to it. */
export function SearchField({
  label,
  group,
  value,
  onChange,
  className,
}: {
  readonly label: string;
  /** Under which `/` stands in the list of shortcuts. */
  readonly group: string;
  readonly value: string;
  readonly onChange: (text: string) => void;
  readonly className: string;
}): ReactNode {
  const ref = useRef<HTMLInputElement>(null);
  const [text, setText] = useState(value);
  const latest = useRef(onChange);
  useEffect(() => {
    latest.current = onChange;
  });
  useEffect(() => setText(value), [value]);
  useEffect(() => {
    if (text === value) return undefined;
    const timer = setTimeout(() => latest.current(text), pause);
    return () => clearTimeout(timer);
  }, [text, value]);
  useShortcut({ keys: '/', label, group, run: () => ref.current?.focus() });
  return (
    <Input
      ref={ref}
      type="search"
      aria-label={label}
      placeholder={label}
      value={text}
      onChange={(event) => setText(event.target.value)}
      className={className}
    />
  );
}
