/** A LIKE pattern as its pieces: text, one character, any characters. */
type Piece = string | typeof one | typeof many;
const one = Symbol('_');
const many = Symbol('%');

/** Whether the pattern ends with an escape that escapes nothing, which Postgres refuses. */
export function hasDanglingEscape(pattern: string): boolean {
  return /(?:^|[^\\])(?:\\\\)*\\$/.test(pattern);
}

/** A test for LIKE with backslash as its escape, under a collation where equal means the same bytes. */
export function likeTest(pattern: string): (text: string) => boolean {
  const pieces = piecesOf(pattern);
  return (text) => matches(pieces, [...text]);
}

function piecesOf(pattern: string): readonly Piece[] {
  const pieces: Piece[] = [];
  const characters = [...pattern];
  for (let at = 0; at < characters.length; at += 1) {
    const character = characters[at] ?? '';
    if (character === '%') {
      if (pieces.at(-1) !== many) pieces.push(many);
    } else if (character === '_') pieces.push(one);
    else if (character === '\\') {
      at += 1;
      pieces.push(characters[at] ?? '');
    } else pieces.push(character);
  }
  return pieces;
}

/** Goes back to the last `%` alone, so the time is at most the product of both lengths. */
function matches(pieces: readonly Piece[], text: readonly string[]): boolean {
  let at = 0;
  let piece = 0;
  let backPiece = -1;
  let backAt = 0;
  while (at < text.length) {
    const wanted = pieces[piece];
    if (wanted === many) {
      backPiece = piece;
      backAt = at;
      piece += 1;
    } else if (wanted !== undefined && (wanted === one || wanted === text[at])) {
      piece += 1;
      at += 1;
    } else if (backPiece >= 0) {
      backAt += 1;
      at = backAt;
      piece = backPiece + 1;
    } else return false;
  }
  while (pieces[piece] === many) piece += 1;
  return piece === pieces.length;
}
