import { createHash } from 'node:crypto'
import type { Vault } from '@touchstone/common'
import { accountColumn, loginColumn, type Program, rebuildRollups, type tablesOf } from '@touchstone/kyc'
import { sql } from 'kysely'

/**
 * Inserts users directly into the tables with set-based statements, because running a million journeys would
 * take hours. All values derive from the user's number, so every run creates the same data.
 */
export async function seedUsers(
  db: ReturnType<typeof tablesOf>,
  input: {
    program: Program
    users: number
    days: number
    vault: Vault
    /** A user for sample queries: the user's number and the fingerprint of the wallet. */
    sample: readonly { user: number; fingerprint: Buffer }[]
    /** Time of the latest activity of any user. */
    until: Date
    bucketCapacity: number
    onProgress: (done: number, total: number) => void
  },
): Promise<void> {
  const { program, users, onProgress } = input
  const scatter = coprime(users)
  const stepMs = Math.floor((input.days * 86_400_000) / users)
  const start = new Date(input.until.getTime() - stepMs * users)

  // Skips foreign key checks, which would take most of the time. The generated rows reference only each
  // other.
  await sql`set session_replication_role = replica`.execute(db)
  await sql`set work_mem = '256MB'`.execute(db)
  await sql`
    create temp table sealed (n bigint primary key, login bytea, login_account bytea, wallet bytea)
  `.execute(db)
  await sql`create temp table asked (n bigint primary key, fingerprint bytea)`.execute(db)
  await sql`
    insert into asked select n, decode(fingerprint, 'hex') from unnest(
      ${input.sample.map(({ user }) => user)}::bigint[],
      ${input.sample.map(({ fingerprint }) => fingerprint.toString('hex'))}::text[]
    ) as given (n, fingerprint)
  `.execute(db)

  // The activity order differs from the row order, as in practice, so the users on one page are spread over
  // the table.
  await sql`
    create temp table seed (
      n bigint, rank bigint, last_seq int, status text, activity_at timestamptz(3), bucket int
    )
  `.execute(db)
  const wallets = new Map(input.sample.map(({ user, fingerprint }) => [user, fingerprint]))
  const batch = 25_000
  for (let from = 1; from <= users; from += batch) {
    onProgress(from - 1, users)
    const to = Math.min(users, from + batch - 1)
    await sql`truncate seed`.execute(db)
    await sql`
      insert into seed
      select n, rank, kind.last_seq, kind.status,
        ${start}::timestamptz + (rank + 1) * ${stepMs}::int * interval '1 millisecond',
        1 + rank / ${input.bucketCapacity}::int
      from generate_series(${from}::bigint, ${to}::bigint) as n
      cross join lateral (select (n * ${scatter}::bigint) % ${users}::bigint as rank) as placed
      join (values ${sql.join(kindRows())}) as kind (twentieth, last_seq, status) on kind.twentieth = n % 20
    `.execute(db)
    await sealBatch(db, { vault: input.vault, wallets, from, to })
    for (const write of writes(program)) await write.execute(db)
  }
  onProgress(users, users)

  for (const table of ['person', 'journey']) {
    await sql`select setval(pg_get_serial_sequence(${table}, 'id'), ${users})`.execute(db)
  }
  await db.transaction().execute((transaction) => rebuildRollups(transaction, input.bucketCapacity))
  await sql`set session_replication_role = origin`.execute(db)
}

/** Sealed values are bound to their row, so each user's values must be sealed separately. */
async function sealBatch(
  db: ReturnType<typeof tablesOf>,
  batch: { vault: Vault; wallets: ReadonlyMap<number, Buffer>; from: number; to: number },
): Promise<void> {
  const { vault, wallets, from, to } = batch
  const users = Array.from({ length: to - from + 1 }, (_, index) => from + index)
  const sealed = users.map((user) => {
    const login = `user-${user}@example.com`
    const svcId = createHash('md5').update(String(user)).digest('hex').slice(0, 24)
    const wallet = wallets.get(user) ?? sha256(`wallet ${user}`)
    return {
      login: vault.seal(login, loginColumn.at(svcId)),
      loginAccount: vault.seal(login, accountColumn.at(user, sha256(`login ${user}`))),
      wallet: vault.seal(`0x${user.toString(16).padStart(40, '0')}`, accountColumn.at(user, wallet)),
    }
  })
  const hex = (of: keyof (typeof sealed)[number]) => sealed.map((values) => values[of].toString('hex'))
  await sql`truncate sealed`.execute(db)
  await sql`
    insert into sealed select n, decode(login, 'hex'), decode(login_account, 'hex'), decode(wallet, 'hex')
    from unnest(${users}::bigint[], ${hex('login')}::text[], ${hex('loginAccount')}::text[], ${hex('wallet')}::text[])
      as given (n, login, login_account, wallet)
  `.execute(db)
}

const sha256 = (text: string) => createHash('sha256').update(text).digest()

const steps = [
  'Verification Started',
  'OCR Passed',
  'Liveness Checked',
  'ZKP Generated',
  'SBT Minted',
  'KYC Passed',
] as const

/**
 * Of every twenty users, fourteen have passed, one is at each of the five earlier steps, and one has failed
 * after the document step.
 */
function kindRows() {
  return Array.from({ length: 20 }, (_, twentieth) => {
    if (twentieth === 19) return sql`(19, 3, 'Verification Failed')`
    const reached = twentieth < 14 ? steps.length : twentieth - 13
    return sql`(${sql.lit(twentieth)}, ${sql.lit(reached)}, ${sql.lit(steps[reached - 1])})`
  })
}

function writes(program: Program) {
  const { id: programId } = program
  const stepAt = sql`activity_at - (last_seq - seq) * interval '1 minute'`
  const stepName = sql`(array[${sql.join(steps)}])[seq]`
  const nameAt = sql`case when status = 'Verification Failed' and seq = last_seq then status else ${stepName} end`
  const hash = sql`sha256(n::text::bytea)`
  const verdicts = JSON.stringify(Object.fromEntries(program.checks.map((check) => [check, true])))
  return [
    sql`
      insert into person (id, svc_id, login_fingerprint, login_sealed, ssi_wallet, created_at)
      overriding system value
      select seed.n, left(md5(seed.n::text), 24), sha256(('person ' || seed.n)::bytea), login,
        '0x' || left(encode(sha256(('ssi ' || seed.n)::bytea), 'hex'), 40), activity_at
      from seed join sealed on sealed.n = seed.n
    `,
    sql`
        insert into journey (id, program_id, person_id, svc_id, ssi_wallet, seq, attempt, status, activity_at,
          sbt_minted_at, completed_at, verdicts, bucket, began_at)
        overriding system value
        select n, ${programId}::bigint, n, left(md5(n::text), 24),
          '0x' || left(encode(sha256(('ssi ' || n)::bytea), 'hex'), 40), last_seq, 1, status, activity_at,
          case when last_seq >= 5 then activity_at - (last_seq - 5) * interval '1 minute' end,
          case when last_seq = 6 then activity_at end,
          case when last_seq >= 4 then ${verdicts}::jsonb else '{}' end, bucket,
          activity_at - (last_seq - 1) * interval '1 minute'
        from seed
      `,
    sql`
        insert into journal (journey_id, seq, attempt, from_status, to_status, actor, evidence_hash, at)
        select n, seq, 1, (array[${sql.join(steps)}])[seq - 1], ${nameAt}, 'bench', ${hash}, ${stepAt}
        from seed cross join lateral generate_series(1, last_seq) as seq
      `,
    sql`
        insert into decision (journey_id, seq, attempt, check_name, passed, checker, evidence_hash, at)
        select n, 4, 1, check_name, true, 'bench@1', ${hash}, activity_at - (last_seq - 4) * interval '1 minute'
        from seed cross join unnest(${program.checks}::text[]) as check_name
        where last_seq >= 4
      `,
    sql`
        insert into soulbound_token (journey_id, chain_id, token_id, minted_at)
        select n, '137', n::text, activity_at - (last_seq - 5) * interval '1 minute' from seed where last_seq >= 5
      `,
    sql`
        insert into journey_account (journey_id, program_id, fingerprint, kind, chain_id, sealed, agreed_at)
        select seed.n, ${programId}::bigint, sha256(('login ' || seed.n)::bytea), 'login', '', login_account, activity_at
        from seed join sealed on sealed.n = seed.n
      `,
    sql`
        insert into journey_account (journey_id, program_id, fingerprint, kind, chain_id, sealed, agreed_at,
          consented_at, granted_at)
        select seed.n, ${programId}::bigint, coalesce(asked.fingerprint, sha256(('wallet ' || seed.n)::bytea)),
          'wallet', '137', wallet, activity_at, case when last_seq = 6 then activity_at end,
          case when last_seq = 6 then activity_at end
        from seed join sealed on sealed.n = seed.n left join asked on asked.n = seed.n
      `,
  ]
}

/**
 * Returns a `factor` for which `n * factor % size` visits every index once and places consecutive values of
 * `n` far apart.
 */
function coprime(size: number): number {
  const divisor = (a: number, b: number): number => (b === 0 ? a : divisor(b, a % b))
  let factor = Math.floor(size * 0.618) | 1
  while (divisor(size, factor) !== 1) factor += 2
  return factor
}
