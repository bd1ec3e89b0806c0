import type { VerifiedBody } from './body/verified-body.ts';
import { s3Error } from './errors.ts';
import { readXml, type XmlElement } from './xml/read-xml.ts';

/** Largest document, in bytes: ten thousand parts with their checksums. */
const largest = 4_194_304;

/** The outermost element of the XML in a body, which must have this name. Throws `MalformedXML`. */
export async function readDocument(body: VerifiedBody, name: string): Promise<XmlElement> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body.source) {
    size += chunk.byteLength;
    if (size > largest) throw s3Error('MalformedXML', { message: 'The document is too large.' });
    chunks.push(chunk);
  }
  const document = readXml(Buffer.concat(chunks).toString('utf8'));
  if (document.name !== name) throw s3Error('MalformedXML');
  return document;
}
