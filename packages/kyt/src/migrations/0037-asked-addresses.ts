import { sqlMigration } from '@touchstone/storage'

/** What merchants asked about last, a hundred addresses each: what another policy is tried on before it is set. */
export const askedAddresses = sqlMigration([
  `create table kyt_asked_address (
    merchant text not null,
    coin text not null,
    address text not null,
    at timestamptz(3) not null,
    primary key (merchant, coin, address)
  )`,
  'create index kyt_asked_address_time on kyt_asked_address (merchant, at)',
])
