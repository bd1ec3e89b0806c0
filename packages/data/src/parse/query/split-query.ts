import { dataError } from '../../errors/catalogue.ts';
import { limits, tooMuch } from '../limits.ts';

/** One parameter of a query string; `value` is undefined where it had no equals sign. */
export interface QueryParameter {
  readonly name: string;
  readonly value: string | undefined;
}

/** The parameters of a raw query, decoded, in order. Throws PGRST100 on text that is not UTF-8. */
export function splitQuery(raw: string): readonly QueryParameter[] {
  if (raw === '') return [];
  const parameters: QueryParameter[] = [];
  // `;` separates parameters too, as it did before HTML 5; clients that mean it send %3B.
  const separator = raw.includes(';') ? /[&;]/ : '&';
  const pieces = raw.split(separator, limits.parameters + 1);
  if (pieces.length > limits.parameters) throw tooMuch('query', `${limits.parameters} parameters`);
  for (const piece of pieces) {
    if (piece === '') continue;
    const equals = piece.indexOf('=');
    if (equals < 0) parameters.push({ name: decodeText(piece), value: undefined });
    else {
      const value = decodeText(piece.slice(equals + 1));
      parameters.push({ name: decodeText(piece.slice(0, equals)), value });
    }
  }
  return parameters;
}

/** A percent sign, or a raw byte above ASCII, which node hands over as one Latin-1 character. */
const needsDecoding = /[%\u0080-\u00ff]/;

/** Percent-decodes text of a URL; `+` is a space, a `%` that encodes nothing stays as it is. */
export function decodeText(encoded: string): string {
  const spaced = encoded.includes('+') ? encoded.replaceAll('+', ' ') : encoded;
  const text = needsDecoding.test(spaced) ? decodePercent(spaced) : spaced;
  if (text.includes('\0')) {
    throw dataError('PGRST100', {
      message: 'The parameters hold a NUL byte',
      details: 'Neither names nor values can hold the character U+0000.',
    });
  }
  return text;
}

function decodePercent(encoded: string): string {
  if (/[\u0080-\u00ff]/.test(encoded)) return decodeLeniently(encoded);
  try {
    return decodeURIComponent(encoded);
  } catch {
    return decodeLeniently(encoded);
  }
}

const strictUtf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** For text with a stray `%` or with raw bytes, which decodeURIComponent refuses or misreads. */
function decodeLeniently(encoded: string): string {
  const source = Buffer.from(encoded, 'latin1');
  const bytes: number[] = [];
  for (let index = 0; index < source.length; index += 1) {
    const digits = source.toString('latin1', index + 1, index + 3);
    if (source[index] === 0x25 && /^[0-9a-f]{2}$/i.test(digits)) {
      bytes.push(Number.parseInt(digits, 16));
      index += 2;
    } else bytes.push(source[index] ?? 0);
  }
  try {
    return strictUtf8.decode(Uint8Array.from(bytes));
  } catch {
    throw dataError('PGRST100', {
      message: 'The parameters are not valid UTF-8',
      details: 'Percent-encoded bytes must form UTF-8 text.',
    });
  }
}
