import { type EnvelopeName, type ErrorName, errorCatalogue } from '@touchstone/contract'

/**
 * The catalogue's entry for an error code. Some entries share a code, and are told apart by the text they begin
 * with; a text that fits none of them belongs to the first, which is the general one.
 */
export function findErrorKind(envelope: EnvelopeName, code: number, text: string): ErrorName | undefined {
  const names = Object.keys(errorCatalogue) as ErrorName[]
  const sharing = names.filter((name) => {
    const entry = errorCatalogue[name]
    return code === (envelope === 'gateway' ? entry.gateway.code : entry.common)
  })
  return sharing.find((name) => text.startsWith(errorCatalogue[name].text)) ?? sharing[0]
}
