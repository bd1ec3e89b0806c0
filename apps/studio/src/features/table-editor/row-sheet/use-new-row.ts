import type { Column, RowValues, SavedRow, TableDetails } from '@plinth/console/api';
import { type UseMutationResult, useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import * as z from 'zod/mini';
import { useProjectApi } from '../../../api/use-api.ts';
import { localStore } from '../../../lib/browser.ts';
import { t } from '../../../lib/i18n/translate.ts';
import { readJson, writeJson } from '../../../lib/state/stored-json.ts';
import { problemOf } from '../cells/validate.ts';

const draftSchema = z.record(z.string(), z.nullable(z.string()));

/** True for columns that must be given: no default, no NULL, not made by the database. */
export const isRequired = (column: Column): boolean =>
  !column.nullable && column.default === null && column.identity === null && !column.generated;

export interface NewRow {
  readonly columns: readonly Column[];
  /** A column that is absent takes its default. */
  readonly values: RowValues;
  readonly set: (column: string, value: string | null | undefined) => void;
  /** What is wrong with a value, once it was tried to insert it. */
  readonly problem: (column: string) => string | null;
  readonly submit: () => void;
  readonly insert: UseMutationResult<SavedRow, Error, void>;
}

/** A row that is being written; kept in this browser until it is inserted. */
export function useNewRow(
  ref: string,
  table: TableDetails,
  onInserted: (row: SavedRow) => void,
): NewRow {
  const projectApi = useProjectApi(ref);
  const key = `plinth.row.${ref}.${table.schema}.${table.name}`;
  const [values, setValues] = useState<RowValues>(
    () => readJson(localStore, key, draftSchema) ?? {},
  );
  const [tried, setTried] = useState(false);
  const columns = table.columns.filter(
    (column) => !column.generated && column.identity !== 'always',
  );
  const keep = (next: RowValues): void => {
    setValues(next);
    if (Object.keys(next).length === 0) localStore.delete(key);
    else writeJson(localStore, key, next);
  };
  const problems = new Map(
    columns.map((column) => {
      const value = values[column.name];
      if (value !== undefined) return [column.name, problemOf(column, value)] as const;
      return [column.name, isRequired(column) ? t('row.required') : null] as const;
    }),
  );
  const insert = useMutation({
    mutationFn: () => projectApi.insertRow(table.id, { values }),
    onSuccess: (row) => {
      keep({});
      setTried(false);
      onInserted(row);
    },
  });
  return {
    columns,
    values,
    set: (column, value) => {
      const { [column]: _old, ...others } = values;
      keep(value === undefined ? others : { ...others, [column]: value });
    },
    problem: (column) => (tried ? (problems.get(column) ?? null) : null),
    submit: () => {
      setTried(true);
      if ([...problems.values()].every((problem) => problem === null)) insert.mutate();
    },
    insert,
  };
}
