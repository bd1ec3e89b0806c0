/** A log position as Postgres writes it: `16/B374D848`. */
export function formatLsn(lsn: bigint): string {
  const low = lsn & 0xffff_ffffn;
  return `${(lsn >> 32n).toString(16)}/${low.toString(16)}`.toUpperCase();
}

/** The position that Postgres wrote. */
export function parseLsn(text: string): bigint {
  const [high = '0', low = '0'] = text.split('/');
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`);
}
