import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Search } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { EmptyState } from '../../components/EmptyState';
import { LoadError } from '../../components/LoadError';
import { supabase } from '../../lib/supabase';
import { useDebounced } from '../../lib/useDebounced';
import { ListSkeleton } from '../notes/NoteList';
import { NoteRow } from '../notes/NoteRow';
import { ListPane } from '../workspace/ListPane';

async function searchNotes(query: string, signal: AbortSignal) {
  const { data } = await supabase.rpc('search_notes', { query }).abortSignal(signal).throwOnError();
  return data;
}

export function SearchPage() {
  const [params, setParams] = useSearchParams();
  const [text, setText] = useState(params.get('q') ?? '');
  const query = useDebounced(text.trim(), 150);
  const input = useRef<HTMLInputElement>(null);

  // The address follows the words, so that a search can be shared and survives going back.
  useEffect(() => {
    if ((params.get('q') ?? '') !== query) setParams(query ? { q: query } : {}, { replace: true });
  }, [query, params, setParams]);

  useEffect(() => input.current?.focus(), []);

  const { data, error, isFetching, isPending } = useQuery({
    queryKey: ['search', query],
    queryFn: ({ signal }) => searchNotes(query, signal),
    enabled: query !== '',
    placeholderData: keepPreviousData,
  });
  const found = query === '' ? undefined : data;

  return (
    <ListPane
      title="Search"
      toolbar={
        <search className="search-box">
          <Search aria-hidden="true" />
          <input
            ref={input}
            type="search"
            aria-label="Search all notes"
            placeholder="Search all notes"
            maxLength={200}
            value={text}
            onChange={({ target }) => setText(target.value)}
          />
        </search>
      }
    >
      <p className="result-count" role="status">
        {found && `${found.length === 1 ? '1 note' : `${found.length} notes`} for “${query}”`}
      </p>
      {error && <LoadError error={error} />}
      {query === '' && (
        <EmptyState title="Find anything">
          <p>Results appear while you type. The start of a word is enough.</p>
        </EmptyState>
      )}
      {query !== '' && isPending && <ListSkeleton />}
      {found?.length === 0 && !isFetching && (
        <EmptyState title="Nothing found">
          <p>Try fewer words, or only the start of one.</p>
        </EmptyState>
      )}
      <ul className="rows" data-stale={isFetching}>
        {found?.map(({ id, notebook_id, title, snippet, updated_at }) => (
          <NoteRow
            key={id}
            to={`/search/notes/${id}?q=${encodeURIComponent(query)}`}
            title={title}
            text={snippet}
            updatedAt={updated_at}
            notebookId={notebook_id}
          />
        ))}
      </ul>
    </ListPane>
  );
}
