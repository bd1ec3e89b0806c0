const space = 0x20;
const zero = 0x30;
const nine = 0x39;

/** The whole number behind a marker such as `"seq":` between two places of a buffer; -1 where there is none. */
export function numberAfter(data: Buffer, marker: Buffer, start: number, end: number): number {
  const found = data.indexOf(marker, start);
  if (found < 0 || found + marker.length >= end) return -1;
  let at = found + marker.length;
  while (data[at] === space) at += 1;
  let value = -1;
  for (; at < end; at += 1) {
    const digit = data[at] ?? 0;
    if (digit < zero || digit > nine) break;
    value = (value < 0 ? 0 : value * 10) + digit - zero;
  }
  return value;
}
