import { runMatchCommand } from './command.ts'

await runMatchCommand(process.argv.slice(2))
