import type pg from 'pg'

/** How long the database may take, in milliseconds. */
export interface Limits {
  /** Until there is a connection. */
  connect: number
  /** Until it has done a statement; it gives up then by itself. */
  statement: number
  /** Until it has said anything of a statement; the connection is given up then. */
  answer: number
}

/** What somebody waits for. */
export const FOR_REQUESTS: Limits = { connect: 10_000, statement: 10_000, answer: 12_000 }

/** The same of a replica, for which there is another to ask. */
export const FOR_REPLICAS: Limits = { ...FOR_REQUESTS, connect: 2000 }

/** Imports, matches, what time brings about and the demonstration. */
export const FOR_LONG_WORK: Limits = { connect: 10_000, statement: 300_000, answer: 330_000 }

const A_DAY = 86_400_000

/** Migrations, for which other servers wait, and looking through every text there is: as long as it takes. */
export const FOR_ALL_THERE_IS: Limits = { connect: 10_000, statement: A_DAY, answer: A_DAY + 30_000 }

/** A database that accepts and never answers gets no more of our time: the connection ends, and its place is free. */
export const withinLimit = async <T>(client: pg.PoolClient, answer: Promise<T>, ms: number): Promise<T> => {
  let timer: NodeJS.Timeout | undefined
  const silence = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new Error(`The database does not answer within ${ms / 1000} s`))
      // A word of goodbye would wait for the answer as well.
      client.connection.stream.destroy()
    }, ms)
  })
  try {
    return await Promise.race([answer, silence])
  } finally {
    clearTimeout(timer)
  }
}
