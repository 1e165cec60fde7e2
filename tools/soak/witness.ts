import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from '#server/process/places'
import { rest } from './asking.ts'
import { runNode, startProcess, type SupervisedProcess } from './processes.ts'

const NAME = 'soak.example/witness'
const program = join(projectRoot, 'tools/witness/witness.mjs')
const PATIENCE_MS = 60_000

/** Addresses and folders of a market that a witness and commands use. */
interface ReachableMarket {
  databaseUrl: string
  folder: string
  logAddress: string
  surprised: (words: string) => void
  disks: Readonly<{ data: Readonly<{ folder: string }> }>
}

/** Runs a command of the product on the market of the run. */
export const runMarketCommand = (
  { databaseUrl, disks }: Pick<ReachableMarket, 'databaseUrl' | 'disks'>,
  tool: string,
  ...args: readonly string[]
) => runNode([join(projectRoot, tool), ...args], { DATABASE_URL: databaseUrl, DATA_DIR: disks.data.folder })

/** Starts a witness that follows the log of the market, and has it registered. */
export const startWitness = async (fleet: ReachableMarket) => {
  const state = join(fleet.folder, 'witness.json')
  const logFile = join(fleet.folder, 'witness.log')
  const args = [program, fleet.logAddress, state, '--name', NAME]
  const start = (): SupervisedProcess => startProcess({ name: 'witness', args, logFile }, fleet.surprised)
  const text = (): string => (existsSync(logFile) ? readFileSync(logFile, 'utf8') : '')
  const looks = (): number => text().split('continues all earlier checkpoints').length - 1
  let following = start()
  const untilLook = async (before: number): Promise<void> => {
    const tooLate = performance.now() + PATIENCE_MS
    while (looks() <= before && performance.now() < tooLate) await rest(20)
  }
  await untilLook(0)
  const key = /^ {2}(\S+\/witness\+\S+)$/m.exec(text())?.[1]
  if (key === undefined) throw new Error(`The witness printed no key:\n${text()}`)
  const registered = await runMarketCommand(fleet, 'tools/register-witness.ts', key)
  if (!registered.isDone) throw new Error(registered.text)
  return {
    looks,
    /** Kills it, and goes on with another process, which looks at once. */
    kill: async (): Promise<void> => {
      await following.end('SIGKILL')
      const before = looks()
      following = start()
      await untilLook(before)
    },
    /** Ends it and looks a last time; answers the error, or nothing where the log goes on and the co-signature was taken. */
    lastLook: async (): Promise<string | undefined> => {
      await following.end('SIGTERM')
      const { isDone, text: printed } = await runNode([...args, '--once'])
      return isDone && printed.split('\n').length === 1 ? undefined : printed
    },
    heads: (): number => (JSON.parse(readFileSync(state, 'utf8')) as { heads: unknown[] }).heads.length,
  }
}

/** A witness that runs. */
export type RunningWitness = Awaited<ReturnType<typeof startWitness>>
