import { FileArchive, FileImage, FileSpreadsheet, FileText, Presentation } from 'lucide-react';
import { isPicture } from './limits';

/** What kind of file it is, beside its name. */
export function FileIcon({ type }: { type: string }) {
  const Icon = iconOf(type);
  return (
    <span className="file-icon" aria-hidden="true">
      <Icon />
    </span>
  );
}

function iconOf(type: string) {
  if (isPicture(type)) return FileImage;
  if (/zip/.test(type)) return FileArchive;
  if (/sheet$|csv$/.test(type)) return FileSpreadsheet;
  if (/presentation$/.test(type)) return Presentation;
  return FileText;
}
