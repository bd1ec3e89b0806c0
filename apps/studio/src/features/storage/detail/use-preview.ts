import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { ObjectInfo, StorageBucket } from '../../../api/project-storage.ts';
import { type FileKind, isResizable, isShowable, kindOf } from '../browse/file-kind.ts';
import { present, storageKeys, useStorage } from '../data/use-storage.ts';

/** Bytes of a text that are shown. */
export const shownText = 256_000;
/** Bytes of an image that is shown as it is; larger ones come smaller from the server. */
const wholeImage = 400_000;
const largestImage = 25_000_000;
/** Bytes of a recording that is loaded whole; a longer one is streamed by a signed URL. */
const wholeRecording = 16_000_000;
/** Seconds that such a URL lives. */
const urlLife = 3600;

/** What is shown of a file. A `url` is for this page only. */
export type Preview =
  | { readonly kind: 'image' | 'video' | 'audio' | 'pdf'; readonly url: string }
  | { readonly kind: 'text'; readonly text: string; readonly isCut: boolean }
  | { readonly kind: 'none'; readonly reason: 'kind' | 'size' | 'role' | 'empty' | 'pdf' };

type Loaded =
  | Exclude<Preview, { readonly url: string }>
  | { readonly kind: 'image' | 'video' | 'audio' | 'pdf'; readonly source: Blob | string };

export interface PreviewState {
  readonly preview: Preview | undefined;
  readonly error: unknown;
  readonly retry: () => void;
}

/** The picture, sound or text of a file, without its secret in any URL but a signed one. */
export function usePreview(ref: string, bucket: StorageBucket, info: ObjectInfo): PreviewState {
  const { storage, canWrite } = useStorage(ref);
  const mayRead = canWrite || bucket.public;
  const { data, error, refetch } = useQuery({
    queryKey: [
      ...storageKeys.bucket(ref, bucket.id),
      'preview',
      info.name,
      info.version ?? info.etag,
      mayRead,
    ],
    queryFn: ({ signal }) =>
      mayRead
        ? load({ storage: present(storage), bucket, info, canWrite, signal })
        : ({ kind: 'none', reason: 'role' } as const),
    enabled: storage !== undefined,
    staleTime: 300_000,
    gcTime: 60_000,
    retry: false,
  });
  const url = useObjectUrl(data !== undefined && 'source' in data ? data.source : undefined);
  const retry = (): void => void refetch();
  if (data === undefined) return { preview: undefined, error, retry };
  if (!('source' in data)) return { preview: data, error: null, retry };
  return { preview: url === undefined ? undefined : { kind: data.kind, url }, error: null, retry };
}

/** A URL of a blob while the part is on the page; a text is a URL already. */
function useObjectUrl(source: Blob | string | undefined): string | undefined {
  const [url, setUrl] = useState<{ readonly source: Blob; readonly url: string }>();
  useEffect(() => {
    if (!(source instanceof Blob)) return undefined;
    const made = URL.createObjectURL(source);
    setUrl({ source, url: made });
    return () => URL.revokeObjectURL(made);
  }, [source]);
  if (typeof source === 'string') return source;
  return url !== undefined && url.source === source ? url.url : undefined;
}

interface Place {
  readonly storage: NonNullable<ReturnType<typeof useStorage>['storage']>;
  readonly bucket: StorageBucket;
  readonly info: ObjectInfo;
  readonly canWrite: boolean;
  readonly signal: AbortSignal;
}

function load(place: Place): Promise<Loaded> | Loaded {
  const { info } = place;
  const kind = kindOf(info.content_type ?? '', info.name);
  if (info.size === 0) return { kind: 'none', reason: 'empty' };
  const loaders: Partial<Record<FileKind, (place: Place) => Promise<Loaded> | Loaded>> = {
    image: loadImage,
    text: loadText,
    video: (one) => loadRecording(one, 'video'),
    audio: (one) => loadRecording(one, 'audio'),
    pdf: loadPdf,
  };
  return loaders[kind]?.(place) ?? { kind: 'none', reason: 'kind' };
}

async function loadImage({ storage, bucket, info, signal }: Place): Promise<Loaded> {
  const type = info.content_type ?? '';
  const size = info.size ?? 0;
  const isSmall = isShowable(type) && size <= wholeImage;
  if (!isSmall && isResizable(type)) {
    try {
      const smaller = { width: 1000, resize: 'contain' } as const;
      const source = await storage.image(bucket.id, info.name, smaller, bucket.public, { signal });
      return { kind: 'image', source };
    } catch (error) {
      if (signal.aborted || !isShowable(type)) throw error;
    }
  }
  if (!isShowable(type)) return { kind: 'none', reason: 'kind' };
  if (size > largestImage) return { kind: 'none', reason: 'size' };
  const source = await storage.download(bucket.id, info.name, { signal, timeout: 0 });
  return { kind: 'image', source };
}

async function loadText({ storage, bucket, info, signal }: Place): Promise<Loaded> {
  const blob = await storage.download(bucket.id, info.name, {
    signal,
    headers: { range: `bytes=0-${shownText - 1}` },
  });
  return { kind: 'text', text: await blob.text(), isCut: (info.size ?? 0) > shownText };
}

async function loadRecording(place: Place, kind: 'video' | 'audio'): Promise<Loaded> {
  const { storage, bucket, info, signal } = place;
  if ((info.size ?? 0) > wholeRecording) return { kind, source: await urlOf(place) };
  return { kind, source: await storage.download(bucket.id, info.name, { signal, timeout: 0 }) };
}

/** By a URL, since the browser's viewer reads it piece by piece. */
async function loadPdf(place: Place): Promise<Loaded> {
  if (!navigator.pdfViewerEnabled) return { kind: 'none', reason: 'pdf' };
  return { kind: 'pdf', source: await urlOf(place) };
}

const urlOf = ({ storage, bucket, info, canWrite }: Place): Promise<string> | string =>
  canWrite ? storage.sign(bucket.id, info.name, urlLife) : storage.publicUrl(bucket.id, info.name);
