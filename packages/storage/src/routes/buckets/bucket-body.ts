import {
  type TArray,
  type TInteger,
  type TNull,
  type TOptional,
  type TString,
  type TUnion,
  Type,
} from 'typebox';

/** Bytes, or a text like `20MB`; null: no limit of its own. */
export const fileSizeLimit: TOptional<TUnion<[TInteger, TString, TNull]>> = Type.Optional(
  Type.Union([Type.Integer({ minimum: 0 }), Type.String(), Type.Null()]),
);

/** Types that the bucket takes; null: all. */
export const allowedMimeTypes: TOptional<TUnion<[TArray<TString>, TNull]>> = Type.Optional(
  Type.Union([Type.Array(Type.String()), Type.Null()]),
);
