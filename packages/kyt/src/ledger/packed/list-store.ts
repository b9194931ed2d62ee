/**
 * A list among the values of a query, which the planner does not look into. Where it does, PostgreSQL takes a plan for the
 * very values to be cheaper than the one it has, and plans the query each time: that takes longer than to run it.
 */
export const listOf = (place: number, type: 'bytea' | 'int2' | 'int4' | 'uuid' | 'text'): string =>
  `array(select unnest($${place}::${type}[]))`
