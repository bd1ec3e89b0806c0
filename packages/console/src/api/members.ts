/** What a member may do in a project; each role may do all that the ones after it may. */
export type MemberRole = 'owner' | 'admin' | 'developer' | 'viewer';

/** GET /console/v1/status: what Studio must know before anyone has signed in. Open to everyone. */
export interface ConsoleStatus {
  readonly version: string;
  /** False until the owner account exists; Studio then shows its first-start page. */
  readonly setUp: boolean;
  /** True where setting up needs the token that `plinth start` prints (a server not on loopback). */
  readonly setupTokenRequired: boolean;
  /** Base URL of the control project, whose Auth API signs members in. */
  readonly controlUrl: string;
  /** Public key of the control project: the bearer of every call without a session. */
  readonly controlKey: string;
}

/** POST /console/v1/setup: creates the owner account; 409 `already_set_up` once there is one. */
export interface SetupInput {
  readonly name: string;
  readonly email: string;
  readonly password: string;
  readonly token?: string;
}

/** GET /console/v1/me; also the answer to a set-up. */
export interface Member {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly role: MemberRole;
  readonly createdAt: string;
}

/** Body of every failed call of the console. */
export interface ConsoleError {
  readonly code: string;
  readonly message: string;
  readonly hint: string | null;
  /** For failures that Postgres reported: SQLSTATE, detail, position… */
  readonly database?: DatabaseErrorDetails;
  readonly requestId: string;
}

export interface DatabaseErrorDetails {
  readonly sqlState: string;
  readonly message: string;
  readonly detail: string | null;
  readonly hint: string | null;
  /** 1-based character of the statement that was sent; null where Postgres named none. */
  readonly position: number | null;
  readonly constraint: string | null;
  readonly table: string | null;
  readonly column: string | null;
}
