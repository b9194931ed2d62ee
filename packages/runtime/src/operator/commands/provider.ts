import { byCommandLine, InputError, recordChange } from '@touchstone/kyc'
import {
  type DataProvider,
  deactivateProvider,
  journeyTablesOf,
  selectProviders,
  upsertProvider,
} from '@touchstone/verification'
import type { Command } from '../command.ts'

/** Registers or updates a data provider, whose signed statements describe a person's income and assets. */
export const providerAdd: Command<DataProvider, DataProvider> = async (
  { verification, kyc, clock, settings },
  provider,
) => {
  if (!/^[a-z0-9][a-z0-9-]{0,39}$/.test(provider.id))
    throw new InputError('id', 'must be up to 40 lowercase letters, digits and hyphens')
  if (provider.name.trim() === '') throw new InputError('name', 'must not be empty')
  for (const field of ['startUrl', 'jwksUrl'] as const) {
    const url = URL.canParse(provider[field]) ? new URL(provider[field]) : undefined
    // An attacker could replace keys that are fetched over an unprotected connection.
    const isSafe = url?.protocol === 'https:' || (url?.protocol === 'http:' && !settings.production)
    if (!isSafe) throw new InputError(field === 'startUrl' ? 'start' : 'jwks', 'must be an https URL')
  }
  await upsertProvider(journeyTablesOf(verification), provider, new Date(clock.now()))
  await recordChange(kyc, { action: 'provider.added', target: provider.id, detail: {} }, byCommandLine)
  return provider
}

export const providerList: Command<object, DataProvider[]> = ({ verification }) =>
  selectProviders(journeyTablesOf(verification))

export const providerRemove: Command<{ id: string }, { id: string }> = async (
  { verification, kyc },
  { id },
) => {
  if (!(await deactivateProvider(journeyTablesOf(verification), id)))
    throw new InputError('provider', 'is not known')
  await recordChange(kyc, { action: 'provider.removed', target: id, detail: {} }, byCommandLine)
  return { id }
}
