import pg from 'pg'
import { COMMITTED_TABLES } from '#server/store/committed'
import { actionsToRun } from './actions.ts'
import { fill } from './copies.ts'
import { embeddedDatabaseOf, startServer } from './installation.ts'
import { alternated, underLoad } from './load.ts'
import { signIn } from './person.ts'
import { sayIfBusy } from './processor.ts'
import { millis, tableRow, say } from './table.ts'

const IN_ONE_ROUND = 100
const MOST = 1.1

/** Measures what commitments to changed rows add to the cost of an action: runs the same actions with and without them, alternating. */
export const measureCommitments = async (dataDir: string, seconds: number): Promise<void> => {
  const running = await startServer(dataDir, 'on')
  const reach = embeddedDatabaseOf(dataDir)
  const copies = await fill(reach, IN_ONE_ROUND)
  const { cookie } = await signIn(running.url, 'operator')
  const client = new pg.Client(reach)
  await client.connect()
  const alter = (how: 'enable' | 'disable') =>
    client.query(
      Object.keys(COMMITTED_TABLES)
        .flatMap(table =>
          ['in', 'on', 'out'].map(when => `alter table "${table}" ${how} trigger committed_${when}`),
        )
        .join(';'),
    )
  say(
    `\nActions with and without commitments to rows, one client; the goal is at most ${MOST} times the processor time`,
  )
  await sayIfBusy()
  tableRow('', 'with', 'without', 'times', 'p50 with', 'p50 without')
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
    tableRow(
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
