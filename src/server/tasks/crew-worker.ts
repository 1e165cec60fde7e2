import { parentPort } from 'node:worker_threads'
import { help, type Job } from '#matching/pricing/tables'

/** A thread that helps with pricing, one job after another, until the thread it helps ends. */
parentPort?.on('message', (job: Job) => help(job))
