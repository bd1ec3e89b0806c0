import { createHash, timingSafeEqual } from 'node:crypto';
import { authError } from '../errors.ts';
import type { FlowType } from '../redirect/redirect-url.ts';

/** A client's promise to show the verifier when it exchanges the code (RFC 7636). */
export interface CodeChallenge {
  readonly method: 's256' | 'plain';
  readonly challenge: string;
}

/** The challenge of a request; undefined where it asks for the implicit flow. Throws `validation_failed`. */
export function parseChallenge(body: {
  readonly code_challenge?: string | null;
  readonly code_challenge_method?: string | null;
}): CodeChallenge | undefined {
  const challenge = body.code_challenge ?? '';
  const method = body.code_challenge_method ?? '';
  if (challenge === '' && method === '') return undefined;
  if (challenge === '' || method === '') {
    fail('PKCE flow requires code_challenge_method and code_challenge');
  }
  if (challenge.length < 43 || challenge.length > 128) {
    fail('code challenge has to be between 43 and 128 characters');
  }
  if (!/^[a-zA-Z._~0-9-]+$/.test(challenge)) {
    fail(
      'code challenge can only contain alphanumeric characters, hyphens, periods, underscores and tildes',
    );
  }
  const known = method.toLowerCase();
  if (known !== 's256' && known !== 'plain') {
    fail(`unsupported code_challenge method ${JSON.stringify(method)}`);
  }
  return { method: known, challenge };
}

/** Whether a request ends in a code exchange. */
export function flowOf(challenge: CodeChallenge | undefined): FlowType {
  return challenge === undefined ? 'implicit' : 'pkce';
}

/** True where the verifier is the one that the challenge was made of. */
export function answers({ method, challenge }: CodeChallenge, verifier: string): boolean {
  const answer =
    method === 's256' ? createHash('sha256').update(verifier).digest('base64url') : verifier;
  const [a, b] = [Buffer.from(challenge), Buffer.from(answer)];
  return a.length === b.length && timingSafeEqual(a, b);
}

function fail(message: string): never {
  throw authError('validation_failed', { message });
}
