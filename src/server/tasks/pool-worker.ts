import { parentPort } from 'node:worker_threads'
import { work, type Job } from '#matching/pricing/pool'
import { highs } from '#matching/solver/highs'

/** A thread that helps with pricing, one job after another, until the thread it helps ends. */
parentPort?.on('message', (job: Job) => void highs().then(() => work(job)))
