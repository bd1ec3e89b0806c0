import { useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { Dialog } from '../../components/Dialog';
import { Notice } from '../../components/Notice';
import { explain } from '../../lib/errors';
import { fileSize } from '../../lib/format';
import { type Attachment, pictureUrlQuery, useDownload } from './attachments';
import { typeName } from './limits';

type Props = { attachment: Attachment; onClose: () => void };

/** A picture as large as the screen allows. */
export function PictureDialog({ attachment, onClose }: Props) {
  const { data: url, error } = useQuery(pictureUrlQuery(attachment, 'large'));
  const [broken, setBroken] = useState(false);
  const download = useDownload();
  const { name, size, uploader } = attachment;
  return (
    <Dialog title={name} wide onClose={onClose}>
      <div className="large-picture">
        {error && <Notice kind="error">{explain(error)}</Notice>}
        {broken && <Notice kind="error">The picture cannot be shown. Try to download it.</Notice>}
        {url && !broken && <img src={url} alt={name} onError={() => setBroken(true)} />}
      </div>
      <div className="picture-foot">
        <p className="hint">
          {typeName(attachment)} · {fileSize(size)}
          {uploader && ` · ${uploader.full_name}`}
        </p>
        <button type="button" className="button small" onClick={() => void download(attachment)}>
          <Download /> Download
        </button>
      </div>
    </Dialog>
  );
}
