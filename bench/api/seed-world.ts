import { silentLogger } from '@touchstone/common'
import { createMerchant, createProgram, defaultBucketCapacity, tablesOf } from '@touchstone/kyc'
import { openRuntime } from '@touchstone/runtime'
import { tidyEmbeddedStore } from '@touchstone/storage'
import { serveRole } from '../support/role.ts'
import { accountFingerprint } from './kyc-inside.ts'
import { seedUsers } from './seed-users.ts'
import { type StoreEnv, settingsOf } from './store-settings.ts'

export type SeedQuestion = { env: StoreEnv; users: number; days: number; callsPerSecond: number }

/** A merchant with one program and its users, and the data needed to send queries about them. */
export type World = {
  env: StoreEnv
  mchNo: string
  apiKey: string
  programNo: string
  merchantId: number
  programId: number
  users: number
  days: number
  /** Evenly sampled user wallets. */
  accounts: string[]
}

const sampleSize = 5000

serveRole<SeedQuestion, World>(async ({ env, users, days, callsPerSecond }, onProgress) => {
  const runtime = await openRuntime({ settings: settingsOf(env), logger: silentLogger })
  try {
    const { kyc, vault, database } = runtime
    const { merchant, apiKey } = await createMerchant(kyc, { name: 'Benchmark', callsPerSecond })
    const input = { mchNo: merchant.mchNo, name: 'Benchmark', kind: 'KYC', chainId: '137', active: true }
    const program = await createProgram(kyc, input)
    const stride = Math.max(1, Math.floor(users / sampleSize))
    const sample = Array.from({ length: Math.floor(users / stride) }, (_, index) => {
      const user = (index + 1) * stride
      const account = `0x${user.toString(16).padStart(40, '0')}`
      return { user, account, fingerprint: accountFingerprint(vault, account) }
    })
    // Uses one connection, because session settings and temporary tables belong to a connection.
    await tablesOf(kyc)
      .connection()
      .execute((db) =>
        seedUsers(db, {
          program,
          users,
          days,
          vault,
          sample,
          until: new Date(),
          bucketCapacity: defaultBucketCapacity,
          onProgress,
        }),
      )
    // Runs the stores' maintenance now, so that it does not affect the measurement later.
    if (database.engine === 'server') await database.run('vacuum analyze')
    else await tidyEmbeddedStore(database)
    return {
      env,
      mchNo: merchant.mchNo,
      apiKey,
      programNo: program.programNo,
      merchantId: merchant.id,
      programId: program.id,
      users,
      days,
      accounts: sample.map(({ account }) => account),
    }
  } finally {
    await runtime.close()
  }
})
