import { en } from './en/index.ts';

type Plural = { readonly one: string; readonly other: string };
type Catalogue = typeof en;
/** Names of all texts of Studio, as `area.text`. */
export type MessageKey = keyof Catalogue;

type TextOf<M> = M extends string ? M : M extends Plural ? M['other'] : never;
type ParametersOf<S extends string> = S extends `${string}{${infer P}}${infer Rest}`
  ? P | ParametersOf<Rest>
  : never;
type Values<K extends MessageKey> = Readonly<
  Record<
    ParametersOf<TextOf<Catalogue[K]>> | (Catalogue[K] extends Plural ? 'count' : never),
    string | number
  >
>;
type Arguments<K extends MessageKey> = keyof Values<K> extends never ? [] : [values: Values<K>];

const locale = 'en';
const plurals = new Intl.PluralRules(locale);
const texts: Readonly<Record<string, string | Plural>> = en;
const numbers = new Intl.NumberFormat(locale);

/**
 * The text of `key` with `{name}` places filled in. Numbers are written as the language writes them; where a text
 * has several forms, `count` decides.
 */
export function t<K extends MessageKey>(key: K, ...[values]: Arguments<K>): string {
  const message = texts[key] ?? key;
  const given: Readonly<Record<string, string | number>> = values ?? {};
  const text =
    typeof message === 'string'
      ? message
      : plurals.select(Number(given.count)) === 'one'
        ? message.one
        : message.other;
  return text.replace(/\{(\w+)\}/g, (_place, name: string) => {
    const value = given[name];
    return typeof value === 'number' ? numbers.format(value) : (value ?? '');
  });
}
