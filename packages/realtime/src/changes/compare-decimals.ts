/** Order of two numbers in Postgres's text form, exactly; NaN is greater than all and equal to itself. */
export function compareDecimals(left: string, right: string): number {
  if (left === right) return 0;
  const a = special(left);
  const b = special(right);
  if (a !== 0 || b !== 0) return Math.sign(a - b);
  const [aWhole, aPart] = split(left);
  const [bWhole, bPart] = split(right);
  const scale = Math.max(aPart.length, bPart.length);
  const x = BigInt(aWhole + aPart.padEnd(scale, '0'));
  const y = BigInt(bWhole + bPart.padEnd(scale, '0'));
  if (x === y) return 0;
  return x < y ? -1 : 1;
}

/** Where values that are no finite number stand; 0 for those that are. */
function special(text: string): number {
  if (text === 'NaN') return 2;
  if (text === 'Infinity') return 1;
  return text === '-Infinity' ? -1 : 0;
}

function split(text: string): readonly [whole: string, part: string] {
  const dot = text.indexOf('.');
  return dot < 0 ? [text, ''] : [text.slice(0, dot), text.slice(dot + 1)];
}
