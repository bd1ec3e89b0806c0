import { PostgresError } from '@plinth/postgres';

/** A subscription that cannot be; its message is upstream's and meant for the subscriber. */
export class SubscribeError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'SubscribeError';
  }
}

/** What is wrong with parameters, in the words of upstream's trigger. */
export class InvalidParameter extends Error {}

/** PostgreSQL's names of the SQLSTATEs that a filter's value can raise. */
const names: Readonly<Record<string, string>> = {
  '22001': 'string_data_right_truncation',
  '22003': 'numeric_value_out_of_range',
  '22007': 'invalid_datetime_format',
  '22008': 'datetime_field_overflow',
  '22021': 'character_not_in_repertoire',
  '22023': 'invalid_parameter_value',
  '22025': 'invalid_escape_sequence',
  '22032': 'invalid_json_text',
  '2201B': 'invalid_regular_expression',
  '22P02': 'invalid_text_representation',
  '22P03': 'invalid_binary_representation',
  '22P05': 'untranslatable_character',
  '23514': 'check_violation',
  '42501': 'insufficient_privilege',
  '42704': 'undefined_object',
  '42725': 'ambiguous_function',
  '42804': 'datatype_mismatch',
  '42846': 'cannot_coerce',
  '42883': 'undefined_function',
  '54000': 'program_limit_exceeded',
  '57014': 'query_canceled',
  P0001: 'raise_exception',
};

/** How upstream's driver writes an error of Postgres. */
export function exceptionText(error: Error): string {
  if (error instanceof InvalidParameter) return `ERROR P0001 (raise_exception) ${error.message}`;
  if (!(error instanceof PostgresError)) return error.message;
  const code = error.code ?? 'XX000';
  return `ERROR ${code} (${names[code] ?? 'internal_error'}) ${error.message}`;
}
