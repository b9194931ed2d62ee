import type { Service } from './start-service.ts'

/** Disables the uniqueness check, because all people have the same face. */
export async function makeProgram({ command, demo }: Service): Promise<string> {
  const base = ['program', 'create', 'Load', '--merchant', demo.mchNo, '--kind', 'KYC', '--active']
  const rules = ['--checks', 'sanction,age,citizenship', '--minimum-age', '18']
  return (await command<{ programNo: string }>(...base, ...rules)).programNo
}
