import {
  type TBoolean,
  type TNull,
  type TOptional,
  type TRecord,
  type TString,
  type TUnion,
  type TUnknown,
  Type,
} from 'typebox';

/** A text that may be absent or null: Go reads both as the empty text, and clients send null. */
export const optionalText: TOptional<TUnion<[TString, TNull]>> = Type.Optional(
  Type.Union([Type.String(), Type.Null()]),
);

/** A truth value that may be absent or null. */
export const optionalFlag: TOptional<TUnion<[TBoolean, TNull]>> = Type.Optional(
  Type.Union([Type.Boolean(), Type.Null()]),
);

/** Free metadata: a JSON object that may be absent or null. */
export const optionalMetadata: TOptional<TUnion<[TRecord<'^.*$', TUnknown>, TNull]>> =
  Type.Optional(Type.Union([Type.Record(Type.String(), Type.Unknown()), Type.Null()]));
