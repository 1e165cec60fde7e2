import { parentPort, workerData } from 'node:worker_threads'
import { openBlobStore } from '../files/file-store.ts'
import { connectDatabase } from '../store/database.ts'
import type { VerificationWork } from './apart.ts'
import { readMarket } from './read-market.ts'

/** Worker thread that verifies the market. Its parent terminates it to cancel. */
const { reach, files, request } = workerData as VerificationWork

const db = connectDatabase({ ...reach, max: 1 })
const answer = await readMarket({ db, files: await openBlobStore(files) }, request)
await db.destroy()
parentPort?.postMessage(answer)
