/** Microseconds since 1970, as every process of this machine counts them. */
export function epochMicroseconds(): number {
  return Math.round((performance.timeOrigin + performance.now()) * 1000);
}
