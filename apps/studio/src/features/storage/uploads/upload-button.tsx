import { File, FolderOpen, Upload } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import { t } from '../../../lib/i18n/translate.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Menu, MenuItem } from '../../../ui/overlays/menu.tsx';
import { chosenFiles, type GivenFile } from './dropped-files.ts';

/** Chooses files, or a folder with all that is in it. */
export function UploadButton({
  onFiles,
}: {
  readonly onFiles: (files: readonly GivenFile[]) => void;
}): ReactNode {
  const files = useRef<HTMLInputElement>(null);
  const folder = useRef<HTMLInputElement>(null);
  const take = (input: HTMLInputElement): void => {
    onFiles(chosenFiles(input.files));
    input.value = '';
  };
  return (
    <>
      <Menu
        align="end"
        trigger={
          <Button kind="primary" size="small" icon={<Upload size={14} />} className="max-md:h-9">
            {t('storage.upload')}
          </Button>
        }
      >
        <MenuItem icon={<File size={16} />} onSelect={() => files.current?.click()}>
          {t('storage.chooseFiles')}
        </MenuItem>
        <MenuItem icon={<FolderOpen size={16} />} onSelect={() => folder.current?.click()}>
          {t('storage.chooseFolder')}
        </MenuItem>
      </Menu>
      <input
        ref={files}
        type="file"
        multiple
        hidden
        data-files
        onChange={(event) => take(event.currentTarget)}
      />
      <input
        ref={folder}
        type="file"
        hidden
        onChange={(event) => take(event.currentTarget)}
        {...{ webkitdirectory: '' }}
      />
    </>
  );
}
