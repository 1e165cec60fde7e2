import pg from 'pg'
import { rest } from '../soak/asking.ts'
import type { RunningCluster } from './cluster.ts'
import {
  freezeMachine,
  killPostgres,
  loseMachine,
  type Machine,
  readMembers,
  startMachine,
  SUPERUSER_PASSWORD,
  untilWhole,
} from './machines.ts'

/** Something that happens to a cluster while people act, and how it is put right afterwards. */
export interface Mishap {
  name: string
  happens: () => void | Promise<void>
  /** Seconds until it is put right. */
  seconds: number
  putRight: () => void | Promise<void>
}

/** A watchdog restarts a machine five seconds before its lock ends. */
const WATCHDOG_MS = 15_000

const nothing = (): void => {}

/** Stops or resumes the replay of a standby, which then falls behind. */
const replay = async ({ address }: Machine, how: 'pause' | 'resume'): Promise<void> => {
  const client = new pg.Client(`postgres://postgres:${SUPERUSER_PASSWORD}@${address}:5432/market`)
  await client.connect()
  await client.query(`select pg_wal_replay_${how}()`)
  await client.end()
}

/** The machine with this role. Throws `Error` if there is none. */
const machineWith = async (machines: readonly Machine[], wanted: string): Promise<Machine> => {
  await untilWhole(machines, { all: true })
  const member = (await readMembers(machines)).find(({ role }) => role === wanted)
  const machine = machines.find(({ name }) => name === member?.name)
  if (!machine) throw new Error(`No machine is ${wanted}`)
  return machine
}

/** The mishaps, in the order in which they happen. The primary is asked for each time, because it moves. */
export const planMishaps = ({ machines, places, start, end }: RunningCluster): Mishap[] => {
  let hit: Machine
  const on = (role: string, act: (machine: Machine) => void | Promise<void>) => async (): Promise<void> => {
    hit = await machineWith(machines, role)
    await act(hit)
  }
  const [a] = places
  return [
    {
      name: 'the machine of the primary is lost',
      happens: on('leader', loseMachine),
      seconds: 40,
      putRight: () => startMachine(hit),
    },
    {
      name: 'PostgreSQL is killed on the primary',
      happens: on('leader', killPostgres),
      seconds: 25,
      putRight: nothing,
    },
    {
      name: 'the machine of the primary stands still, until its watchdog restarts it',
      happens: on('leader', machine => {
        freezeMachine(machine)
        setTimeout(() => loseMachine(machine), WATCHDOG_MS)
      }),
      seconds: 40,
      putRight: () => startMachine(hit),
    },
    {
      name: 'the primary is moved as planned',
      happens: async () => {
        const { address, name: leader } = await machineWith(machines, 'leader')
        const answer = await fetch(`http://${address}:8008/switchover`, {
          method: 'POST',
          headers: {
            authorization: `Basic ${Buffer.from(`patroni:${SUPERUSER_PASSWORD}`).toString('base64')}`,
          },
          body: JSON.stringify({ leader }),
        })
        if (!answer.ok) throw new Error(`Patroni does not switch over: ${await answer.text()}`)
      },
      seconds: 15,
      putRight: nothing,
    },
    {
      name: 'a standby is lost',
      happens: on('sync_standby', loseMachine),
      seconds: 30,
      putRight: () => startMachine(hit),
    },
    {
      name: 'a standby falls behind',
      happens: on('replica', machine => replay(machine, 'pause')),
      seconds: 25,
      putRight: () => replay(hit, 'resume'),
    },
    {
      name: 'a server is killed',
      happens: () => end(a, 'SIGKILL'),
      seconds: 10,
      putRight: () => start(a),
    },
    {
      name: 'a server stands still',
      // Requests in progress wait for their sender's time limit; the proxy notices after three seconds.
      happens: async () => {
        if (a.server) process.kill(a.server.pid, 'SIGSTOP')
        while (a.isReady) await rest(100)
      },
      seconds: 40,
      putRight: () => void (a.server && process.kill(a.server.pid, 'SIGCONT')),
    },
  ]
}
