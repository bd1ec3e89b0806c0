import { useQuery } from '@tanstack/react-query';
import { type Person, pictureQuery } from '../features/profile/picture';
import { initials } from '../lib/format';

const tones = ['marigold', 'coral', 'plum', 'moss', 'lagoon', 'slate'] as const;

/** The same person has the same colour everywhere. */
function toneOf(id: string) {
  let sum = 0;
  for (const character of id) sum = (sum * 31 + (character.codePointAt(0) ?? 0)) % 9973;
  return tones[sum % tones.length];
}

type Props = { person: Person; online?: boolean };

/** Decoration: the name stands beside it, or on the element around it. */
export function Avatar({ person, online = false }: Props) {
  const { data: picture } = useQuery(pictureQuery(person));
  return (
    <span
      className="avatar"
      data-color={toneOf(person.id)}
      data-online={online || undefined}
      aria-hidden="true"
    >
      {person.picture_changed_at && picture ? (
        <img src={picture} alt="" />
      ) : (
        initials(person.full_name)
      )}
    </span>
  );
}
