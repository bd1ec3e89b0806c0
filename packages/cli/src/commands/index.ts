import type { Command } from '../command.ts';
import { data } from './data.ts';
import { start } from './start.ts';
import { status } from './status.ts';
import { stop } from './stop.ts';

/** Every command of `plinth`, in the order of the help. */
export const commands: readonly Command[] = [start, stop, status, data];
