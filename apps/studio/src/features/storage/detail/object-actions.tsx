import { Download, EllipsisVertical, FolderInput, Link2, PencilLine, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import type { ObjectInfo, ProjectStorageApi, StorageBucket } from '../../../api/project-storage.ts';
import { t } from '../../../lib/i18n/translate.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { IconButton } from '../../../ui/controls/icon-button.tsx';
import { describeError } from '../../../ui/layout/error-note.tsx';
import { Menu, MenuItem, MenuLine } from '../../../ui/overlays/menu.tsx';
import { announce } from '../../../ui/overlays/toasts.tsx';
import { type FileEntry, lastPart } from '../browse/entries.ts';
import { present, useStorage } from '../data/use-storage.ts';
import type { ObjectPaneProps } from './object-pane.tsx';

/** Seconds: the browser asks for the file at once. */
const downloadLife = 60;

/** Lets the browser save a file, streamed by a signed URL that ends soon. */
async function saveFile(
  storage: ProjectStorageApi,
  bucket: string,
  key: string,
  isSigned: boolean,
): Promise<void> {
  const name = encodeURIComponent(lastPart(key));
  const link = document.createElement('a');
  link.href = isSigned
    ? `${await storage.sign(bucket, key, downloadLife)}&download=${name}`
    : `${storage.publicUrl(bucket, key)}?download=${name}`;
  link.rel = 'noreferrer';
  link.click();
}

/** What can be done with a file. */
export function ObjectActions({
  projectRef,
  bucket,
  info,
  canWrite,
  onSign,
  onRename,
  onMove,
  onDelete,
}: ObjectPaneProps & {
  readonly bucket: StorageBucket;
  readonly info: ObjectInfo;
  readonly canWrite: boolean;
  readonly onSign: () => void;
}): ReactNode {
  const { storage } = useStorage(projectRef);
  const file: FileEntry = {
    kind: 'file',
    key: info.name,
    name: lastPart(info.name),
    id: info.id,
    size: info.size ?? 0,
    type: info.content_type ?? '',
    version: info.version ?? '',
    updatedAt: info.last_modified,
  };
  const save = (): void => {
    saveFile(present(storage), bucket.id, info.name, canWrite).catch((error: unknown) =>
      announce({
        kind: 'danger',
        title: t('storage.notDownloaded'),
        detail: describeError(error).message,
      }),
    );
  };
  if (!canWrite && !bucket.public) return null;
  return (
    <div className="flex flex-wrap items-center gap-2 border-b border-line px-4 py-2">
      <Button size="small" icon={<Download size={14} />} onClick={save}>
        {t('storage.download')}
      </Button>
      {canWrite && (
        <>
          <Button size="small" icon={<Link2 size={14} />} onClick={onSign}>
            {t('storage.sign')}
          </Button>
          <span className="ml-auto" />
          <Menu
            align="end"
            trigger={
              <IconButton label={t('storage.fileMore')}>
                <EllipsisVertical size={17} />
              </IconButton>
            }
          >
            <MenuItem icon={<PencilLine size={16} />} keys="F2" onSelect={() => onRename(file)}>
              {t('storage.rename')}
            </MenuItem>
            <MenuItem icon={<FolderInput size={16} />} onSelect={() => onMove(file)}>
              {t('storage.move')}
            </MenuItem>
            <MenuLine />
            <MenuItem
              danger
              icon={<Trash2 size={16} />}
              keys="Delete"
              onSelect={() => onDelete(file)}
            >
              {t('action.delete')}
            </MenuItem>
          </Menu>
        </>
      )}
    </div>
  );
}
