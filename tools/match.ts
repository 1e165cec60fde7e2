import { runMatchCommand } from '@credit-market/matching/node/command'

await runMatchCommand(process.argv.slice(2))
