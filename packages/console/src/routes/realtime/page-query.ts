import { type TInteger, type TString, Type } from 'typebox';

/** What the lists of clients and channels can be asked for. */
export const pageQuery: { readonly search: TString; readonly limit: TInteger } = {
  search: Type.String({ maxLength: 200, default: '' }),
  limit: Type.Integer({ minimum: 1, maximum: 200, default: 50 }),
};
