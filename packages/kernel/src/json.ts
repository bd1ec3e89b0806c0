/** Any value that JSON can carry. */
export type Json = string | number | boolean | null | readonly Json[] | JsonObject;

/** A JSON object: string keys, JSON values. */
export interface JsonObject {
  readonly [key: string]: Json;
}
