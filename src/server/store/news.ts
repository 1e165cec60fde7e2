import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
import { NEWS } from './activity.ts'
import { isThroughPooler } from './one-connection.ts'

const AGAIN_MS = 1000

/**
 * Calls back as soon as any server has added to the chain of the activity log, on a connection of its own that is opened again when it
 * breaks, and once after each opening, since something may have been missed. It is a wake-up only: where a pooler keeps a
 * connection from being told, it is not listened on, and whoever needs the news must look by itself.
 */
export const hearNews = (reach: pg.ClientConfig, heard: () => void): { stop: () => Promise<void> } => {
  const stopping = new AbortController()
  const { signal } = stopping
  /** Listens until the connection ends; false where listening is of no use. */
  const listen = async (): Promise<boolean> => {
    const client = new pg.Client({
      application_name: 'credit-market',
      connectionTimeoutMillis: 10_000,
      keepAlive: true,
      ...reach,
    })
    const over = new Promise<void>(resolve => {
      const end = () => resolve()
      client.on('error', end)
      client.on('end', end)
      signal.addEventListener('abort', end)
      client.on('end', () => signal.removeEventListener('abort', end))
    })
    client.on('notification', heard)
    try {
      await client.connect()
      if (await isThroughPooler(client)) return false
      await client.query(`listen ${NEWS}`)
      heard()
      await over
      return true
    } finally {
      await client.end().catch(() => {})
    }
  }
  const keepListening = async (): Promise<void> => {
    while (!signal.aborted) {
      // A database that is away is noticed, and said, by everybody who needs it.
      if (!(await listen().catch(() => true))) return
      await setTimeout(AGAIN_MS, undefined, { signal }).catch(() => {})
    }
  }
  const running = keepListening()
  return {
    stop: async () => {
      stopping.abort()
      await running
    },
  }
}
