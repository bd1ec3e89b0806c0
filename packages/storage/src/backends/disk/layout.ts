import { join } from 'node:path';

/** A blob's name: nothing else ever becomes a path. */
const versionPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** True for what this store gave out as a version; rows written by hand may hold anything. */
export function isVersion(text: string): boolean {
  return versionPattern.test(text);
}

/** Names of the 256 folders that blobs are spread over. */
export const shards: readonly string[] = Array.from({ length: 256 }, (_, index) =>
  index.toString(16).padStart(2, '0'),
);

/** Paths below the folder of a project's storage. */
export class DiskLayout {
  readonly root: string;

  constructor(root: string) {
    this.root = root;
  }

  /** Files being written; whatever lies here at a start is of a process that died. */
  get temporary(): string {
    return join(this.root, 'tmp');
  }

  get objects(): string {
    return join(this.root, 'objects');
  }

  get uploads(): string {
    return join(this.root, 'uploads');
  }

  /** Folder of a blob. Throws where `version` is none. */
  shard(version: string): string {
    if (!isVersion(version)) throw new TypeError(`not a blob version: ${version}`);
    return join(this.objects, version.slice(0, 2));
  }

  blob(version: string): string {
    return join(this.shard(version), version);
  }

  upload(id: string): string {
    if (!isVersion(id)) throw new TypeError(`not an upload id: ${id}`);
    return join(this.uploads, id);
  }
}
