/** A time of the clock (milliseconds since 1970) as a parameter of a statement. */
export function isoDate(milliseconds: number): Date {
  return new Date(milliseconds);
}
