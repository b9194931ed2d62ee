import type { en } from './en.ts'

type Widen<Value> = Value extends string
  ? string
  : Value extends (...args: infer Args) => string
    ? (...args: Args) => string
    : { readonly [Key in keyof Value]: Widen<Value[Key]> }

/** The texts of the page: the same keys in every language. */
export type Texts = Widen<typeof en>
