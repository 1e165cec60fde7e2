/** Why the database cannot do at the moment what is asked of it, though nothing is wrong with what is asked. */
export interface Trouble {
  kind: 'unreachable' | 'full' | 'exhausted' | 'read only' | 'slow'
  /** What whoever asked is told. */
  sentence: string
  /** Whole seconds after which to try again. */
  retryAfter: number
}

const TROUBLES = {
  unreachable: ['The database cannot be reached; try again in a moment', 5],
  full: ['The disk of the database is full, so nothing can be changed until there is room again', 30],
  exhausted: ['The database has run out of what it needs; try again in a moment', 10],
  'read only': ['The database takes no changes at the moment; try again later', 30],
  slow: ['The database takes too long at the moment; try again in a moment', 10],
} as const satisfies Record<Trouble['kind'], readonly [string, number]>

// From Appendix A of the PostgreSQL documentation, and those of sockets and names in Node.
const CODES: readonly (readonly [RegExp, Trouble['kind']])[] = [
  [/^53100$/, 'full'],
  [/^(53300|57P0[1-5]|25P03|08\w{3})$/, 'unreachable'],
  [/^53\w{3}$/, 'exhausted'],
  [/^25006$/, 'read only'],
  [/^(57014|55P03)$/, 'slow'],
  [/^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|EAI_AGAIN|ENOTFOUND)$/, 'unreachable'],
]

// What the driver says has no code.
const SAYINGS =
  /^(Connection terminated|timeout exceeded when trying to connect|timeout expired|Client has encountered a connection error|Client was closed|driver has already been destroyed|Cannot use a pool after calling end|The database does not answer)/

/** What programs say where a disk is full. */
export const NO_SPACE = /No space left on device|Disk quota exceeded/

/** What trouble of the database an error tells of; undefined for every other error. */
export const troubleOf = (error: unknown): Trouble | undefined => {
  const kind = kindOf(error)
  if (kind === undefined) return undefined
  const [sentence, retryAfter] = TROUBLES[kind]
  return { kind, sentence, retryAfter }
}

/** Waits for a write that may be left out: a database that takes none is read on. */
export const ifWritable = async (write: Promise<unknown>): Promise<void> => {
  await write.catch((error: unknown) => {
    if (!['full', 'read only'].includes(troubleOf(error)?.kind ?? '')) throw error
  })
}

const kindOf = (error: unknown): Trouble['kind'] | undefined => {
  if (!(error instanceof Error)) return undefined
  const { code, syscall, message } = error as NodeJS.ErrnoException
  if (code?.startsWith('58') && NO_SPACE.test(message)) return 'full'
  // A file that is not there has the same code as a socket that is not there.
  if (code === 'ENOENT') return syscall === 'connect' ? 'unreachable' : undefined
  const known = CODES.find(([codes]) => code !== undefined && codes.test(code))
  if (known) return known[1]
  return SAYINGS.test(message) ? 'unreachable' : undefined
}

const isFull = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false
  const { code, message } = error as NodeJS.ErrnoException
  return ['ENOSPC', 'EDQUOT'].includes(code ?? '') || NO_SPACE.test(message) || kindOf(error) === 'full'
}

/**
 * What hinders a start and may pass, in words: a database or an object store that is not there yet, or a full disk. An error
 * with one of these as its cause says itself what cannot be reached.
 */
export const hindranceOf = (error: unknown): string | undefined => {
  if (!(error instanceof Error)) return undefined
  const { code, message, cause } = error as NodeJS.ErrnoException
  if (isFull(error)) return `The disk is full (${message})`
  if (kindOf(error)) return `The database cannot be used yet (${message || code})`
  const hindrance = hindranceOf(cause)
  return hindrance === undefined || isFull(cause) ? hindrance : message
}
