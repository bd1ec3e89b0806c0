import { type Database, ident, type Sql, sql, type Transaction } from '@plinth/postgres';
import type { Member, MemberRole } from '../api/members.ts';

/** A member, with the role that one project gives them. */
export interface MemberInProject extends Member {
  /** Null where the project gives none by itself; see `projectRole`. */
  readonly givenRole: MemberRole | null;
}

interface MemberRow {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly role: MemberRole;
  readonly created_at: string;
  readonly given_role: MemberRole | null;
}

const membersTable = ident('console', 'members');
const rolesTable = ident('console', 'project_roles');

/** Number of the advisory lock under which the owner is made. */
const setupLock = 7_081_054_324;

/** The members of the team, in the control database. */
export class MemberStore {
  readonly #control: Database;

  constructor(control: Database) {
    this.#control = control;
  }

  /** True once there is a member: then the first start is over for good. */
  async hasMembers(): Promise<boolean> {
    const [row] = await this.#control.query<{ found: boolean }>(
      sql`select exists (select from ${membersTable}) as found`,
    );
    return row?.found === true;
  }

  /** The member with this account, and the role that `ref` gives them. */
  async find(id: string, ref: string | null): Promise<MemberInProject | undefined> {
    const [row] = await this.#control.query<MemberRow>(sql`
      select ${memberColumns}, r.role as given_role
      from ${membersTable} m
      left join ${rolesTable} r on r.member_id = m.id and r.project_ref = ${ref}
      where m.id = ${id}`);
    return row === undefined ? undefined : { ...member(row), givenRole: row.given_role };
  }

  /** The roles that projects give a member, by ref. */
  async projectRoles(id: string): Promise<ReadonlyMap<string, MemberRole>> {
    const rows = await this.#control.query<{ ref: string; role: MemberRole }>(
      sql`select project_ref as ref, role from ${rolesTable} where member_id = ${id}`,
    );
    return new Map(rows.map(({ ref, role }) => [ref, role]));
  }

  /**
   * Runs `work` while nobody else can make the first owner, and while there is none. `otherwise` throws
   * where there is one already.
   */
  async asFirst<T>(
    work: (add: (owner: Omit<Member, 'createdAt'>) => Promise<Member>) => Promise<T>,
    otherwise: () => never,
  ): Promise<T> {
    return this.#control.transaction(async (transaction) => {
      await transaction.query(sql`select set_config('lock_timeout', '10s', true)`);
      await transaction.query(sql`select pg_advisory_xact_lock(${setupLock})`);
      const [row] = await transaction.query<{ found: boolean }>(
        sql`select exists (select from ${membersTable}) as found`,
      );
      if (row?.found === true) otherwise();
      return work((owner) => insert(transaction, owner));
    });
  }
}

const memberColumns: Sql = sql`
  m.id::text as id, m.email, m.name, m.role,
  to_char(m.created_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as created_at`;

async function insert(
  transaction: Transaction,
  { id, email, name, role }: Omit<Member, 'createdAt'>,
): Promise<Member> {
  const [row] = await transaction.query<MemberRow>(sql`
    insert into ${membersTable} as m (id, email, name, role)
    values (${id}, ${email}, ${name}, ${role})
    returning ${memberColumns}`);
  if (row === undefined) throw new TypeError('INSERT … RETURNING gave no row');
  return member(row);
}

function member({ id, email, name, role, created_at }: MemberRow): Member {
  return { id, email, name, role, createdAt: created_at };
}
