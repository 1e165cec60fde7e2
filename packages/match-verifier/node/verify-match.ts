import { runVerifyCommand } from './command.ts'

await runVerifyCommand(process.argv.slice(2))
