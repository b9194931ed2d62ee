import { sqlMigration } from '@touchstone/storage'

/**
 * The words of names. `rest` is the part of a name from one of its words on, except the first, in lower case, so that
 * a name is found by any of its words. Contains all names that labels ever had, because names are checked when they
 * are found. Names of one word, and those that are too long for an index, have no row.
 */
export const nameWords = sqlMigration([
  `create table ledger.name_word (rest text not null, name text not null)`,
  'create unique index name_word_once on ledger.name_word (rest text_pattern_ops, name)',
  `create function ledger.words_of(name text) returns table (rest text) language sql immutable as $$
    select array_to_string(words[place:], ' ')
    from (select regexp_split_to_array(lower(name), '[[:space:]().,:;/&_-]+') as words) as split
    cross join generate_series(2, 12) as place
    where length(name) <= 200 and place <= cardinality(words) and words[place] <> ''
  $$`,
  `insert into ledger.name_word (rest, name)
    select distinct words.rest, named.name
    from (select entity as name from ledger.label union select label from ledger.label) as named
    cross join lateral ledger.words_of(named.name) as words
    on conflict do nothing`,
])
