import { alternated, underLoad } from './load.ts'
import type { MeasuredMarket } from './lists.ts'
import { paced } from './paced.ts'
import { sayIfBusy } from './processor.ts'
import { millis, tableRow, say } from './table.ts'

const SIGNED_IN = 10
const ANONYMOUS = { clients: 1000, everyMs: 5000 }
const GOAL = 0.1
const MEMORY_GOAL = 300

const PUBLIC = [
  '/api/public/statistics',
  '/api/public/rounds',
  '/api/public/registry/credits',
  '/api/public/registry/projects',
  '/api/public/registry/requirements',
]

/** Measures how much many visitors slow down signed-in people, and the memory of the server after many reads. */
export const measureReaders = async (market: MeasuredMarket, memory: () => number): Promise<void> => {
  const { url, operator, seconds } = market
  const { clients, everyMs } = ANONYMOUS
  say(
    `\nSigned-in readers (${SIGNED_IN} connections), alone and with ${clients} visitors, each sending a request every ${everyMs / 1000} s; the goal is a loss below ${100 * GOAL}%`,
  )
  await sayIfBusy()
  const signedIn = () => {
    const headers = { cookie: operator.cookie }
    return underLoad(market, { clients: SIGNED_IN, seconds }, () => ({
      path: '/api/projects?registry=true',
      headers,
    }))
  }
  const seen = await alternated([
    ['alone', signedIn],
    [
      'with visitors',
      async () => {
        const anonymous = paced(url, ANONYMOUS, (client, n) => ({
          path: PUBLIC[(client + n) % PUBLIC.length]!,
        }))
        const beside = await signedIn()
        const { failed } = await anonymous.end()
        if (failed > 0) throw new Error(`${failed} public answers failed`)
        return beside
      },
    ],
  ])
  tableRow('', 'per second', 'p50', 'p99')
  for (const [name, { perSecond, p50, p99 }] of seen)
    tableRow(name, perSecond.toFixed(0), millis(p50), millis(p99))
  const [alone, beside] = [...seen.values()]
  say(`  A loss of ${(100 * (1 - beside!.perSecond / alone!.perSecond)).toFixed(0)}%`)
  say(`  The server holds ${memory().toFixed(0)} MB afterwards; the goal is ${MEMORY_GOAL} MB`)
}
