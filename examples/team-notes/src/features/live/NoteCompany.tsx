import { Avatar } from '../../components/Avatar';
import type { Person } from './useRoom';

const names = new Intl.ListFormat('en');
const namesOf = (people: readonly Person[]) =>
  names.format(people.map(({ full_name }) => full_name));

type Props = { readers: readonly Person[]; writers: readonly Person[] };

/** Faces of those who have the note open too, and a line for who is writing it. */
export function NoteCompany({ readers, writers }: Props) {
  return (
    <div className="company" role="status">
      {writers.length > 0 && (
        <span className="company-writing">
          <span className="company-names">
            {namesOf(writers)} {writers.length === 1 ? 'is' : 'are'} writing
          </span>
          <span className="dots" aria-hidden="true">
            <i />
            <i />
            <i />
          </span>
        </span>
      )}
      {readers.length > 0 && (
        <span className="faces" title={`${namesOf(readers)} also here`}>
          {readers.slice(0, 4).map((person) => (
            <Avatar key={person.id} person={person} online />
          ))}
          <span className="visually-hidden">{namesOf(readers)} also here</span>
        </span>
      )}
    </div>
  );
}
