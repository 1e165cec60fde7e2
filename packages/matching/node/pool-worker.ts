import { parentPort } from 'node:worker_threads'
import { runPricingJob, type PricingJob } from '../src/pricing/pool.ts'
import { initHighs } from '../src/solver/highs.ts'

/** Runs pricing jobs one after another until the main thread ends. */
parentPort?.on('message', (job: PricingJob) => void initHighs().then(() => runPricingJob(job)))
