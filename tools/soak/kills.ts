import { keysOf } from '#domain/values/narrow'
import { rest } from './asking.ts'
import type { RunningFleet, Helper } from './fleet.ts'
import type { Place } from './servers.ts'
import { childProcesses } from './processes.ts'
import { shuffle } from './random.ts'
import type { RunningWitness } from './witness.ts'

/** Processes to kill by SIGKILL, with their share of all kills. */
const SHARES = {
  'server A': 5,
  'server B': 5,
  'both servers': 2,
  'server B while it matches': 3,
  database: 5,
  'file inspection': 3,
  witness: 3,
  'webhook receiver': 2,
  'mail receiver': 2,
} as const
type Target = keyof typeof SHARES

const LONGEST_REST_MS = 4000
const LOOKING_MS = 15_000
const LOOK_MS = 20

/** Plans which processes are killed, in order. Server A survives the second half, so that its memory can be measured. */
export const planKills = (count: number, random: () => number): Target[] => {
  // The first of each, then the second of each that has two, and so on, so that a short run meets every process.
  const passes = Array.from({ length: Math.max(...Object.values(SHARES)) }, (_, pass) => pass)
  const all = passes.flatMap(pass => keysOf(SHARES).filter(target => SHARES[target] > pass))
  const many = Array.from({ length: count }, (_, at) => all[at % all.length]!)
  const isOfA = (target: Target): boolean => target === 'server A' || target === 'both servers'
  const others = shuffle(
    many.filter(target => !isOfA(target)),
    random,
  )
  const early = Math.max(0, Math.floor(count / 2) - many.filter(isOfA).length)
  return [...shuffle([...many.filter(isOfA), ...others.slice(0, early)], random), ...others.slice(early)]
}

interface Killing {
  fleet: RunningFleet
  witness: RunningWitness
  isMatching: () => Promise<boolean>
  random: () => number
}

/** Kills one process and waits until it is back; says what was killed, which is another process where the one to be killed does not run. */
export const kill = async (target: Target, killing: Killing): Promise<string> => {
  const { fleet, witness, isMatching, random } = killing
  const [a, b] = fleet.places
  const again = async (...places: readonly Place[]): Promise<void> => {
    await Promise.all(places.map(place => fleet.end(place, 'SIGKILL')))
    for (const place of places) fleet.start(place)
    await fleet.untilReady(places)
  }
  const helper = async ({ process, start }: Helper): Promise<void> => {
    await process.end('SIGKILL')
    await rest(random() * LONGEST_REST_MS)
    start()
  }
  const [webhooks, mail] = fleet.receivers
  /** Waits for a moment at which this is true. */
  const comes = async (isSo: () => Promise<boolean> | boolean): Promise<boolean> => {
    const tooLate = performance.now() + LOOKING_MS
    while (performance.now() < tooLate) {
      if (await isSo()) return true
      await rest(LOOK_MS)
    }
    return false
  }
  const inspections = (): number[] =>
    fleet.places.flatMap(({ server }) => (server ? childProcesses(server.pid, 'inspect-process') : []))
  switch (target) {
    case 'server A':
      await again(a)
      break
    case 'server B':
      await again(b)
      break
    case 'both servers':
      await again(a, b)
      break
    case 'server B while it matches':
      if (!(await comes(isMatching))) target = 'server B'
      await again(b)
      break
    case 'database':
      fleet.killDatabase()
      await rest(1000)
      await fleet.untilReady()
      break
    case 'file inspection': {
      await comes(() => inspections().length > 0)
      const [pid] = shuffle(inspections(), random)
      if (pid === undefined) return kill('server B', killing)
      process.kill(pid, 'SIGKILL')
      break
    }
    case 'witness':
      await witness.kill()
      break
    case 'webhook receiver':
      await helper(webhooks)
      break
    case 'mail receiver':
      await helper(mail)
  }
  await rest(random() * LONGEST_REST_MS)
  return target
}
