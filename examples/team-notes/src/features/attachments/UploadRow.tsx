import { RotateCw, X } from 'lucide-react';
import { FileIcon } from './FileIcon';
import { typeOf } from './limits';
import { type Upload, useUploads } from './UploadsProvider';

/** A file on its way, or why it did not get there. */
export function UploadRow({ upload }: { upload: Upload }) {
  const { retry, drop } = useUploads();
  const { file, problem, canRetry } = upload;
  return (
    <li className="file-row" data-failed={problem !== undefined}>
      <div className="file-main">
        <FileIcon type={typeOf(file) ?? ''} />
        <span className="file-text">
          <span className="file-name">{file.name}</span>
          {problem ? (
            <span className="file-meta" role="alert">
              {problem}
            </span>
          ) : (
            <Progress upload={upload} />
          )}
        </span>
      </div>
      {canRetry && (
        <button
          type="button"
          className="icon-button"
          aria-label={`Try ${file.name} again`}
          title="Try again"
          onClick={() => retry(upload)}
        >
          <RotateCw />
        </button>
      )}
      <button
        type="button"
        className="icon-button"
        aria-label={problem ? `Put ${file.name} away` : `Stop ${file.name}`}
        title={problem ? 'Put away' : 'Stop'}
        onClick={() => drop(upload)}
      >
        <X />
      </button>
    </li>
  );
}

function Progress({ upload: { file, sent } }: { upload: Upload }) {
  const percent = Math.floor(sent * 100);
  return (
    <span className="file-progress">
      <progress max={100} value={percent} aria-label={`Sending ${file.name}`} />
      <span className="file-meta">{percent} %</span>
    </span>
  );
}
