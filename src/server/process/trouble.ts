/** An outage of the database: it cannot answer at the moment, though the request is valid. */
export interface DatabaseOutage {
  kind: 'unreachable' | 'full' | 'exhausted' | 'read only' | 'slow'
  /** Message for the person who asked. */
  sentence: string
  /** Whole seconds after which to try again. */
  retryAfter: number
}

const TROUBLES = {
  unreachable: ['The database cannot be reached; try again in a moment', 5],
  full: ['The database disk is full, so nothing can be changed until there is space again', 30],
  exhausted: ['The database has run out of resources; try again in a moment', 10],
  'read only': ['The database accepts no changes at the moment; try again later', 30],
  slow: ['The database is too slow at the moment; try again in a moment', 10],
} as const satisfies Record<DatabaseOutage['kind'], readonly [string, number]>

// From Appendix A of the PostgreSQL documentation, and Node's codes for sockets and names.
const CODES: readonly (readonly [RegExp, DatabaseOutage['kind']])[] = [
  [/^53100$/, 'full'],
  [/^(53300|57P0[1-5]|25P03|08\w{3})$/, 'unreachable'],
  [/^53\w{3}$/, 'exhausted'],
  [/^25006$/, 'read only'],
  [/^(57014|55P03)$/, 'slow'],
  [/^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|EAI_AGAIN|ENOTFOUND)$/, 'unreachable'],
]

// The driver's own errors have no code.
const SAYINGS =
  /^(Connection terminated|timeout exceeded when trying to connect|timeout expired|Client has encountered a connection error|Client was closed|driver has already been destroyed|Cannot use a pool after calling end|The database does not answer)/

/** Matches messages of programs when a disk is full. */
export const DISK_FULL_PATTERN = /No space left on device|Disk quota exceeded/

/** Returns the outage of the database that an error means; undefined for every other error. */
export const findDatabaseOutage = (error: unknown): DatabaseOutage | undefined => {
  const kind = kindOf(error)
  if (kind === undefined) return undefined
  const [sentence, retryAfter] = TROUBLES[kind]
  return { kind, sentence, retryAfter }
}

/** Waits for an optional write: a database that takes no writes can still be read. */
export const ignoreIfReadOnly = async (write: Promise<unknown>): Promise<void> => {
  await write.catch((error: unknown) => {
    if (!['full', 'read only'].includes(findDatabaseOutage(error)?.kind ?? '')) throw error
  })
}

const kindOf = (error: unknown): DatabaseOutage['kind'] | undefined => {
  if (!(error instanceof Error)) return undefined
  const { code, syscall, message } = error as NodeJS.ErrnoException
  if (code?.startsWith('58') && DISK_FULL_PATTERN.test(message)) return 'full'
  // A missing file has the same code as a missing socket.
  if (code === 'ENOENT') return syscall === 'connect' ? 'unreachable' : undefined
  const known = CODES.find(([codes]) => code !== undefined && codes.test(code))
  if (known) return known[1]
  return SAYINGS.test(message) ? 'unreachable' : undefined
}

const isFull = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false
  const { code, message } = error as NodeJS.ErrnoException
  return (
    ['ENOSPC', 'EDQUOT'].includes(code ?? '') || DISK_FULL_PATTERN.test(message) || kindOf(error) === 'full'
  )
}

/**
 * Describes an obstacle to a start that may pass: a database or an object store that is not there yet, or a full disk.
 * An error that has one of these as its cause already says what cannot be reached.
 */
export const findStartObstacle = (error: unknown): string | undefined => {
  if (!(error instanceof Error)) return undefined
  const { code, message, cause } = error as NodeJS.ErrnoException
  if (isFull(error)) return `The disk is full (${message})`
  if (kindOf(error)) return `The database cannot be used yet (${message || code})`
  const hindrance = findStartObstacle(cause)
  return hindrance === undefined || isFull(cause) ? hindrance : message
}
