/** One kind of request that every target answers with the same bytes. */
export interface Scenario {
  readonly name: string;
  readonly title: string;
  readonly method: 'GET' | 'POST';
  /** Below the base URL. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly expectedStatus: number;
}

const columns = 'id,title,done,position,created_at';

export const scenarios: readonly Scenario[] = [
  {
    name: 'read',
    title: '20-row read under RLS by a signed-in user',
    method: 'GET',
    path: `/rest/v1/tasks?select=${columns}&project_id=eq.1&order=position.asc&limit=20`,
    headers: {},
    expectedStatus: 200,
  },
  {
    name: 'insert',
    title: 'single-row insert under RLS',
    method: 'POST',
    path: '/rest/v1/events',
    headers: { 'content-type': 'application/json', prefer: 'return=minimal' },
    body: JSON.stringify({
      project_id: 1,
      kind: 'opened',
      detail: 'the board of the spring release',
    }),
    expectedStatus: 201,
  },
  {
    name: 'embed',
    title: 'five rows with twenty embedded each, under RLS',
    method: 'GET',
    path: '/rest/v1/projects?select=id,name,tasks(id,title)&order=id.asc&limit=5',
    headers: {},
    expectedStatus: 200,
  },
];
