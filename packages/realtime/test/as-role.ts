import { Session } from '@plinth/postgres';
import type { TestDatabase } from '@plinth/testkit';

/** Runs a script as a role of requests (or as a login role), and gives the warnings that it raised. */
export type AsRole = (role: string, script: string, userId?: string) => Promise<string[]>;

/** Scripts on sessions of their own. */
export function asRole(database: TestDatabase): AsRole {
  return async (role, script, userId) => {
    const warnings: string[] = [];
    const session = await Session.open(
      database.connection(role === 'postgres' ? role : 'authenticator'),
      {
        onNotice: ({ severity, message }) => {
          if (severity === 'WARNING') warnings.push(message);
        },
      },
    );
    const claims = JSON.stringify({ role, ...(userId !== undefined && { sub: userId }) });
    try {
      const settings = role === 'postgres' ? [] : [`set role ${role}`];
      const { failure } = await session.run([
        { text: `select set_config('request.jwt.claims', $1, false)`, values: [claims] },
        ...settings.map((text) => ({ text })),
        ...script.split(';').map((text) => ({ text })),
      ]);
      if (failure !== null) throw failure.error;
      return warnings;
    } finally {
      await session.close();
    }
  };
}
