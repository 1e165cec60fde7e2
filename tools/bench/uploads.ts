import { sendHardFiles } from './hard-files.ts'
import { startServer } from './installation.ts'
import { underLoad } from './load.ts'
import { signIn } from './person.ts'
import { sayIfBusy } from './processor.ts'
import { millis, ofGoal, tableRow, say } from './table.ts'

const GOAL = 2

/** Measures a page while files arrive that are expensive to inspect. */
export const measureUploads = async (dataDir: string, seconds: number): Promise<void> => {
  const running = await startServer(dataDir, 'on')
  const { url, stop } = running
  const { cookie } = await signIn(url, 'operator')
  const supplier = await signIn(url, 'umbershaw.su14')
  const reading = () =>
    underLoad(running, { clients: 1, seconds }, () => ({ path: '/api/project/P201', headers: { cookie } }))
  say(
    `\nA project page for 1 client, while 24 MB files that are expensive to inspect arrive; the goal is ${GOAL} times the p99`,
  )
  await sayIfBusy()
  tableRow('', 'per second', 'p50', 'p99', 'of goal')
  await reading()
  const quiet = await reading()
  tableRow('without', quiet.perSecond.toFixed(0), millis(quiet.p50), millis(quiet.p99))
  const path = '/api/project/P122/action/SetLandholderInfo'
  const end = sendHardFiles({ url: `${url}${path}`, field: 'landholderInfo', cookie: supplier.cookie })
  const busy = await reading()
  const sent = await end()
  tableRow(
    `with ${sent} files`,
    busy.perSecond.toFixed(0),
    millis(busy.p50),
    millis(busy.p99),
    ofGoal(busy.p99, GOAL * quiet.p99),
  )
  await stop()
}
