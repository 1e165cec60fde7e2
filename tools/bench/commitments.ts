import pg from 'pg'
import { COMMITTED } from '#server/store/committed'
import { actionsToRun } from './actions.ts'
import { fill } from './copies.ts'
import { databaseOf, startServer } from './installation.ts'
import { alternated, underLoad } from './load.ts'
import { signIn } from './person.ts'
import { sayIfBusy } from './processor.ts'
import { millis, row, say } from './table.ts'

const IN_ONE_ROUND = 100
const MOST = 1.1

/** What it costs an action that the log commits to the rows it changes: the same actions with and without, in turn. */
export const measureCommitments = async (dataDir: string, seconds: number): Promise<void> => {
  const running = await startServer(dataDir, 'on')
  const reach = databaseOf(dataDir)
  const copies = await fill(reach, IN_ONE_ROUND)
  const { cookie } = await signIn(running.url, 'operator')
  const client = new pg.Client(reach)
  await client.connect()
  const alter = (how: 'enable' | 'disable') =>
    client.query(
      Object.keys(COMMITTED)
        .flatMap(table =>
          ['in', 'on', 'out'].map(when => `alter table "${table}" ${how} trigger committed_${when}`),
        )
        .join(';'),
    )
  say(`\nActions with and without commitments to rows, one client; the goal is ${MOST} times the processor`)
  await sayIfBusy()
  row('', 'with', 'without', 'times', 'p50 with', 'p50 without')
  for (const { name, asking } of actionsToRun(copies, cookie)) {
    const measured = () => underLoad(running, { clients: 1, seconds }, asking)
    const seen = await alternated([
      ['with', measured],
      [
        'without',
        async () => {
          await alter('disable')
          const found = await measured()
          await alter('enable')
          return found
        },
      ],
    ])
    const [given, bare] = [seen.get('with')!, seen.get('without')!]
    row(
      name,
      millis(given.processor),
      millis(bare.processor),
      (given.processor / bare.processor).toFixed(2),
      millis(given.p50),
      millis(bare.p50),
    )
  }
  await client.end()
  await running.stop()
}
