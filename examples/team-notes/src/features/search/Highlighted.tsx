// What search_notes() puts around a hit.
const start = '\uE000';
const stop = '\uE001';

export const withoutMarks = (text: string) => text.replaceAll(start, '').replaceAll(stop, '');

/** Text whose hits are marked as with a highlighter. */
export function Highlighted({ text }: { text: string }) {
  const [before, ...rest] = text.split(start);
  return (
    <>
      {before}
      {rest.map((part, index) => {
        const [hit = '', after = ''] = part.split(stop);
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: hits have no other name
          <span key={index}>
            <mark>{hit}</mark>
            {after}
          </span>
        );
      })}
    </>
  );
}
