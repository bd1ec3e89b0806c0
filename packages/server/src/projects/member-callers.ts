import { type ConsoleService, type Member, mayDo, projectRole } from '@plinth/console';
import { type Caller, callerFromClaims } from '@plinth/kernel';
import type { CallerResolver } from '../gateway/caller-resolver.ts';

/** Turns the session of a person of the control project into a caller of the console, or of a project. */
export class MemberCallers {
  readonly #control: () => CallerResolver;
  readonly #console: () => ConsoleService;

  /** Both are asked for late: the projects and the console are put together after this. */
  constructor(control: () => CallerResolver, console: () => ConsoleService) {
    this.#control = control;
    this.#console = console;
  }

  /** The caller of a console route; whether the person is a member is the console's to decide. */
  static ofConsole(caller: Caller): Caller {
    if (caller.kind !== 'user') return caller;
    return callerFromClaims('member', caller.claims, caller.role);
  }

  /** The caller of work that goes on without its request, for a member whose role may write. */
  static ofJob({ id, email }: Pick<Member, 'id' | 'email'>): Caller {
    return callerFromClaims('member', { sub: id, email }, 'service_role');
  }

  /**
   * The caller that a member's token makes on a project's own API: `service_role` for roles that may write
   * there, undefined for everybody else.
   */
  async ofProject(ref: string, token: string): Promise<Caller | undefined> {
    const caller = await this.#userOf(token);
    if (caller?.userId === undefined) return undefined;
    if (!(await this.#mayWrite(caller.userId, ref))) return undefined;
    // The session is one of the control project: the services of this one would look for it in vain.
    const { role: _, session_id: _session, ...claims } = caller.claims;
    return callerFromClaims('member', claims, 'service_role');
  }

  /** `service_role` passes by every policy, so it takes a role that may write rows anyway. */
  async #mayWrite(userId: string, ref: string): Promise<boolean> {
    const member = await this.#console().members.find(userId, ref);
    if (member === undefined) return false;
    const role = projectRole(member.role, member.givenRole);
    return role !== undefined && mayDo(role, 'rows.write');
  }

  async #userOf(token: string): Promise<Caller | undefined> {
    try {
      const caller = await this.#control().resolve({ authorization: `Bearer ${token}` }, '');
      return caller.kind === 'user' ? caller : undefined;
    } catch {
      // Not a token of the control project either: the project's own refusal stands.
      return undefined;
    }
  }
}
