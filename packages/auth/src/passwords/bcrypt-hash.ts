/** The cost of a bcrypt hash; undefined for anything else. */
export function bcryptCost(hash: string): number | undefined {
  const cost = /^\$2[abxy]?\$(\d{2})\$[./A-Za-z0-9]{53}$/.exec(hash)?.[1];
  return cost === undefined ? undefined : Number(cost);
}
