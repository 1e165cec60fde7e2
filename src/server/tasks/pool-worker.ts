import { parentPort } from 'node:worker_threads'
import { work, type Job } from '#matching/pricing/pool'

/** A thread that helps with pricing, one job after another, until the thread it helps ends. */
parentPort?.on('message', (job: Job) => work(job))
