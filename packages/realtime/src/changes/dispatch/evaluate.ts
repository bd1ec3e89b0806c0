import type { Clock } from '@plinth/kernel';
import type { ChangeEvent } from '../change-feed.ts';
import type { SqlFilter } from '../filters/filter.ts';
import { type FilterMatches, matchInSql } from '../filters/sql-filters.ts';
import type { OpenValue } from '../payload/change-values.ts';
import { errorText, eventText } from '../payload/event-text.ts';
import { writeOpenValues } from '../payload/open-values.ts';
import type { ImageDatabase } from '../policies/in-sql/image-database.ts';
import { completeImages } from '../policies/in-sql/lookup.ts';
import type { Visibility } from '../policies/visibility.ts';
import type { Audience } from './audience.ts';
import { describeBinding } from './binding.ts';
import { unfitFilter } from './broken-filter.ts';
import { askGroup, type Recipient } from './recipients.ts';
import type { Candidate, Entry, RoleGroup } from './role-group.ts';
import type { Subscriber } from './subscriber.ts';
import { ChangeTask, knows, type PlacedChange } from './task.ts';

/** An event that somebody receives. */
export interface Delivery {
  readonly subscriber: Subscriber;
  readonly placed: PlacedChange;
  readonly event: ChangeEvent;
}

export interface EvaluationTools {
  readonly images: ImageDatabase;
  readonly clock: Clock;
  readonly visibility: Visibility;
}

/**
 * Who receives what of a table's changes, in their order. Each step (filters, policies, values) asks Postgres at most
 * once per role for all changes together. Throws where Postgres is not there; nothing has been delivered then.
 */
export async function evaluate(
  audience: Audience,
  changes: readonly PlacedChange[],
  tools: EvaluationTools,
): Promise<readonly Delivery[]> {
  await audience.settle();
  const tasks = changes.map((placed) => new ChangeTask(placed));
  await complete(audience, tasks, tools);
  const recipients: Recipient[] = [];
  for (const group of audience.groups) {
    const candidates = candidatesOf(group, tasks);
    const passed = await passFilters(audience, tasks, candidates, tools);
    const asked = await askGroup(group, tasks, passed, tools.visibility);
    for (const recipient of asked) recipients.push(recipient);
  }
  await writeValues(audience, tasks, recipients, tools);
  return deliveries(audience, tasks, recipients);
}

/** Looks up what large values the policies need. */
async function complete(
  { table, groups }: Audience,
  tasks: readonly ChangeTask[],
  { images }: EvaluationTools,
): Promise<void> {
  const needed = new Set<string>();
  for (const { plan } of groups) {
    if ('columns' in plan) for (const name of plan.columns) needed.add(name);
  }
  const columns = [...needed];
  const open = tasks.flatMap(({ row }) =>
    row !== undefined && !knows(table, row, columns) ? [row] : [],
  );
  if (open.length > 0) await completeImages(images, table, open, columns);
}

function candidatesOf(group: RoleGroup, tasks: readonly ChangeTask[]): readonly Candidate[] {
  const found: Candidate[] = [];
  tasks.forEach((task, number) => {
    if (group.errorOf(task.kind) !== undefined) return;
    for (const candidate of group.candidates(task, number, isChecked(group, task))) {
      found.push(candidate);
    }
  });
  return found;
}

/** Whether policies say who is told. */
export function isChecked(group: RoleGroup, task: ChangeTask): boolean {
  return task.kind !== 'delete' || canCheckDelete(group, task);
}

/** Whether what the log kept of a deleted row is enough for the policies. */
export function canCheckDelete({ plan, table }: RoleGroup, task: ChangeTask): boolean {
  if (plan.kind === 'lookup') return false;
  return !('columns' in plan) || knows(table, task.image, plan.columns);
}

async function passFilters(
  { table }: Audience,
  tasks: readonly ChangeTask[],
  candidates: readonly Candidate[],
  { images, clock }: EvaluationTools,
): Promise<readonly Candidate[]> {
  const filters = new Set<SqlFilter>();
  const numbers = new Set<number>();
  for (const { open, task } of candidates) {
    for (const filter of open) filters.add(filter);
    if (open.length > 0) numbers.add(task);
  }
  if (filters.size === 0) return candidates;
  const asked = [...numbers];
  const rows = asked.map((number) => tasks[number]?.image).filter((image) => image !== undefined);
  const matches = await matchInSql(images, clock, table, rows, [...filters]);
  const places = new Map(asked.map((number, at) => [number, at]));
  return candidates.filter((candidate) => passes(candidate, places, matches));
}

function passes(
  { open, task, entry }: Candidate,
  places: ReadonlyMap<number, number>,
  matches: FilterMatches,
): boolean {
  return open.every((filter) => {
    if (filter.broken !== undefined) {
      entry.subscriber.fail(unfitFilter(describeBinding(entry.binding), filter.broken));
    }
    return matches.get(filter)?.has(places.get(task) ?? -1) === true;
  });
}

async function writeValues(
  { table }: Audience,
  tasks: readonly ChangeTask[],
  recipients: readonly Recipient[],
  { images }: EvaluationTools,
): Promise<void> {
  const open: OpenValue[] = [];
  for (const number of new Set(recipients.map(({ task }) => task))) {
    tasks[number]?.values(table, open);
  }
  await writeOpenValues(images, table, open);
}

function deliveries(
  audience: Audience,
  tasks: readonly ChangeTask[],
  recipients: readonly Recipient[],
): readonly Delivery[] {
  const perTask: Map<Subscriber, Draft[]>[] = [];
  const add: Add = (number, placed, entry, data) => {
    const { subscriber, binding } = entry;
    perTask[number] ??= new Map();
    const drafts = perTask[number].get(subscriber);
    const same = drafts?.find(({ event }) => event.data === data);
    if (same === undefined) {
      const draft = { subscriber, placed, event: { ids: [binding.id], data } };
      if (drafts === undefined) perTask[number].set(subscriber, [draft]);
      else drafts.push(draft);
    } else if (!same.event.ids.includes(binding.id)) same.event.ids.push(binding.id);
  };
  const texts = new TextCache(audience, tasks);
  for (const { entry, task, old } of recipients) {
    const placed = tasks[task]?.placed;
    if (placed !== undefined) add(task, placed, entry, texts.of(task, entry.view, old));
  }
  for (const group of audience.groups) addErrors(group, tasks, add);
  const all: Draft[] = [];
  // Holes are passed over: changes that nobody receives.
  perTask.forEach((bySubscriber) => {
    for (const drafts of bySubscriber.values()) {
      for (const draft of drafts) {
        if (draft.event.ids.length > 1) draft.event.ids.sort((a, b) => a - b);
        all.push(draft);
      }
    }
  });
  return all;
}

/** A delivery to which bindings may still be added. */
interface Draft extends Delivery {
  readonly event: ChangeEvent & { readonly ids: number[] };
}

type Add = (task: number, placed: PlacedChange, entry: Entry, data: string) => void;

function addErrors(group: RoleGroup, tasks: readonly ChangeTask[], add: Add): void {
  tasks.forEach(({ kind, placed }, number) => {
    const error = group.errorOf(kind);
    if (error === undefined) return;
    const { schema, name } = placed.change.table;
    const data = errorText({ table: { schema, name }, kind }, error);
    for (const entry of group.everyone(kind)) add(number, placed, entry, data);
  });
}

/** The texts of events: one for each change, set of columns and kind of old values. */
class TextCache {
  readonly #audience: Audience;
  readonly #tasks: readonly ChangeTask[];
  /** By what is seen: of each task the text with all old values, and the one with the key's. */
  readonly #texts = new Map<object, (string | undefined)[]>();

  constructor(audience: Audience, tasks: readonly ChangeTask[]) {
    this.#audience = audience;
    this.#tasks = tasks;
  }

  of(number: number, view: Recipient['entry']['view'], old: Recipient['old']): string {
    let byTask = this.#texts.get(view);
    if (byTask === undefined) {
      byTask = [];
      this.#texts.set(view, byTask);
    }
    const at = number * 2 + (old === 'all' ? 0 : 1);
    const known = byTask[at];
    const task = this.#tasks[number];
    if (known !== undefined || task === undefined) return known ?? '';
    const text = eventText(task.values(this.#audience.table, []), view, old);
    byTask[at] = text;
    return text;
  }
}
