import type { en } from './en.ts'

/** The same keys, with text in any language. */
export type Widen<Value> = Value extends string
  ? string
  : Value extends (...args: infer Args) => string
    ? (...args: Args) => string
    : { readonly [Key in keyof Value]: Widen<Value[Key]> }

/** The page's texts. Every language has the same keys. */
export type Texts = Widen<typeof en>
