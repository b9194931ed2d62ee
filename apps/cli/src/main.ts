import { runCommandLine } from './run-command-line.ts'

const { stdout, stderr } = process
process.exitCode = await runCommandLine(process.argv.slice(2), { stdout, stderr, exitCode: 0 })
