import { Download } from 'lucide-react';
import { fileSize } from '../../lib/format';
import { type Attachment, useDownload } from './attachments';
import { FileIcon } from './FileIcon';
import { typeName } from './limits';
import { RemoveButton } from './RemoveButton';

type Props = { attachment: Attachment; canWrite: boolean };

export function FileRow({ attachment, canWrite }: Props) {
  const download = useDownload();
  const { name, size, uploader } = attachment;
  return (
    <li className="file-row">
      <button
        type="button"
        className="file-main"
        title={name}
        onClick={() => void download(attachment)}
      >
        <FileIcon type={attachment.type} />
        <span className="file-text">
          <span className="file-name">
            <span className="visually-hidden">Download </span>
            {name}
          </span>
          <span className="file-meta">
            {typeName(attachment)} · {fileSize(size)}
            {uploader && ` · ${uploader.full_name}`}
          </span>
        </span>
        <Download className="file-action" aria-hidden="true" />
      </button>
      {canWrite && <RemoveButton attachment={attachment} />}
    </li>
  );
}
