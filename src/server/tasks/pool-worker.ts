import { parentPort } from 'node:worker_threads'
import { work, type PricingJob } from '#matching/pricing/tables'

/** A thread that helps with pricing, one job after another, until the thread it helps ends. */
parentPort?.on('message', (job: PricingJob) => work(job))
