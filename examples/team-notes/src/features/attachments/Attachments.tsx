import { useQuery } from '@tanstack/react-query';
import { Paperclip } from 'lucide-react';
import { useRef } from 'react';
import { LoadError } from '../../components/LoadError';
import type { Note } from '../notes/notes';
import { attachmentsQuery } from './attachments';
import { FileRow } from './FileRow';
import { accept, isPicture } from './limits';
import { PictureTile } from './PictureTile';
import { UploadRow } from './UploadRow';
import { useUploads } from './UploadsProvider';

type Props = { note: Note; canWrite: boolean };

/** The files of a note: pictures as tiles, the others as rows, and what is on its way. */
export function Attachments({ note, canWrite }: Props) {
  const { data: attachments = [], error } = useQuery(attachmentsQuery(note.id));
  const { uploads } = useUploads();
  const arriving = uploads.filter((upload) => upload.note.id === note.id);
  const pictures = attachments.filter(({ type }) => isPicture(type));
  const others = attachments.filter(({ type }) => !isPicture(type));
  const isEmpty = attachments.length + arriving.length === 0;

  if (isEmpty && !canWrite && !error) return null;
  return (
    <section className="files" aria-label="Files" data-empty={isEmpty}>
      <header className="files-head">
        <h2>
          Files {attachments.length > 0 && <span className="count">{attachments.length}</span>}
        </h2>
        {canWrite && <AttachButton note={note} />}
      </header>
      {error && <LoadError error={error} />}
      {isEmpty && !error && (
        <p className="hint">Choose, drop or paste pictures and documents, up to 10 MB each.</p>
      )}
      {pictures.length > 0 && (
        <ul className="pictures">
          {pictures.map((each) => (
            <PictureTile key={each.id} attachment={each} canWrite={canWrite} />
          ))}
        </ul>
      )}
      {others.length + arriving.length > 0 && (
        <ul className="file-rows">
          {others.map((each) => (
            <FileRow key={each.id} attachment={each} canWrite={canWrite} />
          ))}
          {arriving.map((each) => (
            <UploadRow key={each.id} upload={each} />
          ))}
        </ul>
      )}
    </section>
  );
}

function AttachButton({ note }: Pick<Props, 'note'>) {
  const { add } = useUploads();
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <button type="button" className="button small" onClick={() => input.current?.click()}>
        <Paperclip /> Attach
      </button>
      <input
        ref={input}
        type="file"
        aria-label="Files to attach"
        accept={accept}
        multiple
        hidden
        onChange={({ target }) => {
          add(note, target.files ?? []);
          target.value = '';
        }}
      />
    </>
  );
}
