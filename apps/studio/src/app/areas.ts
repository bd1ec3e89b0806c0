import {
  Archive,
  House,
  type LucideIcon,
  RadioTower,
  SquareTerminal,
  Table2,
  Users,
} from 'lucide-react';
import type { MessageKey } from '../lib/i18n/translate.ts';

/** A part of a project that the rail leads to. Areas appear here when they exist. */
export interface Area {
  readonly id: 'home' | 'tables' | 'sql' | 'users' | 'storage' | 'realtime';
  readonly to:
    | '/project/$ref'
    | '/project/$ref/table'
    | '/project/$ref/sql'
    | '/project/$ref/auth/users'
    | '/project/$ref/storage'
    | '/project/$ref/realtime';
  readonly label: Extract<MessageKey, `area.${string}`>;
  readonly icon: LucideIcon;
  /** The chord that leads there. */
  readonly keys: string;
}

/** The areas in the order of the rail. */
export const areas: readonly Area[] = [
  { id: 'home', to: '/project/$ref', label: 'area.home', icon: House, keys: 'alt+1' },
  { id: 'tables', to: '/project/$ref/table', label: 'area.tables', icon: Table2, keys: 'alt+2' },
  { id: 'sql', to: '/project/$ref/sql', label: 'area.sql', icon: SquareTerminal, keys: 'alt+3' },
  { id: 'users', to: '/project/$ref/auth/users', label: 'area.users', icon: Users, keys: 'alt+4' },
  {
    id: 'storage',
    to: '/project/$ref/storage',
    label: 'area.storage',
    icon: Archive,
    keys: 'alt+5',
  },
  {
    id: 'realtime',
    to: '/project/$ref/realtime',
    label: 'area.realtime',
    icon: RadioTower,
    keys: 'alt+6',
  },
];
