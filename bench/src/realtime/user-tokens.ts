import { randomUUID } from 'node:crypto';
import { SignJWT } from 'jose';

export interface BenchUser {
  readonly id: string;
  readonly token: string;
}

/** Users as the auth service would sign them in, an hour each. */
export function makeUsers(count: number, jwtSecret: string): Promise<BenchUser[]> {
  const key = new TextEncoder().encode(jwtSecret);
  return Promise.all(
    Array.from({ length: count }, async () => {
      const id = randomUUID();
      const token = await new SignJWT({ role: 'authenticated', aud: 'authenticated', sub: id })
        .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
        .setIssuedAt()
        .setExpirationTime('1h')
        .sign(key);
      return { id, token };
    }),
  );
}
