import type { OldValues } from '../payload/event-text.ts';
import type { Identity } from '../policies/identity.ts';
import type { Answer, Visibility } from '../policies/visibility.ts';
import type { RowImage } from '../row-image.ts';
import { canCheckDelete } from './evaluate.ts';
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
  tellUnanswered(group, candidates, answer);
  const recipients: Recipient[] = [];
  for (const { entry, task, mustAsk } of candidates) {
    const at = tasks[task];
    if (at === undefined || (mustAsk && !questions.sees(answer, entry.identity, at.image)))
      continue;
    recipients.push({ entry, task, old: oldValues(group, at, entry.identity, questions, answer) });
  }
  return recipients;
}

/** Who gets nothing because its policies take too long shall know. */
function tellUnanswered(
  { table }: RoleGroup,
  candidates: readonly Candidate[],
  { unanswered }: Answer,
): void {
  if (unanswered.size === 0) return;
  for (const { entry } of candidates) {
    if (!unanswered.has(entry.identity)) continue;
    entry.subscriber.fail(
      `Changes of ${table.schema}.${table.name} were not sent: its policies could not be evaluated in time`,
    );
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
  readonly #asked = new Map<Identity, Set<number>>();

  constructor(group: RoleGroup) {
    this.#group = group;
  }

  ask(identity: GroupIdentity, image: RowImage): void {
    const { plan, table } = this.#group;
    // What is still unknown would be taken for NULL.
    if ('columns' in plan && !knows(table, image, plan.columns)) return;
    let number = this.#numbers.get(image);
    if (number === undefined) {
      number = this.#images.push(image) - 1;
      this.#numbers.set(image, number);
    }
    const asked = this.#asked.get(identity);
    if (asked === undefined) this.#asked.set(identity, new Set([number]));
    else asked.add(number);
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
