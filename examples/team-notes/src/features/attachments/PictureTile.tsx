import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type Attachment, pictureUrlQuery } from './attachments';
import { FileIcon } from './FileIcon';
import { PictureDialog } from './PictureDialog';
import { RemoveButton } from './RemoveButton';

type Props = { attachment: Attachment; canWrite: boolean };

export function PictureTile({ attachment, canWrite }: Props) {
  const { data: url, isError } = useQuery(pictureUrlQuery(attachment, 'thumbnail'));
  const [broken, setBroken] = useState(false);
  const [open, setOpen] = useState(false);
  const { name, type } = attachment;
  return (
    <li className="picture">
      <button type="button" className="picture-main" title={name} onClick={() => setOpen(true)}>
        {broken || isError ? (
          <FileIcon type={type} />
        ) : (
          url && <img src={url} alt="" loading="lazy" onError={() => setBroken(true)} />
        )}
        <span className="picture-name">
          <span className="visually-hidden">Show </span>
          {name}
        </span>
      </button>
      {canWrite && <RemoveButton attachment={attachment} />}
      {open && <PictureDialog attachment={attachment} onClose={() => setOpen(false)} />}
    </li>
  );
}
