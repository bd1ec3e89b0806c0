import { type ReactNode, useEffect, useState } from 'react';
import { cx } from '../../../lib/class-names.ts';
import type { Entry, FileEntry } from './entries.ts';
import { FileIcon } from './file-icon.tsx';
import {
  hasThumbnail,
  readThumbnail,
  type ThumbnailSource,
  thumbnailName,
  thumbnails,
} from './thumbnails.ts';

/** The picture of an image; undefined while it is on its way, null where there is none. */
function useThumbnail(
  source: ThumbnailSource | undefined,
  file: FileEntry,
): string | null | undefined {
  const wanted = source !== undefined && hasThumbnail(file);
  const name = source === undefined ? '' : thumbnailName(source, file);
  const [loaded, setLoaded] = useState<{ readonly name: string; readonly url: string | null }>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: `name` says which bytes of which file
  useEffect(() => {
    if (!wanted || source === undefined || thumbnails.known(name) !== undefined) return undefined;
    const controller = new AbortController();
    thumbnails
      .load(name, (signal) => readThumbnail(source, file, signal), controller.signal)
      .then(
        (url) => setLoaded({ name, url }),
        () => {},
      );
    return () => controller.abort();
  }, [name, wanted]);
  if (!wanted) return null;
  return thumbnails.known(name) ?? (loaded?.name === name ? loaded.url : undefined);
}

/** The picture of an entry, or the icon of its kind. */
export function Thumbnail({
  source,
  entry,
  iconSize,
}: {
  readonly source: ThumbnailSource | undefined;
  readonly entry: Entry;
  readonly iconSize: number;
}): ReactNode {
  if (entry.kind === 'folder') return <FileIcon entry={entry} size={iconSize} />;
  return <FilePicture source={source} file={entry} iconSize={iconSize} />;
}

function FilePicture({
  source,
  file,
  iconSize,
}: {
  readonly source: ThumbnailSource | undefined;
  readonly file: FileEntry;
  readonly iconSize: number;
}): ReactNode {
  const url = useThumbnail(source, file);
  const [broken, setBroken] = useState(false);
  if (url === null || broken) return <FileIcon entry={file} size={iconSize} />;
  if (url === undefined) return <span className="skeleton block size-full" />;
  return (
    <img
      src={url}
      alt=""
      draggable={false}
      onError={() => setBroken(true)}
      className={cx('size-full', iconSize > 24 ? 'object-cover' : 'rounded-[2px] object-cover')}
    />
  );
}
