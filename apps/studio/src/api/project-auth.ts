import type { ProjectDetails } from '@plinth/console/api';
import type { ApiClient, Method } from './client.ts';

/** A person who signs in to the project's application, as GET /auth/v1/admin/users writes them. */
export interface AuthUser {
  readonly id: string;
  readonly email?: string;
  readonly phone?: string;
  readonly role?: string;
  readonly created_at: string;
  readonly updated_at?: string;
  readonly invited_at?: string | null;
  readonly email_confirmed_at?: string | null;
  readonly phone_confirmed_at?: string | null;
  readonly last_sign_in_at?: string | null;
  readonly banned_until?: string | null;
  readonly deleted_at?: string | null;
  readonly is_anonymous?: boolean;
  readonly app_metadata: Readonly<Record<string, unknown>>;
  readonly user_metadata: Readonly<Record<string, unknown>>;
  readonly identities?: readonly AuthIdentity[] | null;
  readonly factors?:
    | readonly { readonly id: string; readonly factor_type: string; readonly status: string }[]
    | null;
}

interface AuthIdentity {
  readonly identity_id: string;
  readonly provider: string;
  readonly created_at?: string;
  readonly last_sign_in_at?: string | null;
}

export interface UserPage {
  readonly users: readonly AuthUser[];
  readonly total: number;
}

export interface NewUser {
  readonly email: string;
  readonly password: string;
  readonly email_confirm: boolean;
  readonly user_metadata?: Readonly<Record<string, unknown>>;
}

/** What can be changed of a user; `ban_duration` is `none`, or hours as `24h`. */
export interface UserChange {
  readonly email?: string;
  readonly password?: string;
  readonly email_confirm?: boolean;
  readonly ban_duration?: string;
  readonly user_metadata?: unknown;
  readonly app_metadata?: unknown;
}

/** The project's own Auth API with the member's token: the gateway lets members in where a service role may go. */
export class ProjectAuthApi {
  readonly #client: ApiClient;
  readonly #base: string;
  readonly #key: string;

  constructor(client: ApiClient, project: Pick<ProjectDetails, 'url' | 'publishableKey'>) {
    this.#client = client;
    this.#base = `${project.url}/auth/v1`;
    this.#key = project.publishableKey;
  }

  async #call<T>(method: Method, path: string, body?: unknown): Promise<T> {
    const answer = await this.#client.call<T>(
      method,
      this.#base + path,
      this.#key,
      body === undefined ? {} : { body },
    );
    return answer.body;
  }

  /** `page` from 1. */
  async list(page: number, perPage: number, search: string): Promise<UserPage> {
    const query = new URLSearchParams({
      page: String(page),
      per_page: String(perPage),
      ...(search !== '' && { filter: search }),
    });
    const { body, headers } = await this.#client.call<{ readonly users: readonly AuthUser[] }>(
      'GET',
      `${this.#base}/admin/users?${query}`,
      this.#key,
    );
    const total = Number(headers.get('x-total-count') ?? body.users.length);
    return { users: body.users, total };
  }

  user = (id: string): Promise<AuthUser> => this.#call('GET', `/admin/users/${id}`);
  create = (user: NewUser): Promise<AuthUser> => this.#call('POST', '/admin/users', user);
  invite = (email: string): Promise<AuthUser> => this.#call('POST', '/invite', { email });
  change = (id: string, change: UserChange): Promise<AuthUser> =>
    this.#call('PUT', `/admin/users/${id}`, change);
  remove = (id: string): Promise<unknown> =>
    this.#call('DELETE', `/admin/users/${id}`, { should_soft_delete: false });
  sendRecovery = (email: string): Promise<unknown> => this.#call('POST', '/recover', { email });
  sendMagicLink = (email: string): Promise<unknown> =>
    this.#call('POST', '/otp', { email, create_user: false });
  magicLink = (email: string): Promise<{ readonly action_link: string }> =>
    this.#call('POST', '/admin/generate_link', { type: 'magiclink', email });
}
