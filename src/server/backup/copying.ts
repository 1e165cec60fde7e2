import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import type pg from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'

/** What went by: how many lines and bytes, with their hash. */
export interface Copied {
  rows: number
  bytes: number
  sha256: string
}

const NEW_LINE = 10
// The rows of a market shrink to a tenth at the lowest but one of its levels; higher ones take twice as long for little.
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
    read: (): Copied => ({ rows, bytes, sha256: hash.digest('hex') }),
  }
}

const drain = async (chunks: AsyncIterable<Uint8Array>): Promise<void> => {
  for await (const _ of chunks);
}

/** Nothing more is wanted of what is under way. */
export interface Stoppable {
  signal?: AbortSignal
}

type Through = (chunks: AsyncIterable<Uint8Array>) => AsyncIterable<Uint8Array>

/** Something copied into an encrypted file: what it says, and what the file holds. */
export interface Encrypted {
  plain: Copied
  file: Copied
}

const sinkTo = (file: string) => createWriteStream(file, { flags: 'wx', mode: 0o600, flush: true })

/** Reads rows out of the database into a compressed, encrypted file that is on the disk for good when it is done. */
export const copyOut = async (
  client: pg.Client,
  reading: string,
  file: string,
  { encrypt, signal }: Stoppable & { encrypt: Through },
): Promise<Encrypted> => {
  const [plain, written] = [openMeter(), openMeter()]
  const stages = [plain.through, createGzip(COMPRESSION), encrypt, written.through] as const
  await pipeline(client.query(copyTo(reading)), ...stages, sinkTo(file), { signal })
  return { plain: plain.read(), file: written.read() }
}

/** Keeps what a stream brings in an encrypted file that is on the disk for good when it is done. */
export const keepEncrypted = async (
  stream: Readable,
  file: string,
  { encrypt, signal }: Stoppable & { encrypt: Through },
): Promise<Encrypted> => {
  const [plain, written] = [openMeter(), openMeter()]
  await pipeline(stream, plain.through, encrypt, written.through, sinkTo(file), { signal })
  return { plain: plain.read(), file: written.read() }
}

/** Reads rows out of the database only to know what they are. */
export const measureRows = async (
  client: pg.Client,
  reading: string,
  { signal }: Stoppable,
): Promise<Copied> => {
  const meter = openMeter()
  await pipeline(client.query(copyTo(reading)), meter.through, drain, { signal })
  return meter.read()
}

/** Reads compressed rows only to know what they are; a stream of damaged ones is an error. */
export const measureCompressed = async (stream: Readable, { signal }: Stoppable): Promise<Copied> => {
  const meter = openMeter()
  await pipeline(stream, createGunzip(), meter.through, drain, { signal })
  return meter.read()
}

/** Puts compressed rows into a table. */
export const copyIn = async (
  client: pg.Client,
  filling: string,
  stream: Readable,
  { signal }: Stoppable,
): Promise<void> => {
  await pipeline(stream, createGunzip(), client.query(copyFrom(filling)), { signal })
}

/** What a stream brings, to know what it is. */
export const measure = async (stream: Readable, { signal }: Stoppable = {}): Promise<Copied> => {
  const meter = openMeter()
  await pipeline(stream, meter.through, drain, { signal })
  return meter.read()
}

/** Keeps what a stream brings in a file that is on the disk for good when it is done. */
export const keepStream = async (stream: Readable, file: string, { signal }: Stoppable): Promise<Copied> => {
  const meter = openMeter()
  await pipeline(stream, meter.through, sinkTo(file), { signal })
  return meter.read()
}

/** Keeps what the database reads out in a file, line by line as it comes. */
export const keepQuery = (client: pg.Client, reading: string, file: string): Promise<Copied> =>
  keepStream(client.query(copyTo(reading)), file, {})

/** Puts the lines of a file into a table. */
export const copyLines = async (client: pg.Client, filling: string, file: string): Promise<void> => {
  await pipeline(createReadStream(file), client.query(copyFrom(filling)))
}
