import {
  Archive,
  AudioLines,
  File,
  FileText,
  FileType2,
  Film,
  Folder,
  Image,
  type LucideIcon,
} from 'lucide-react';
import type { ReactNode } from 'react';
import type { Entry } from './entries.ts';
import { type FileKind, kindOf } from './file-kind.ts';

const icons: Readonly<Record<FileKind, LucideIcon>> = {
  image: Image,
  video: Film,
  audio: AudioLines,
  pdf: FileType2,
  text: FileText,
  archive: Archive,
  other: File,
};

/** What an entry is, as a drawing. */
export function FileIcon({
  entry,
  size,
}: {
  readonly entry: Entry;
  readonly size: number;
}): ReactNode {
  const Icon = entry.kind === 'folder' ? Folder : icons[kindOf(entry.type, entry.name)];
  const isFolder = entry.kind === 'folder';
  return (
    <Icon
      size={size}
      strokeWidth={size > 24 ? 1.25 : 1.6}
      className={isFolder ? 'shrink-0 fill-stone-3 text-ink-2' : 'shrink-0 text-ink-3'}
    />
  );
}
