/** Calls `send` with 0, 1, 2… evenly at a rate, catching up where a timer came late; gives how often. */
export async function paced(
  perSecond: number,
  seconds: number,
  send: (index: number) => void,
): Promise<number> {
  const started = performance.now();
  const total = Math.floor(perSecond * seconds);
  for (let sent = 0; sent < total; ) {
    const due = Math.min(total, Math.floor(((performance.now() - started) / 1000) * perSecond));
    for (; sent < due; sent += 1) send(sent);
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  return total;
}
