import type { DataOf, OperationName, Operations, RequestOf } from '@touchstone/contract'

/** Request fields that the client sets: the credentials, and one field with a constant value. */
export const filledFields = ['mchNo', 'apiKey', 'appId', 'mch_no', 'api_key', 'lv'] as const
type FilledField = (typeof filledFields)[number]

type Flat<Fields> = { [Field in keyof Fields]: Fields[Field] }
type Rest<Name extends OperationName> = Flat<Omit<RequestOf<Operations[Name]>, FilledField>>

/** Input of an operation, without the credentials. */
export type InputOf<Name extends OperationName> = keyof Rest<Name> extends never
  ? Record<string, never>
  : Rest<Name>

/** Result of an operation: the `data` of its envelope. */
export type ResultOf<Name extends OperationName> = DataOf<Operations[Name]>

/** Options of a single call. */
export type CallOptions = {
  /** Aborts the call immediately, even between two attempts. */
  readonly signal?: AbortSignal
}

/** Arguments of a method. The input is optional if the operation has no required fields. */
export type CallArguments<Name extends OperationName> =
  Partial<Rest<Name>> extends Rest<Name>
    ? [input?: InputOf<Name>, options?: CallOptions]
    : [input: InputOf<Name>, options?: CallOptions]

/** A client with one method per operation. */
export type TouchstoneClient = {
  readonly [Name in OperationName]: (...args: CallArguments<Name>) => Promise<ResultOf<Name>>
} & {
  /** Calls the operation with this name. Use it for names that are known only at run time. */
  call<Name extends OperationName>(name: Name, ...args: CallArguments<Name>): Promise<ResultOf<Name>>
}
