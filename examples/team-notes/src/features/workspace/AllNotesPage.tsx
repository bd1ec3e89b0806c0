import { EmptyState, Sheets } from '../../components/EmptyState';
import { NoteList } from '../notes/NoteList';
import { ListPane } from './ListPane';

export function AllNotesPage() {
  return (
    <ListPane title="All notes">
      <NoteList
        basePath="/all"
        empty={
          <EmptyState title="No notes yet" picture={<Sheets />}>
            <p>Open a notebook and write the first one.</p>
          </EmptyState>
        }
      />
    </ListPane>
  );
}
