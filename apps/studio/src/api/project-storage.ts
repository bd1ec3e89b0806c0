import type { ProjectDetails } from '@plinth/console/api';
import type { ApiClient, Method, RequestOptions } from './client.ts';
import { ApiError, errorFromBody } from './errors.ts';

/** A bucket as GET /storage/v1/bucket writes it. */
export interface StorageBucket {
  readonly id: string;
  readonly name: string;
  readonly public: boolean;
  /** Bytes; null: the limit of the project. */
  readonly file_size_limit: number | null;
  /** `image/png`, `image/*`; null: all. */
  readonly allowed_mime_types: readonly string[] | null;
  readonly created_at: string;
  readonly updated_at: string;
}

/** What can be told of a bucket. */
export type BucketRules = Pick<StorageBucket, 'public' | 'file_size_limit' | 'allowed_mime_types'>;

/** An entry of a page: a file, or a folder (id null). */
export interface StorageEntry {
  /** In full; folders end in a slash where they are listed as folders. */
  readonly name: string;
  readonly id: string | null;
  readonly updated_at: string | null;
  readonly created_at: string | null;
  readonly metadata: Readonly<Record<string, unknown>> | null;
}

export type ListColumn = 'name' | 'created_at' | 'updated_at';

export interface ListQuery {
  readonly prefix: string;
  readonly cursor?: string | undefined;
  /** 1…1,000. */
  readonly limit: number;
  /** False: every file below the prefix, without folders. */
  readonly folders: boolean;
  readonly column: ListColumn;
  readonly descending: boolean;
}

export interface StoragePage {
  readonly hasNext: boolean;
  readonly nextCursor?: string | undefined;
  readonly folders: readonly StorageEntry[];
  readonly objects: readonly StorageEntry[];
}

/** What GET /object/info says of a file. */
export interface ObjectInfo {
  readonly id: string;
  readonly name: string;
  readonly version: string | null;
  readonly size: number | null;
  readonly content_type: string | null;
  readonly cache_control: string | null;
  readonly etag: string | null;
  readonly metadata: Readonly<Record<string, unknown>> | null;
  readonly last_modified: string;
  readonly created_at: string;
}

/** How an image is resized; sizes in pixels. */
export interface ImageSize {
  readonly width?: number;
  readonly height?: number;
  readonly resize?: 'cover' | 'contain' | 'fill';
}

const pathOf = (key: string): string => key.split('/').map(encodeURIComponent).join('/');

/** The project's own Storage API with the member's token. Throws `ApiError` with the codes of that API. */
export class ProjectStorageApi {
  readonly #client: ApiClient;
  readonly #base: string;
  readonly #key: string;

  constructor(client: ApiClient, project: Pick<ProjectDetails, 'url' | 'publishableKey'>) {
    this.#client = client;
    this.#base = `${project.url}/storage/v1`;
    this.#key = project.publishableKey;
  }

  async #call<T>(method: Method, path: string, options: RequestOptions = {}): Promise<T> {
    const { body } = await this.#client.call<T>(method, this.#base + path, this.#key, options);
    return body;
  }

  buckets = (): Promise<readonly StorageBucket[]> =>
    this.#call('GET', '/bucket?sortColumn=name&sortOrder=asc');
  createBucket = (name: string, rules: BucketRules): Promise<unknown> =>
    this.#call('POST', '/bucket', { body: { name, ...rules } });
  updateBucket = (id: string, rules: BucketRules): Promise<unknown> =>
    this.#call('PUT', `/bucket/${encodeURIComponent(id)}`, { body: rules });
  emptyBucket = (id: string): Promise<unknown> =>
    this.#call('POST', `/bucket/${encodeURIComponent(id)}/empty`);
  deleteBucket = (id: string): Promise<unknown> =>
    this.#call('DELETE', `/bucket/${encodeURIComponent(id)}`);

  /** Largest file that the project takes, in bytes. */
  async largestFile(): Promise<number | null> {
    const url = `${this.#base}/upload/resumable`;
    const { headers } = await this.#client.call('OPTIONS', url, this.#key);
    const size = Number(headers.get('tus-max-size') ?? Number.NaN);
    return Number.isFinite(size) ? size : null;
  }

  list = (bucket: string, query: ListQuery, signal?: AbortSignal): Promise<StoragePage> =>
    this.#call('POST', `/object/list-v2/${encodeURIComponent(bucket)}`, {
      body: {
        prefix: query.prefix,
        limit: query.limit,
        with_delimiter: query.folders,
        ...(query.cursor !== undefined && { cursor: query.cursor }),
        sortBy: { column: query.column, order: query.descending ? 'desc' : 'asc' },
      },
      ...(signal !== undefined && { signal }),
    });

  info = (bucket: string, key: string): Promise<ObjectInfo> =>
    this.#call('GET', `/object/info/authenticated/${encodeURIComponent(bucket)}/${pathOf(key)}`);

  /** Those of at most 1,000 keys that name a file. */
  async existing(bucket: string, keys: readonly string[]): Promise<ReadonlySet<string>> {
    if (keys.length === 0) return new Set();
    const answers = await this.#call<
      readonly { readonly path: string; readonly error: string | null }[]
    >('POST', `/object/sign/${encodeURIComponent(bucket)}`, {
      body: { expiresIn: 1, paths: keys },
    });
    return new Set(answers.filter(({ error }) => error === null).map(({ path }) => path));
  }

  move = (
    from: { readonly bucket: string; readonly key: string },
    to: { readonly bucket: string; readonly key: string },
  ): Promise<unknown> =>
    this.#call('POST', '/object/move', {
      body: {
        bucketId: from.bucket,
        sourceKey: from.key,
        destinationBucket: to.bucket,
        destinationKey: to.key,
      },
      timeout: 120_000,
    });

  /** A URL that whoever has it reads the file by, for `life` seconds. */
  async sign(bucket: string, key: string, life: number, image?: ImageSize): Promise<string> {
    const { signedURL } = await this.#call<{ readonly signedURL: string }>(
      'POST',
      `/object/sign/${encodeURIComponent(bucket)}/${pathOf(key)}`,
      { body: { expiresIn: life, ...(image !== undefined && { transform: image }) } },
    );
    // Only the token is taken as it comes: the name in front of it is not percent-encoded.
    const at = signedURL.lastIndexOf('?token=');
    return `${this.#base}${pathOf(signedURL.slice(0, at))}${signedURL.slice(at)}`;
  }

  publicUrl = (bucket: string, key: string): string =>
    `${this.#base}/object/public/${encodeURIComponent(bucket)}/${pathOf(key)}`;

  /** The bytes of a file, by the route that also knows public buckets. */
  download = (bucket: string, key: string, options?: RequestOptions): Promise<Blob> =>
    this.#client.blob(
      `${this.#base}/object/${encodeURIComponent(bucket)}/${pathOf(key)}`,
      this.#key,
      options,
    );

  /** An image, made smaller by the server; `isPublic` where whoever asks may see it. */
  image(
    bucket: string,
    key: string,
    size: ImageSize,
    isPublic: boolean,
    options?: RequestOptions,
  ): Promise<Blob> {
    const query = new URLSearchParams(
      Object.entries(size).map(([name, value]) => [name, String(value)]),
    );
    const access = isPublic ? 'public' : 'authenticated';
    const url = `${this.#base}/render/image/${access}/${encodeURIComponent(bucket)}/${pathOf(key)}`;
    // What an <img> would ask for: the server then chooses the smaller format.
    const headers = { accept: 'image/webp,image/*' };
    return this.#client.blob(`${url}?${query}`, this.#key, { headers, ...options });
  }

  /** Where the bytes of a file go in one request. */
  uploadUrl = (bucket: string, key: string): string =>
    `${this.#base}/object/${encodeURIComponent(bucket)}/${pathOf(key)}`;

  /** Where resumable uploads begin. */
  get resumableUrl(): string {
    return `${this.#base}/upload/resumable`;
  }

  /** The headers of an upload, which is sent past the client for the sake of its progress. */
  credentials = (): Promise<Readonly<Record<'apikey' | 'authorization', string>>> =>
    this.#client.credentials(this.#key);

  /** Makes a folder: an empty file keeps it, as the Storage API knows none. */
  createFolder = (bucket: string, prefix: string): Promise<unknown> =>
    this.#client.call('POST', this.uploadUrl(bucket, `${prefix}${folderKeeper}`), this.#key, {
      headers: { 'content-type': 'application/octet-stream' },
    });
}

/** The file that keeps a folder without others; lists leave it out. */
export const folderKeeper = '.emptyFolderPlaceholder';

/** The failure that an upload was answered with: JSON, or text of the resumable protocol. */
export function uploadFailure(status: number, text: string): ApiError {
  try {
    return errorFromBody(status, JSON.parse(text));
  } catch {
    return new ApiError(status, { code: String(status), message: text.trim().slice(0, 300) });
  }
}
