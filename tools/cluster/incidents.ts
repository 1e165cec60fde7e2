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

/** A failure of a part of the cluster while people act, and its repair. */
export interface Incident {
  name: string
  begin: () => void | Promise<void>
  /** Seconds until the repair. */
  seconds: number
  repair: () => void | Promise<void>
}

/** A watchdog restarts a machine five seconds before its lock ends. */
const WATCHDOG_MS = 15_000

const none = (): void => {}

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

/** The incidents, in the order in which they happen. The primary is asked for each time, because it moves. */
export const listIncidents = ({ machines, places, start, end }: RunningCluster): Incident[] => {
  let affected: Machine
  const on = (role: string, act: (machine: Machine) => void | Promise<void>) => async (): Promise<void> => {
    affected = await machineWith(machines, role)
    await act(affected)
  }
  const [a] = places
  return [
    {
      name: 'the machine of the primary is lost',
      begin: on('leader', loseMachine),
      seconds: 40,
      repair: () => startMachine(affected),
    },
    {
      name: 'PostgreSQL is killed on the primary',
      begin: on('leader', killPostgres),
      seconds: 25,
      repair: none,
    },
    {
      name: 'the machine of the primary stands still, until its watchdog restarts it',
      begin: on('leader', machine => {
        freezeMachine(machine)
        setTimeout(() => loseMachine(machine), WATCHDOG_MS)
      }),
      seconds: 40,
      repair: () => startMachine(affected),
    },
    {
      name: 'the primary is moved as planned',
      begin: async () => {
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
      repair: none,
    },
    {
      name: 'a standby is lost',
      begin: on('sync_standby', loseMachine),
      seconds: 30,
      repair: () => startMachine(affected),
    },
    {
      name: 'a standby falls behind',
      begin: on('replica', machine => replay(machine, 'pause')),
      seconds: 25,
      repair: () => replay(affected, 'resume'),
    },
    {
      name: 'a server is killed',
      begin: () => end(a, 'SIGKILL'),
      seconds: 10,
      repair: () => start(a),
    },
    {
      name: 'a server stands still',
      // Requests in progress wait for their sender's time limit; the proxy notices after three seconds.
      begin: async () => {
        if (a.server) process.kill(a.server.pid, 'SIGSTOP')
        while (a.isReady) await rest(100)
      },
      seconds: 40,
      repair: () => void (a.server && process.kill(a.server.pid, 'SIGCONT')),
    },
  ]
}
