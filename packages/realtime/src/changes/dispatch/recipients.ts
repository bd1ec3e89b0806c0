import type { OldValues } from '../payload/event-text.ts';
import type { Identity } from '../policies/identity.ts';
import type { Answer, Visibility } from '../policies/visibility.ts';
import type { RowImage } from '../row-image.ts';
import { isOfKind } from './binding.ts';
import { canCheckDelete, isChecked } from './evaluate.ts';
import type { Candidate, Entry, GroupIdentity, RoleGroup } from './role-group.ts';
import { type ChangeTask, knows } from './task.ts';

/** A binding that receives a change, and how much of its old values. */
export interface Recipient {
  readonly entry: Entry;
  readonly task: number;
  readonly old: OldValues;
}

/** Which of a group's candidates see the rows, and whether they saw the old ones. */
export async function askGroup(
  group: RoleGroup,
  tasks: readonly ChangeTask[],
  candidates: readonly Candidate[],
  visibility: Visibility,
): Promise<readonly Recipient[]> {
  const questions = new Questions(group);
  const openTasks = group.asksAll ? openTasksOf(group, tasks) : [];
  const listeners = openTasks.length > 0 ? askOpen(group, openTasks, questions) : [];
  for (const { entry, task, mustAsk } of candidates) {
    const at = tasks[task];
    if (at === undefined) continue;
    if (mustAsk) questions.ask(entry.identity, at.image);
    if (
      showsOld(at) &&
      at.oldRow !== undefined &&
      group.sees(entry.identity, at.oldRow) === undefined
    ) {
      questions.ask(entry.identity, at.oldRow);
    }
  }
  const answer = await questions.answer(visibility);
  tellUnanswered(group, answer);
  const recipients: Recipient[] = [];
  for (const { entry, task, mustAsk } of candidates) {
    const at = tasks[task];
    if (at === undefined || (mustAsk && !questions.sees(answer, entry.identity, at.image)))
      continue;
    recipients.push({ entry, task, old: oldValues(group, at, entry.identity, questions, answer) });
  }
  addOpen(group, openTasks, { listeners, questions, answer, recipients });
  return recipients;
}

interface OpenTask {
  readonly task: ChangeTask;
  readonly number: number;
}

/** The changes that those without filters receive where they see them. */
function openTasksOf(group: RoleGroup, tasks: readonly ChangeTask[]): readonly OpenTask[] {
  const found: OpenTask[] = [];
  tasks.forEach((task, number) => {
    if (group.errorOf(task.kind) === undefined && isChecked(group, task))
      found.push({ task, number });
  });
  return found;
}

/**
 * Asks about those without filters, all that are about the same kinds of change with one set of images: what this
 * costs depends on identities and on images, not on their pairs.
 */
function askOpen(
  group: RoleGroup,
  tasks: readonly OpenTask[],
  questions: Questions,
): readonly Listener[] {
  const listeners: Listener[] = [];
  const sets = new Map<string, ReadonlySet<number>>();
  const kinds = [...new Set(tasks.map(({ task }) => task.kind))];
  for (const identity of group.identities) {
    const own = kinds.filter((kind) => hasOpen(identity, kind));
    if (own.length === 0) continue;
    const key = own.join();
    let numbers = sets.get(key);
    if (numbers === undefined) {
      const some = tasks.filter(({ task }) => own.includes(task.kind));
      numbers = questions.numbersOf(
        some.flatMap(({ task }) =>
          showsOld(task) && task.oldRow !== undefined ? [task.image, task.oldRow] : [task.image],
        ),
      );
      sets.set(key, numbers);
    }
    questions.askAll(identity, numbers);
    listeners.push({ identity, entries: [...identity.open] });
  }
  return listeners;
}

function hasOpen({ open }: GroupIdentity, kind: ChangeTask['kind']): boolean {
  for (const { binding } of open) if (isOfKind(binding, kind)) return true;
  return false;
}

/** Those without filters who see something: the cost is that of who sees. */
function addOpen(
  group: RoleGroup,
  tasks: readonly OpenTask[],
  { listeners, questions, answer, recipients }: Answered,
): void {
  const byNumber = new Map<number, OpenTask>();
  for (const open of tasks) {
    const number = questions.numberOf(open.task.image);
    if (number !== undefined) byNumber.set(number, open);
  }
  for (const { identity, entries } of listeners) {
    for (const number of answer.seen.get(identity) ?? []) {
      const found = byNumber.get(number);
      if (found === undefined) continue;
      for (const entry of entries) {
        if (!isOfKind(entry.binding, found.task.kind)) continue;
        const old = oldValues(group, found.task, identity, questions, answer);
        recipients.push({ entry, task: found.number, old });
      }
    }
  }
}

/** Who was asked about; whoever leaves or gets new claims meanwhile is still told. */
interface Listener {
  readonly identity: GroupIdentity;
  readonly entries: readonly Entry[];
}

interface Answered {
  readonly listeners: readonly Listener[];
  readonly questions: Questions;
  readonly answer: Answer;
  readonly recipients: Recipient[];
}

/** Who gets nothing because its policies take too long shall know. */
function tellUnanswered({ table, identities }: RoleGroup, { unanswered }: Answer): void {
  if (unanswered.size === 0) return;
  for (const identity of identities) {
    if (!unanswered.has(identity)) continue;
    for (const { subscriber } of identity.entries) {
      subscriber.fail(
        `Changes of ${table.schema}.${table.name} were not sent: its policies could not be evaluated in time`,
      );
    }
  }
}

/** Whether an update carries an old row that has to be checked by itself. */
function showsOld(task: ChangeTask): boolean {
  return task.kind === 'update' && task.hasFullOldRow;
}

function oldValues(
  group: RoleGroup,
  task: ChangeTask,
  identity: GroupIdentity,
  questions: Questions,
  answer: Answer,
): OldValues {
  if (group.plan.kind === 'all') return 'all';
  // Nobody has checked what the log kept of the row: its key is all that is told.
  if (task.kind === 'delete') return canCheckDelete(group, task) ? 'all' : 'key';
  if (!showsOld(task) || task.oldRow === undefined) return 'all';
  const seen = group.sees(identity, task.oldRow) ?? questions.sees(answer, identity, task.oldRow);
  return seen ? 'all' : 'key';
}

/** What a group's identities are asked about, each image once. */
class Questions {
  readonly #group: RoleGroup;
  readonly #numbers = new Map<RowImage, number>();
  readonly #images: RowImage[] = [];
  readonly #asked = new Map<Identity, ReadonlySet<number>>();
  /** Sets that belong to one identity and may grow. */
  readonly #own = new Map<Identity, Set<number>>();

  constructor(group: RoleGroup) {
    this.#group = group;
  }

  /** What is asked about all of `images`; several identities may share it. */
  numbersOf(images: readonly RowImage[]): ReadonlySet<number> {
    const numbers = new Set<number>();
    for (const image of images) {
      const number = this.#add(image);
      if (number !== undefined) numbers.add(number);
    }
    return numbers;
  }

  numberOf(image: RowImage): number | undefined {
    return this.#numbers.get(image);
  }

  /** Before anything else is asked about the identity. */
  askAll(identity: GroupIdentity, numbers: ReadonlySet<number>): void {
    if (numbers.size > 0) this.#asked.set(identity, numbers);
  }

  ask(identity: GroupIdentity, image: RowImage): void {
    const number = this.#add(image);
    const asked = this.#asked.get(identity);
    if (number === undefined || asked?.has(number) === true) return;
    let own = this.#own.get(identity);
    if (own === undefined) {
      own = new Set(asked);
      this.#own.set(identity, own);
      this.#asked.set(identity, own);
    }
    own.add(number);
  }

  #add(image: RowImage): number | undefined {
    const known = this.#numbers.get(image);
    if (known !== undefined) return known;
    const { plan, table } = this.#group;
    // What is still unknown would be taken for NULL.
    if ('columns' in plan && !knows(table, image, plan.columns)) return undefined;
    const number = this.#images.push(image) - 1;
    this.#numbers.set(image, number);
    return number;
  }

  answer(visibility: Visibility): Promise<Answer> {
    const { table, access, plan } = this.#group;
    return visibility.ask({ table, access, plan }, this.#images, this.#asked);
  }

  sees(answer: Answer, identity: GroupIdentity, image: RowImage): boolean {
    const number = this.#numbers.get(image);
    return number !== undefined && answer.seen.get(identity)?.has(number) === true;
  }
}
