import { useQueryClient } from '@tanstack/react-query';
import { explain } from '../lib/errors';
import { Notice } from './Notice';

/** Why something did not load, and another try for everything on the page. */
export function LoadError({ error }: { error: unknown }) {
  const queryClient = useQueryClient();
  return (
    <Notice kind="error">
      {explain(error)}{' '}
      <button
        type="button"
        className="link"
        onClick={() => void queryClient.refetchQueries({ type: 'active' })}
      >
        Try again
      </button>
    </Notice>
  );
}
