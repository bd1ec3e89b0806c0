import { storageError } from '../errors.ts';

const units: Readonly<Record<string, number>> = { GB: 1e9, MB: 1e6, KB: 1e3, B: 1 };

/** Bytes of a bucket's limit as clients write it: a number, or decimal units like `20MB`. Throws AppError. */
export function parseFileSize(value: number | string): number {
  if (typeof value === 'number') {
    if (Number.isSafeInteger(value) && value >= 0) return value;
    throw wrong();
  }
  const [, amount, unit] = /^(\d+(?:\.\d+)?)(gb|mb|kb|b)$/i.exec(value) ?? [];
  const bytes =
    Number(Number(amount).toPrecision(3)) * (units[unit?.toUpperCase() ?? ''] ?? Number.NaN);
  if (amount === undefined || !Number.isSafeInteger(Math.round(bytes))) throw wrong();
  return Math.round(bytes);
}

function wrong(): Error {
  return storageError('InvalidRequest', {
    message: 'Invalid file size format, hint: use 20GB / 20MB / 30KB / 3B',
  });
}
