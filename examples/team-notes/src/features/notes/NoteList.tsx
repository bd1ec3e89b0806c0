import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { LoadError } from '../../components/LoadError';
import type { Person } from '../live/useRoom';
import { NoteRow } from './NoteRow';
import { notesQuery } from './notes';

type Props = {
  notebookId?: string;
  /** The others who have a note open. */
  readersOf?: (noteId: string) => readonly Person[];
  basePath: string;
  empty: ReactNode;
};

/** Notes of a notebook, or of all, the latest first. */
export function NoteList({ notebookId, readersOf, basePath, empty }: Props) {
  const { data, error, isPending, hasNextPage, fetchNextPage, isFetchingNextPage } =
    useInfiniteQuery(notesQuery(notebookId));
  const notes = data?.pages.flat() ?? [];

  if (isPending) return <ListSkeleton />;
  if (error && notes.length === 0) return <LoadError error={error} />;
  if (notes.length === 0) return empty;
  return (
    <>
      <ul className="rows">
        {notes.map(({ id, title, excerpt, updated_at, author, notebook_id, attachments }) => (
          <NoteRow
            key={id}
            to={`${basePath}/notes/${id}`}
            title={title}
            text={excerpt ?? ''}
            updatedAt={updated_at}
            aside={author?.full_name}
            files={attachments[0]?.count}
            readers={readersOf?.(id)}
            notebookId={notebookId ? undefined : notebook_id}
          />
        ))}
      </ul>
      {hasNextPage && (
        <button
          type="button"
          className="button load-more"
          disabled={isFetchingNextPage}
          onClick={() => void fetchNextPage()}
        >
          {isFetchingNextPage ? 'Loading…' : 'Show older notes'}
        </button>
      )}
    </>
  );
}

export function ListSkeleton() {
  return (
    <div className="rows-skeleton" aria-busy="true">
      <span />
      <span />
      <span />
      <span />
      <span />
    </div>
  );
}
