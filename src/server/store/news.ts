import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
import { NEW_ENTRIES_CHANNEL } from './activity.ts'
import { isBehindPooler } from './one-connection.ts'

const AGAIN_MS = 1000

/**
 * Calls back as soon as any server has added to the chain of the activity log, and once after each opening of its
 * connection, since something may have been missed. It has a connection of its own, which is opened again when it
 * breaks. This is only a wake-up: behind a pooler that passes on no notifications it does not listen, so callers must
 * poll as well.
 */
export const listenForEntries = (
  reach: pg.ClientConfig,
  heard: () => void,
): { stop: () => Promise<void> } => {
  const stopping = new AbortController()
  const { signal } = stopping
  /** Listens until the connection ends; returns false where listening is useless. */
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
      if (await isBehindPooler(client)) return false
      await client.query(`listen ${NEW_ENTRIES_CHANNEL}`)
      heard()
      await over
      return true
    } finally {
      await client.end().catch(() => {})
    }
  }
  const keepListening = async (): Promise<void> => {
    while (!signal.aborted) {
      // Everything else that needs the database reports its outage.
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
