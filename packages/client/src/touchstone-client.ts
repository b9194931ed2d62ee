import type { DataOf, OperationName, Operations, RequestOf } from '@touchstone/contract'

/** Fields of requests that the client fills in itself: the credentials, and the one value that never varies. */
export const filledFields = ['mchNo', 'apiKey', 'appId', 'mch_no', 'api_key', 'lv'] as const
type FilledField = (typeof filledFields)[number]

type Flat<Fields> = { [Field in keyof Fields]: Fields[Field] }
type Rest<Name extends OperationName> = Flat<Omit<RequestOf<Operations[Name]>, FilledField>>

/** What an operation is asked, without the credentials. */
export type InputOf<Name extends OperationName> = keyof Rest<Name> extends never
  ? Record<string, never>
  : Rest<Name>

/** What an operation answers: the `data` of its envelope. */
export type ResultOf<Name extends OperationName> = DataOf<Operations[Name]>

export type CallOptions = {
  /** Aborting it ends the call at once, whether it is under way or waiting for its next attempt. */
  readonly signal?: AbortSignal
}

/** The input may be left out where the operation asks for nothing. */
export type CallArguments<Name extends OperationName> =
  Partial<Rest<Name>> extends Rest<Name>
    ? [input?: InputOf<Name>, options?: CallOptions]
    : [input: InputOf<Name>, options?: CallOptions]

export type TouchstoneClient = {
  readonly [Name in OperationName]: (...args: CallArguments<Name>) => Promise<ResultOf<Name>>
} & {
  /** The same as the method of that name, for a name that is known only at run time. */
  call<Name extends OperationName>(name: Name, ...args: CallArguments<Name>): Promise<ResultOf<Name>>
}
