import { expect, test } from 'vitest'
import { factsOf } from './migration-facts.ts'

const kindOf = (...statements: string[]) => factsOf(statements).kind

test('counts statements that only add as expand', () => {
  expect(kindOf('create table a (id int not null)', 'create unique index a_id on a (id)')).toBe('expand')
  expect(kindOf('alter table a add column b text, add column c numeric(3, 2) not null default 0')).toBe(
    'expand',
  )
  expect(kindOf("alter table a add column b text references c check (b in ('x', 'y'))")).toBe('expand')
  expect(kindOf('create index b on a (b)', 'insert into a select 1')).toBe('expand')
  expect(kindOf('alter table a alter column b drop not null, alter c set storage plain')).toBe('expand')
  expect(
    kindOf(
      'create table a (id int)',
      'create trigger t before update on a for each row execute function f()',
    ),
  ).toBe('expand')
})

test('counts everything else as contract', () => {
  for (const statement of [
    'drop table a',
    'alter table a drop column b',
    'alter table a add column b text, drop column c',
    'alter table a add column b text not null',
    'alter table a add column b text unique',
    'alter table a rename to b',
    'alter table a alter column b set not null',
    'alter table a alter column b type bigint',
    'alter table a add constraint c check (b > 0)',
    'create unique index b on a (b)',
    'create trigger t before update on a for each row execute function f()',
    'update a set b = 1',
    'delete from a',
    '-- create table\n truncate a',
  ])
    expect(kindOf(statement), statement).toBe('contract')
})

test('names the existing tables on whose rows a migration works', () => {
  expect(
    factsOf([
      'create table new (id int)',
      'insert into new select id from old join ledger.other on true',
      'insert into new select id from old',
      'create index new_id on new (id)',
      'create index concurrently_named on old (id)',
      'update old set a = 1',
      'alter table third alter column b type bigint',
      'alter table fourth alter column b set not null',
      'alter table fifth add column b text',
    ]).work,
  ).toEqual([
    { table: 'old', how: 'rewrite' },
    { table: 'ledger.other', how: 'rewrite' },
    { table: 'old', how: 'index' },
    { table: 'third', how: 'rewrite' },
    { table: 'fourth', how: 'scan' },
  ])
})
