/** Why a token was refused. */
export type JwtFailure =
  | 'empty'
  | 'malformed'
  | 'algorithm'
  | 'no_key'
  | 'signature'
  | 'expired'
  | 'not_yet_valid'
  | 'issued_in_future'
  | 'audience'
  | 'claims';

/** A token that must not be believed; `message` is worded as PostgREST words it. */
export class JwtError extends Error {
  readonly failure: JwtFailure;
  /** The claims, where the signature was right and only they were refused. */
  constructor(failure: JwtFailure, message: string) {
    super(message);
    this.name = 'JwtError';
    this.failure = failure;
  }
}
