import type { FastifyInstance } from 'fastify';

/** How long the database may take to answer before the server counts as unhealthy, in milliseconds. */
const patience = 2_000;

export interface HealthOptions {
  readonly version: string;
  /** Asks the database something trivial; rejects where it does not answer. */
  readonly askDatabase: () => Promise<unknown>;
}

/** GET /health: 200 where requests can be served, 503 where the database does not answer. */
export function addHealthRoute(
  app: FastifyInstance,
  { version, askDatabase }: HealthOptions,
): void {
  app.get('/health', async (_request, reply) => {
    const healthy = await answersInTime(askDatabase());
    const body = { status: healthy ? 'ok' : 'unavailable', version };
    return reply
      .code(healthy ? 200 : 503)
      .header('cache-control', 'no-store')
      .send(body);
  });
}

async function answersInTime(asking: Promise<unknown>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), patience);
  });
  const answered = asking.then(
    () => true,
    () => false,
  );
  const healthy = await Promise.race([answered, late]);
  clearTimeout(timer);
  return healthy;
}
