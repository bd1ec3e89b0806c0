import pg from 'pg';
import { serveBaseline } from './baseline-server.ts';

/** node:http + pg pool: BEGIN, set_config, query, COMMIT, one after another. */
const [connection = '{}', jwksUrl = ''] = process.argv.slice(2);
const pool = new pg.Pool({ ...JSON.parse(connection), max: 10 });

serveBaseline(async (claims, { text, values, readOnly }) => {
  const client = await pool.connect();
  try {
    await client.query(readOnly ? 'begin read only' : 'begin');
    await client.query(
      "select set_config('role', $1, true), set_config('request.jwt.claims', $2, true)",
      [claims.role, claims.json],
    );
    const { rows } = await client.query(text, [...values]);
    await client.query('commit');
    return { body: rows[0]?.body ?? '', rows: Number(rows[0]?.rows ?? 0) };
  } catch (error) {
    await client.query('rollback');
    throw error;
  } finally {
    client.release();
  }
}, jwksUrl);
