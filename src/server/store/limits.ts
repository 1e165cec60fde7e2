import type pg from 'pg'

/** Time limits of the database, in milliseconds. */
export interface DatabaseTimeLimits {
  /** Timeout for opening a connection. */
  connect: number
  /** For a statement; the database cancels it then. */
  statement: number
  /** For an answer to a statement; the connection is closed then. */
  answer: number
  /** For the next statement of a transaction; the database ends the transaction then, and with it its locks. */
  idle: number
}

/** For requests, while a person waits. Others wait for the locks of a server that stands still no longer than `idle`. */
export const REQUEST_TIME_LIMITS: DatabaseTimeLimits = {
  connect: 10_000,
  statement: 10_000,
  answer: 12_000,
  idle: 20_000,
}

/** For requests to a replica, since another one can be tried. */
export const REPLICA_TIME_LIMITS: DatabaseTimeLimits = { ...REQUEST_TIME_LIMITS, connect: 2000 }

/** For imports, matches, due changes and the demonstration. */
export const LONG_WORK_TIME_LIMITS: DatabaseTimeLimits = {
  connect: 10_000,
  statement: 300_000,
  answer: 330_000,
  idle: 60_000,
}

const A_DAY = 86_400_000

/** For migrations, which other servers wait for, and for scans of all texts: practically unlimited. */
export const NO_TIME_LIMITS: DatabaseTimeLimits = {
  connect: 10_000,
  statement: A_DAY,
  answer: A_DAY + 30_000,
  idle: 60_000,
}

/**
 * Waits for an answer up to the limit. If the database accepts a statement and never answers, the connection is closed
 * and its place in the pool is free again.
 */
export const withTimeLimit = async <T>(client: pg.PoolClient, answer: Promise<T>, ms: number): Promise<T> => {
  let timer: NodeJS.Timeout | undefined
  const silence = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new Error(`The database does not answer within ${ms / 1000} s`))
      // A graceful end would wait for the answer too.
      client.connection.stream.destroy()
    }, ms)
  })
  try {
    return await Promise.race([answer, silence])
  } finally {
    clearTimeout(timer)
  }
}
