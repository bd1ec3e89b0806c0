import type { Terminal } from './terminal.ts';

const names: Readonly<Record<number, string>> = {
  20: 'debug',
  30: 'info',
  40: 'warning',
  50: 'error',
  60: 'fatal',
};

/** Log lines for a person at a terminal: time, level, message, then the fields. */
export function humanLogDestination(terminal: Terminal): { write(line: string): void } {
  return {
    write: (line) => {
      const { level, time, msg, ...fields } = JSON.parse(line) as {
        level: number;
        time: number;
        msg?: string;
      } & Record<string, unknown>;
      const clock = new Date(time).toISOString().slice(11, 19);
      const rest = Object.entries(fields)
        .map(
          ([name, value]) => `${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`,
        )
        .join(' ');
      terminal.note(
        `${clock} ${names[level] ?? level}: ${msg ?? ''}${rest === '' ? '' : `  ${rest}`}`,
      );
    },
  };
}
