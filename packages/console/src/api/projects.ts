import type { MemberRole } from './members.ts';

/** GET /console/v1/projects: those the member has a role in. */
export interface ProjectSummary {
  readonly ref: string;
  readonly name: string;
  readonly role: MemberRole;
}

/** GET /console/v1/projects/:ref: what Home shows. */
export interface ProjectDetails extends ProjectSummary {
  /** Base URL for supabase-js. */
  readonly url: string;
  /** The keys that may be in a browser: current format, and the legacy JWT of the same rights. */
  readonly publishableKey: string;
  readonly anonKey: string;
  /** With the password replaced by `[password]`. */
  readonly databaseUrl: string;
  readonly mailUrl: string;
  readonly postgresVersion: string;
  /** Bytes. */
  readonly databaseSize: number;
  readonly counts: { readonly tables: number; readonly users: number };
  readonly startedAt: string;
}

/** POST /console/v1/projects/:ref/secrets/reveal: owner and admin only; written to the audit log. */
export interface ProjectSecrets {
  readonly secretKey: string;
  readonly serviceRoleKey: string;
  readonly databaseUrl: string;
  readonly jwtSecret: string;
}
