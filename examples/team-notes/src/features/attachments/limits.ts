import { fileSize } from '../../lib/format';

/** The largest file that the bucket `attachments` takes, in bytes. */
const maxSize = 10 * 1024 * 1024;

const office = 'application/vnd.openxmlformats-officedocument';
const openDocument = 'application/vnd.oasis.opendocument';

/** The types that the bucket takes. Browsers do not know them all, so the ending decides. */
const typeOfEnding: Readonly<Record<string, string>> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  webp: 'image/webp',
  gif: 'image/gif',
  pdf: 'application/pdf',
  txt: 'text/plain',
  md: 'text/markdown',
  csv: 'text/csv',
  zip: 'application/zip',
  docx: `${office}.wordprocessingml.document`,
  xlsx: `${office}.spreadsheetml.sheet`,
  pptx: `${office}.presentationml.presentation`,
  odt: `${openDocument}.text`,
  ods: `${openDocument}.spreadsheet`,
};

/** For file inputs. */
export const accept = Object.keys(typeOfEnding)
  .map((ending) => `.${ending}`)
  .join();

const takenTypes = 'Notes take pictures, PDFs, text, tables, office documents and ZIP archives.';

export const isPicture = (type: string) => type.startsWith('image/');

const endingOf = (name: string) => name.split('.').at(-1)?.toLowerCase() ?? '';

/** The type that a file is sent as; undefined where notes do not take it. */
export const typeOf = ({ name }: Pick<File, 'name'>) => typeOfEnding[endingOf(name)];

/** "PDF", "JPEG": the type of a file for people. */
export function typeName({ name, type }: { name: string; type: string }): string {
  const ending = endingOf(name);
  return typeOfEnding[ending] === type ? ending.toUpperCase() : (type.split('/')[1] ?? type);
}

/** Why a file cannot be attached, as a sentence; undefined where it can. */
export function problemWith(file: File): string | undefined {
  if (!typeOf(file)) return `Files of this type cannot be attached. ${takenTypes}`;
  if (file.size > maxSize) {
    return `${fileSize(file.size)} is too large. A file may have up to ${fileSize(maxSize)}.`;
  }
  if (file.size === 0) return 'The file is empty.';
  return undefined;
}
