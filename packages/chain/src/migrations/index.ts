import type { Migrations } from '@touchstone/storage'
import { chain } from './0004-chain.ts'

export const chainMigrations: Migrations = { '0004-chain': chain }
