import type pg from 'pg'
import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import type { FileStore } from './file-store.ts'

/** Lines and bytes of a copied stream, with their hash. */
export interface CopiedStream {
  rows: number
  bytes: number
  sha256: string
}

const NEW_LINE = 10
// Compression level, the second lowest: it reduces a market's rows to a tenth. Higher levels take twice as long and save little more.
const COMPRESSION = { level: 2 }

const linesIn = (chunk: Uint8Array): number => {
  let lines = 0
  for (let at = chunk.indexOf(NEW_LINE); at >= 0; at = chunk.indexOf(NEW_LINE, at + 1)) lines += 1
  return lines
}

const openMeter = () => {
  const hash = createHash('sha256')
  let [rows, bytes] = [0, 0]
  const through = async function* (chunks: AsyncIterable<Uint8Array>) {
    for await (const chunk of chunks) {
      hash.update(chunk)
      bytes += chunk.length
      rows += linesIn(chunk)
      yield chunk
    }
  }
  return {
    through,
    read: (): CopiedStream => ({ rows, bytes, sha256: hash.digest('hex') }),
  }
}

const drain = async (chunks: AsyncIterable<Uint8Array>): Promise<void> => {
  for await (const _ of chunks);
}

/** Has a signal that stops work in progress. */
export interface AbortOption {
  signal?: AbortSignal
}

type Through = (chunks: AsyncIterable<Uint8Array>) => AsyncIterable<Uint8Array>

/** A copy in an encrypted file: size and hash of the plain content and of the file. */
export interface EncryptedCopy {
  plain: CopiedStream
  file: CopiedStream
}

const sinkTo = (file: string) => createWriteStream(file, { flags: 'wx', mode: 0o600, flush: true })

/** Copies rows out of the database into a compressed, encrypted file, and syncs it to disk. */
export const copyRowsOut = async (
  client: pg.Client,
  reading: string,
  file: string,
  { encrypt, signal }: AbortOption & { encrypt: Through },
): Promise<EncryptedCopy> => {
  const [plain, written] = [openMeter(), openMeter()]
  const stages = [plain.through, createGzip(COMPRESSION), encrypt, written.through] as const
  await pipeline(client.query(copyTo(reading)), ...stages, sinkTo(file), { signal })
  return { plain: plain.read(), file: written.read() }
}

/** Writes a stream into an encrypted file, and syncs it to disk. */
export const writeEncryptedFile = async (
  stream: Readable,
  file: string,
  { encrypt, signal }: AbortOption & { encrypt: Through },
): Promise<EncryptedCopy> => {
  const [plain, written] = [openMeter(), openMeter()]
  await pipeline(stream, plain.through, encrypt, written.through, sinkTo(file), { signal })
  return { plain: plain.read(), file: written.read() }
}

/** Reads rows out of the database only to measure them. */
export const measureDatabaseRows = async (
  client: pg.Client,
  reading: string,
  { signal }: AbortOption,
): Promise<CopiedStream> => {
  const meter = openMeter()
  await pipeline(client.query(copyTo(reading)), meter.through, drain, { signal })
  return meter.read()
}

/** Reads compressed rows only to measure them; throws if they are damaged. */
export const measureCompressedRows = async (
  stream: Readable,
  { signal }: AbortOption,
): Promise<CopiedStream> => {
  const meter = openMeter()
  await pipeline(stream, createGunzip(), meter.through, drain, { signal })
  return meter.read()
}

/** Loads compressed rows into a table. */
export const loadCompressedRows = async (
  client: pg.Client,
  filling: string,
  stream: Readable,
  { signal }: AbortOption,
): Promise<void> => {
  await pipeline(stream, createGunzip(), client.query(copyFrom(filling)), { signal })
}

/** Measures a stream. */
export const measureStream = async (
  stream: Readable,
  { signal }: AbortOption = {},
): Promise<CopiedStream> => {
  const meter = openMeter()
  await pipeline(stream, meter.through, drain, { signal })
  return meter.read()
}

/** Writes a stream into a file, and syncs it to disk. */
export const writeStreamToFile = async (
  stream: Readable,
  file: string,
  { signal }: AbortOption,
): Promise<CopiedStream> => {
  const meter = openMeter()
  await pipeline(stream, meter.through, sinkTo(file), { signal })
  return meter.read()
}

/** Writes the output of a database query into a file, line by line. */
export const writeQueryToFile = (client: pg.Client, reading: string, file: string): Promise<CopiedStream> =>
  writeStreamToFile(client.query(copyTo(reading)), file, {})

/** Loads the lines of a file into a table. */
export const loadTableLines = async (client: pg.Client, filling: string, file: string): Promise<void> => {
  await pipeline(createReadStream(file), client.query(copyFrom(filling)))
}

/**
 * Checks that a document exists and that its bytes match its hash, reading them once without holding them in memory.
 */
export const checkStoredDocument = async (
  sha256: string,
  opened: { stream: Readable } | undefined,
  stoppable: AbortOption,
): Promise<'whole' | 'gone' | 'changed'> => {
  if (!opened) return 'gone'
  return (await measureStream(opened.stream, stoppable)).sha256 === sha256 ? 'whole' : 'changed'
}

const isWhole = async (files: FileStore, sha256: string): Promise<boolean> =>
  (await checkStoredDocument(sha256, await files.open(sha256), {})) === 'whole'

/** Stores a document unless it is already stored undamaged; then opens it as the market will. */
export const storeDocumentIfMissing = async (
  files: FileStore,
  sha256: string,
  read: () => Readable,
): Promise<void> => {
  if (await isWhole(files, sha256)) return
  const arrived = await files.arrivals.receive(read(), Infinity, () => new Error('The file is too large'))
  try {
    await files.put(arrived)
  } finally {
    await files.arrivals.remove(arrived)
  }
  if (!(await isWhole(files, sha256)))
    throw new Error(
      `The stored document ${sha256} differs from the original: check the file store and restore again`,
    )
}
