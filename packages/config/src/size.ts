const units: Readonly<Record<string, number>> = {
  '': 1,
  b: 1,
  kb: 1e3,
  mb: 1e6,
  gb: 1e9,
  tb: 1e12,
  kib: 2 ** 10,
  mib: 2 ** 20,
  gib: 2 ** 30,
  tib: 2 ** 40,
};

/** Bytes of a number or of a text such as `50MiB`, `1.5 GB`, `300`. Throws an Error that says what is wrong. */
export function parseSize(raw: unknown): number {
  const [, amount = '', unit = ''] = /^(\d+(?:\.\d+)?)\s*([a-z]*)$/i.exec(String(raw).trim()) ?? [];
  const factor = units[unit.toLowerCase()];
  const bytes = Math.floor(Number(amount) * (factor ?? Number.NaN));
  if (amount === '' || !Number.isSafeInteger(bytes)) {
    throw new Error('must be a size such as 1048576, "50MiB" or "1GB"');
  }
  return bytes;
}
