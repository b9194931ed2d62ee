import { sqlMigration } from '@touchstone/storage'

/**
 * Marks the programs in test mode and the people who exist only in them. A trigger keeps the two apart: a
 * journey of a test person in a real program would count as a real result.
 */
export const testPrograms = sqlMigration([
  'alter table program add column test boolean not null default false',
  'alter table person add column test boolean not null default false',
  'create index program_test on program (merchant_id) where test',

  `create function keep_test_apart() returns trigger language plpgsql as $$
  begin
    if (select test from program where id = new.program_id) <> (select test from person where id = new.person_id) then
      raise exception 'a person of a test program and a real program must not meet';
    end if;
    return new;
  end $$`,
  `create trigger journey_test_apart before insert or update of program_id, person_id on journey
    for each row execute function keep_test_apart()`,
  `create function keep_test() returns trigger language plpgsql as $$
  begin
    if new.test <> old.test then
      raise exception 'test mode never changes';
    end if;
    return new;
  end $$`,
  'create trigger program_keeps_test before update of test on program for each row execute function keep_test()',
  'create trigger person_keeps_test before update of test on person for each row execute function keep_test()',
])
