/** One table, said once: the form for one node and the form for a cluster are made from it. */
export type TableDefinition = {
  readonly name: string
  /** Columns as in `create table`. */
  readonly columns: string
  readonly engine: 'MergeTree' | 'SummingMergeTree' | 'AggregatingMergeTree' | 'ReplacingMergeTree'
  readonly engineArguments?: string
  readonly orderBy: string
  readonly partitionBy?: string
  readonly settings?: Readonly<Record<string, number>>
  /** What decides on which shard of a cluster a row lies; undefined: every node has all of it. */
  readonly shardBy?: string
}

/** How many of the last inserts a table remembers, so that one sent twice is taken once. */
const rememberedInserts = 10_000

/** The statements that make a table, on one node or on all nodes of a cluster. */
export function createTable(table: TableDefinition, cluster: string | undefined): string[] {
  if (cluster === undefined) {
    return [createOne(table, table.name, '', `${table.engine}(${table.engineArguments ?? ''})`)]
  }
  const onCluster = ` on cluster ${quoted(cluster)}`
  const spread = table.shardBy !== undefined
  const local = spread ? localName(table.name) : table.name
  // Tables that every node has whole share one path without a shard in it: the whole cluster replicates them.
  const path = `/clickhouse/tables/{database}/${spread ? '{shard}' : 'all'}/${local}`
  const replica = spread ? '{replica}' : '{shard}-{replica}'
  const engineArguments = [`'${path}'`, `'${replica}'`, table.engineArguments].filter((part) => part)
  const statements = [
    createOne(table, local, onCluster, `Replicated${table.engine}(${engineArguments.join(', ')})`),
  ]
  if (spread) {
    statements.push(
      `create table if not exists ${table.name}${onCluster} as ${local} ` +
        `engine = Distributed(${quoted(cluster)}, currentDatabase(), ${local}, ${table.shardBy})`,
    )
  }
  return statements
}

/** The name under which a statement that changes a table's parts finds it, and on which nodes. */
export function partsOf(table: TableDefinition, cluster: string | undefined): string {
  if (cluster === undefined) return table.name
  return `${table.shardBy === undefined ? table.name : localName(table.name)} on cluster ${quoted(cluster)}`
}

function createOne(table: TableDefinition, name: string, onCluster: string, engine: string): string {
  const settings = {
    ...table.settings,
    non_replicated_deduplication_window: rememberedInserts,
    ...(onCluster === '' ? {} : { replicated_deduplication_window: rememberedInserts }),
  }
  return [
    `create table if not exists ${name}${onCluster} (${table.columns})`,
    `engine = ${engine}`,
    ...(table.partitionBy === undefined ? [] : [`partition by ${table.partitionBy}`]),
    `order by ${table.orderBy}`,
    `settings ${Object.entries(settings)
      .map(([key, value]) => `${key} = ${value}`)
      .join(', ')}`,
  ].join('\n')
}

const localName = (name: string) => `${name}_local`
const quoted = (name: string) => `'${name.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
